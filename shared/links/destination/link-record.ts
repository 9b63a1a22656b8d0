/** What a redirect needs to know of a link and of its domain; nothing more, so that many fit into memory. */
import type { TestVariant } from '../link.entity.js'

export interface LinkRecord {
  id: string
  /** Null for an anonymous link. */
  workspaceId: string | null
  domain: string
  key: string
  /** Empty for a bare domain that leads nowhere yet. */
  url: string
  shortLink: string
  password: string | null
  proxy: boolean
  title: string | null
  description: string | null
  image: string | null
  video: string | null
  rewrite: boolean
  doIndex: boolean
  trackConversion: boolean
  ios: string | null
  android: string | null
  geo: Record<string, string> | null
  /** Milliseconds. */
  expiresAt: number | null
  expiredUrl: string | null
  isDisabled: boolean
  isBanned: boolean
  programId: string | null
  partnerId: string | null
  testVariants: TestVariant[] | null
  /** Milliseconds. */
  testCompletedAt: number | null
}

export interface DomainRecord {
  slug: string
  /** The service's own, open to all workspaces. */
  shared: boolean
  caseSensitive: boolean
  notFoundUrl: string | null
  expiredUrl: string | null
  placeholder: string | null
  appleAppSiteAssociation: unknown
  assetLinks: unknown
}

/** Whether the destination is told the click id: where conversions, a partner or an app tracker wait for it. */
export function passesClickId(link: Pick<LinkRecord, 'trackConversion' | 'programId' | 'partnerId' | 'url'>): boolean {
  return link.trackConversion || (link.programId !== null && link.partnerId !== null) || isAppTracker(link.url)
}

const appTracker = /^https?:\/\/(?:[^/?#@]*\.)?(sng\.link|onelink\.me)(?=[:/?#]|$)/i
export const isAppTracker = (url: string) => appTracker.test(url)
/** `sng.link` (Singular), `onelink.me` (AppsFlyer), or null. */
export const appTrackerOf = (url: string) => appTracker.exec(url)?.[1]?.toLowerCase() ?? null
