/** From an answered request to what is recorded of it. */
import { clickIdTime, isClickId, newClickId } from '../../shared/kernel/ids.js'
import type { Soon } from '../../shared/kernel/soon.js'
import { hours, seconds } from '../../shared/kernel/time.js'
import { type LinkRecord, passesClickId } from '../../shared/links/index.js'
import { type ExclusionReason, type Followed, type Place, type RawClick, visitOf } from '../../shared/tracking/index.js'
import type { RedirectContext } from './context.js'
import { clickCookieLife, readCookie } from './cookies.js'
import type { ShortLinkRequest } from './request.js'

export interface ClickIdentity {
  id: string
  /** The visitor brought the id along, so the click may exist already. */
  returning: boolean
}

/**
 * The click id of this visit: the one from the visitor's cookie, else the one under which this visitor followed this link within the hour,
 * else a new one. The middle one is asked only where the destination is told the id: there a second id, whose request counts as a repeat,
 * would lead to no click.
 */
export function clickIdentity(
  context: RedirectContext,
  link: LinkRecord,
  request: ShortLinkRequest,
  reason: ExclusionReason | null,
): Soon<ClickIdentity> {
  const brought = readCookie(request.cookie, context.cookies.click(link))
  if (brought !== null && isRecent(brought)) return { id: brought, returning: true }
  const fresh = { id: newClickId(), returning: false }
  return reason !== null || !passesClickId(link) ? fresh : firstIdentity(context, link, request, fresh)
}

async function firstIdentity(
  context: RedirectContext,
  link: LinkRecord,
  request: ShortLinkRequest,
  fresh: ClickIdentity,
): Promise<ClickIdentity> {
  const before = await context.store
    .setIfAbsent(`visit:${visitOf({ linkId: link.id, ip: request.ip, ua: request.userAgent })}`, fresh.id, hours(1))
    .catch((error: unknown) => {
      context.log.warn({ err: error }, 'the store was not asked whether a visitor is back')
      return null
    })
  return before !== null && isRecent(before) ? { id: before, returning: true } : fresh
}

/** Ids say their time. One that is older than its cookie, or not yet due, was not set by us. */
function isRecent(id: string): boolean {
  if (!isClickId(id)) return false
  const age = Date.now() - clickIdTime(id)
  return age >= -seconds(5) && age <= clickCookieLife
}

export interface FollowedFacts {
  link: LinkRecord
  request: ShortLinkRequest
  identity: ClickIdentity
  place: Place | null
  reason: ExclusionReason | null
}

// An app that is installed from there knows no link; it asks by which its visitor came.
const appStore = /^https:\/\/(?:apps\.apple\.com|play\.google\.com)\//i

/** `url` is where the visitor went, without what names this one click. */
export function followed({ link, request, identity, place, reason }: FollowedFacts, url: string): Followed {
  const workspaceId = link.workspaceId ?? ''
  if (reason) return { exclusion: { workspaceId, linkId: link.id, day: new Date().toISOString().slice(0, 10), reason, count: 1 } }
  const click: RawClick = {
    id: identity.id,
    // One instant for one id: a click that arrives twice meets itself in the same month.
    at: clickIdTime(identity.id),
    workspaceId,
    linkId: link.id,
    domain: link.domain,
    key: link.key,
    url,
    ip: request.ip,
    ua: request.userAgent,
    referer: request.referer,
    trigger: request.query !== '' && /(?:^|&)qr=1(?:&|$)/.test(request.query) ? 'qr' : 'link',
  }
  if (place) click.place = place
  if (identity.returning) click.returning = true
  return { click, isPassedOn: passesClickId(link), ...(appStore.test(url) ? { opensStore: { url: link.url } } : {}) }
}
