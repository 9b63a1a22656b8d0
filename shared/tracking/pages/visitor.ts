/** The visitor behind a request from a page or an app. */
import type { PageScope } from '../../accounts/index.js'
import { redirectParameters } from '../../links/index.js'
import { exclusionReason } from '../bots/exclusion-reason.js'
import type { ExclusionReason } from '../click-batch.js'
import { passedProxies, visitorIp } from '../visitor/request-headers.js'

export interface PageVisitor {
  ip: string
  ua: string
  referer: string
  isNoTrack: boolean
}

/** `referrer` is sent by the page; the referer header of the request names the page itself. */
export function readVisitor({ address, headers, query }: PageScope, referrer: string | null | undefined): PageVisitor {
  return {
    ip: visitorIp({ remoteAddress: address }, undefined, 0),
    ua: headers['user-agent'] ?? '',
    referer: referrer ?? headers.referer ?? '',
    isNoTrack: redirectParameters.noTrack.some((name) => headers[name] !== undefined) || hasNoTrack(query),
  }
}

export const hasNoTrack = (query: URLSearchParams) => redirectParameters.noTrack.some((name) => query.has(name))

/** Why the visit is not a click. The script sends POST requests for people who view a page, so the method counts as GET. */
export const findExclusion = (
  { config, headers }: PageScope,
  { ip, ua, referer, isNoTrack: saysNoTrack }: PageVisitor,
): ExclusionReason | null =>
  exclusionReason({
    method: 'GET',
    hasBotQuery: false,
    isNoTrack: saysNoTrack,
    userAgent: ua,
    referer,
    ip,
    isForwarded: passedProxies(headers['x-forwarded-for'], config.trustProxy),
  })
