/** Links and domains for redirects, cached in memory for at most one second. */
import type pg from 'pg'
import type { ShortLivedStore } from '../../kernel/store/short-lived-store.js'
import { seconds } from '../../kernel/time.js'
import { linksChangedChannel, type InvalidatedAddress } from '../link-cache.js'
import type { DomainRecord, LinkRecord } from './link-record.js'
import { domainRecords, linkAddress, linkRecords, sharedDashboardId } from './link-record.queries.js'
import { type ReadThroughCache, readThroughCache } from './read-through-cache.js'

export interface LinkDirectory {
  links: ReadThroughCache<LinkRecord>
  domains: ReadThroughCache<DomainRecord>
  /** Id of the shared dashboard of the link; null without one. Not cached. */
  dashboardOf(linkId: string): Promise<string | null>
  close(): Promise<void>
}

/**
 * Changes invalidate entries by message: in the process that made them before it responds, in others within milliseconds. If a message is
 * lost, entries are stale for at most one second.
 */
export async function openLinkDirectory(pool: pg.Pool, store: ShortLivedStore): Promise<LinkDirectory> {
  const links = readThroughCache((addresses) => linkRecords(pool, addresses), { maxEntries: 50_000, ttlMs: seconds(1) })
  const domains = readThroughCache((slugs) => domainRecords(pool, slugs), { maxEntries: 5_000, ttlMs: seconds(1) })
  const stop = await store.subscribe(
    linksChangedChannel,
    (message) => {
      for (const [domain, lookupKey] of JSON.parse(message) as InvalidatedAddress[]) {
        if (lookupKey === undefined) domains.invalidate(domain)
        else links.invalidate(linkAddress(domain, lookupKey))
      }
    },
    () => {
      links.invalidateAll()
      domains.invalidateAll()
    },
  )
  return { links, domains, dashboardOf: (linkId) => sharedDashboardId(pool, linkId), close: stop }
}
