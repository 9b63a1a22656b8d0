/** Decides the response to a visitor of a short link. Pure. The order of the checks follows the specified order of link resolution. */
import { rootKey } from '../keys.js'
import { chooseVariant, runningTest } from './ab-test.js'
import { type AppPlatform, isStoreUrl } from './deep-link.js'
import type { LinkRecord } from './link-record.js'

export interface Visit {
  /** The key ended with `+`: show the destination instead of redirecting. */
  isInspection: boolean
  /** Whether the visitor sent the correct password. */
  passwordVerified: boolean
  isBot: boolean
  /** Operating system from the user agent; only called for links with device targeting. */
  os(): string
  /** ISO 3166-1 alpha-2; only called for links with geo targeting. */
  country(): string
  /** A/B test variant that this browser was sent to before. */
  previousVariant: string | null
  /** In [0, 1). */
  random: number
}

export type Decision =
  | { kind: 'not-found' | 'banned' | 'password' | 'inspect' | 'preview' }
  /** `to` is the link's `expiredUrl`; if null, that of the domain, else a page. */
  | { kind: 'expired'; expiredUrl: string | null }
  /** A bare domain without destination; counts as a click. */
  | { kind: 'placeholder' }
  | { kind: 'scheme' | 'cloak'; target: string; variant: string | null }
  /** With `store`, the target is the app store that the link names for the visitor's phone. */
  | { kind: 'redirect'; target: string; status: 301 | 302; variant: string | null; store?: AppPlatform }

/** Schemes that open an app: redirects to them fail in many browsers, so a page with a meta refresh is shown. */
const appScheme = /^(mailto|sms|tel|tg|whatsapp|xmpp):/i

export function decideDestination(link: LinkRecord | null, visit: Visit, now: number): Decision {
  if (!link || link.isDisabled) return { kind: 'not-found' }
  // Before inspection: the destination of a banned link is never shown.
  if (link.isBanned) return { kind: 'banned' }
  if (visit.isInspection && link.sealedPassword === null) return { kind: 'inspect' }
  if (link.sealedPassword !== null && !visit.passwordVerified) return { kind: 'password' }
  if (link.expiresAt !== null && link.expiresAt < now) return { kind: 'expired', expiredUrl: link.expiredUrl }
  if (link.url === '') return { kind: 'placeholder' }
  if (visit.isBot && link.proxy) return { kind: 'preview' }
  return chooseDestination(link, visit, now)
}

function chooseDestination(link: LinkRecord, visit: Visit, now: number): Decision {
  const variants = runningTest(link, now)
  const variant = variants && chooseVariant(variants, visit.previousVariant, visit.random)
  const target = variant ?? link.url
  if (appScheme.test(target)) return { kind: 'scheme', target, variant }
  if (link.rewrite) return { kind: 'cloak', target, variant }
  // Permanent only for the bare domain: browsers cache permanent redirects, so later clicks would not be recorded.
  const status = link.key === rootKey ? 301 : 302
  const platform = targetedPlatform(link, visit)
  if (platform === null) return { kind: 'redirect', target: geoTargetingUrl(link, visit) ?? target, status, variant }
  const appUrl = link[platform] as string
  return { kind: 'redirect', target: appUrl, status, variant, ...(isStoreUrl(platform, appUrl) && { store: platform }) }
}

/** Device targeting takes precedence over geo targeting, and both over A/B tests. */
function targetedPlatform({ ios, android }: LinkRecord, visit: Visit): AppPlatform | null {
  if (ios !== null && visit.os() === 'iOS') return 'ios'
  return android !== null && visit.os() === 'Android' ? 'android' : null
}

const geoTargetingUrl = ({ geo }: LinkRecord, visit: Visit): string | null => (geo === null ? null : (geo[visit.country()] ?? null))
