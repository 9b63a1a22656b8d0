/** What a visitor of a short link gets. Pure: the order of the checks is the rule. Reference: the order of checks of link resolution. */
import { rootKey } from '../keys.js'
import { chooseVariant, runningTest } from './ab-test.js'
import type { LinkRecord } from './link-record.js'

export interface Visit {
  /** The key ended with `+`: show where the link leads instead of going there. */
  inspects: boolean
  /** Whether the visitor proved to know the password. */
  knowsPassword: boolean
  isBot: boolean
  /** As the browser names it; asked only for links that tell devices apart. */
  os(): string
  /** ISO 3166-1 alpha-2; asked only for links that tell places apart. */
  country(): string
  /** The variant of the test that this browser got before. */
  variantBefore: string | null
  random: number
}

export type Decision =
  | { kind: 'not-found' | 'banned' | 'password' | 'inspect' | 'preview' }
  /** `to` is the link's own address for latecomers; without it the domain's, else a page. */
  | { kind: 'expired'; to: string | null }
  /** A bare domain that leads nowhere yet; counts as a visit of the link. */
  | { kind: 'placeholder' }
  | { kind: 'scheme' | 'cloak'; target: string; variant: string | null }
  | { kind: 'redirect'; target: string; status: 301 | 302; variant: string | null }

/** Schemes that open a program instead of a page: a redirect to them fails in many browsers, a page that goes on does not. */
const programScheme = /^(mailto|sms|tel|tg|whatsapp|xmpp):/i

export function decideDestination(link: LinkRecord | null, visit: Visit, now: number): Decision {
  if (!link || link.isDisabled) return { kind: 'not-found' }
  // Before the inspection: a banned address is shown to nobody.
  if (link.isBanned) return { kind: 'banned' }
  if (visit.inspects && link.password === null) return { kind: 'inspect' }
  if (link.password !== null && !visit.knowsPassword) return { kind: 'password' }
  if (link.expiresAt !== null && link.expiresAt < now) return { kind: 'expired', to: link.expiredUrl }
  if (link.url === '') return { kind: 'placeholder' }
  if (visit.isBot && link.proxy) return { kind: 'preview' }
  return lead(link, visit, now)
}

function lead(link: LinkRecord, visit: Visit, now: number): Decision {
  const variants = runningTest(link, now)
  const variant = variants && chooseVariant(variants, visit.variantBefore, visit.random)
  const target = variant ?? link.url
  if (programScheme.test(target)) return { kind: 'scheme', target, variant }
  if (link.rewrite) return { kind: 'cloak', target, variant }
  // A permanent redirect for the bare domain only: browsers remember it, and then no click would be seen.
  return { kind: 'redirect', target: targeted(link, visit) ?? target, status: link.key === rootKey ? 301 : 302, variant }
}

/** Device before place; both before a test. */
function targeted({ ios, android, geo }: LinkRecord, visit: Visit): string | null {
  if (ios !== null && visit.os() === 'iOS') return ios
  if (android !== null && visit.os() === 'Android') return android
  return geo?.[geo === null ? '' : visit.country()] ?? null
}
