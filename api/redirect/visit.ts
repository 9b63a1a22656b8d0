import type { DomainRecord, Visit } from '../../shared/links/index.js'
import { deviceOf, type ExclusionReason, type GeoLocation, isBot, locationFromHeaders } from '../../shared/tracking/index.js'
import type { RedirectContext } from './context.js'
import { readCookie } from './cookies.js'
import { exclusionOf, type ShortLinkRequest } from './short-link-request.js'

/**
 * A visit to a short link: what its destination depends on, and what is recorded of it. A class, because its methods are shared by all
 * visits, while functions in an object literal would be created for each.
 */
export class ShortLinkVisit implements Visit {
  readonly context: RedirectContext
  readonly domain: DomainRecord
  readonly request: ShortLinkRequest
  readonly isInspection: boolean
  /** Null if the visit counts as a click. */
  readonly reason: ExclusionReason | null
  /** Null unless a trusted proxy sent the location in headers. */
  readonly location: GeoLocation | null
  /** True for a link without a password. */
  passwordVerified = true

  constructor(context: RedirectContext, domain: DomainRecord, request: ShortLinkRequest, isInspection: boolean) {
    this.context = context
    this.domain = domain
    this.request = request
    this.isInspection = isInspection
    this.reason = exclusionOf(request)
    this.location = locationFromHeaders(request.headers, context.config.trustProxy)
  }

  get isBot(): boolean {
    return isBot(this.reason)
  }

  os(): string {
    return deviceOf(this.request.userAgent).os
  }

  country(): string {
    return (this.location ?? this.context.geo.locate(this.request.ip)).country
  }

  get previousVariant(): string | null {
    return readCookie(this.request.cookie, this.context.cookies.variant)
  }

  get random(): number {
    return Math.random()
  }
}
