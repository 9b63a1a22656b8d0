/** Properties of links and domains needed for redirects. Kept small, because many records are cached in memory. */
import type { TestVariant } from '../link.entity.js'

export interface LinkRecord {
  id: string
  /** Null for anonymous links. */
  workspaceId: string | null
  domain: string
  key: string
  /** Empty for a bare domain without destination. */
  url: string
  shortLink: string
  /** Opened only to compare it. */
  sealedPassword: string | null
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
  /** Milliseconds since 1970. */
  expiresAt: number | null
  expiredUrl: string | null
  isDisabled: boolean
  isBanned: boolean
  programId: string | null
  partnerId: string | null
  testVariants: TestVariant[] | null
  /** Milliseconds since 1970. */
  testCompletedAt: number | null
  /** Milliseconds since 1970; null if the link was never moved to another workspace, whose clicks it does not count. */
  countsSince: number | null
  /** Whether the click id is passed to the destination: for conversion tracking, partner links and app trackers. */
  passesClickId: boolean
}

export interface DomainRecord {
  slug: string
  /** Whether the domain belongs to the service and is shared by all workspaces. */
  shared: boolean
  caseSensitive: boolean
  notFoundUrl: string | null
  expiredUrl: string | null
  placeholder: string | null
  appleAppSiteAssociation: unknown
  assetLinks: unknown
  /** Whether the domain has content for the page that offers its app. */
  hasDeepviewData: boolean
}

/** The value of `LinkRecord.passesClickId`: redirects ask for it more often than links are read. */
export const passesClickId = ({ trackConversion, programId, partnerId, url }: Omit<LinkRecord, 'passesClickId'>): boolean =>
  trackConversion || (programId !== null && partnerId !== null) || appTrackerPattern.test(url)

const appTrackerPattern = /^https?:\/\/(?:[^/?#@]*\.)?(sng\.link|onelink\.me)(?=[:/?#]|$)/i
/** Returns `sng.link` (Singular), `onelink.me` (AppsFlyer) or null. */
export const appTrackerOf = (url: string) => appTrackerPattern.exec(url)?.[1]?.toLowerCase() ?? null
