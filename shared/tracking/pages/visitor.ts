/** Who is behind a request that a page or an app makes. */
import type { PageScope } from '../../accounts/index.js'
import { type LinkRecord, words } from '../../links/index.js'
import { exclusionReason } from '../bots/exclusion-reason.js'
import type { ExclusionReason } from '../click-batch.js'
import { visitOf } from '../repeats.js'
import { visitorAddress } from '../visitor/request-facts.js'

export interface PageVisitor {
  ip: string
  ua: string
  referer: string
  saysNoTrack: boolean
}

/** `referrer` is what the page says; the header says the page itself. */
export function visitorOf({ address, headers }: PageScope, referrer: string | null | undefined): PageVisitor {
  return {
    ip: visitorAddress(address, undefined, 0),
    ua: headers['user-agent'] ?? '',
    referer: referrer ?? headers.referer ?? '',
    saysNoTrack: words.noTrack.some((name) => headers[name] !== undefined),
  }
}

/** Why the visit is no click. Scripts ask by POST for a person who looks at a page. */
export const exclusionOf = ({ config }: PageScope, { ip, ua, referer, saysNoTrack }: PageVisitor): ExclusionReason | null =>
  exclusionReason({ method: 'GET', saysBot: false, saysNoTrack, userAgent: ua, referer, ip, isForwarded: config.trustProxy > 0 })

/** Where the id of a visitor's click on a link is kept for an hour; the redirect asks there as well. */
export const visitKey = (link: Pick<LinkRecord, 'id'>, { ip, ua }: PageVisitor) => `visit:${visitOf({ linkId: link.id, ip, ua })}`
