/** Links and domains for redirects, cached in memory. */
import type pg from 'pg'
import type { ShortLivedStore } from '../../kernel/store/short-lived-store.js'
import { seconds } from '../../kernel/time.js'
import { linksChangedChannel, type InvalidatedAddress } from '../link-cache.js'
import { compactLinkRecord } from './compact-link-record.js'
import { followLinkChanges, type LinkChanges } from './link-changes.js'
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

export interface LinkDirectoryOptions {
  pool: pg.Pool
  store: ShortLivedStore
  /** Maximum number of cached links. */
  cachedLinks: number
  onError: (error: Error) => void
}

/**
 * Changes invalidate entries by message: in the process that made them before it responds, in others within milliseconds. If a message is
 * lost, entries are stale for at most one second. Links are kept for longer while the database confirms that all their changes are known.
 */
export async function openLinkDirectory({ pool, store, cachedLinks, onError }: LinkDirectoryOptions): Promise<LinkDirectory> {
  const ttlMs = seconds(1)
  const changes: { current?: LinkChanges } = {}
  const links = readThroughCache((addresses) => compactLinkRecords(pool, addresses), {
    maxEntries: cachedLinks,
    ttlMs,
    changes: {
      // While a domain is being renamed, links are found under its new name and announced under the former one.
      isFollowed: (address, link) => address.startsWith(`${link.domain} `),
      requestConfirmation: () => changes.current?.requestConfirmation() ?? false,
    },
  })
  const domains = readThroughCache((slugs) => domainRecords(pool, slugs), { maxEntries: 5_000, ttlMs })
  changes.current = await followLinkChanges(
    pool,
    {
      onLink: (address) => links.invalidate(address),
      onClosedWorkspace: (id) => links.invalidateAll((link) => link.workspaceId === id),
      onGap: () => links.invalidateAll(),
      onConfirmed: (at) => links.confirm(at),
    },
    onError,
  )
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
  return {
    links,
    domains,
    dashboardOf: (linkId) => sharedDashboardId(pool, linkId),
    async close() {
      await stop()
      await changes.current?.close()
    },
  }
}

async function compactLinkRecords(pool: pg.Pool, addresses: readonly string[]): Promise<Map<string, LinkRecord>> {
  const records = await linkRecords(pool, addresses)
  for (const [address, record] of records) records.set(address, compactLinkRecord(record))
  return records
}
