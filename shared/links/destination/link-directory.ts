/** The redirect's view of links and domains, kept in memory for a second at most. */
import type pg from 'pg'
import type { ShortLivedStore } from '../../kernel/store/store.js'
import { seconds } from '../../kernel/time.js'
import { linksChangedChannel, type Place } from '../link-cache.js'
import type { DomainRecord, LinkRecord } from './link-record.js'
import { domainRecords, linkAddress, linkRecords } from './link-record.queries.js'
import { type Remembered, remembered } from './remembered.js'

export interface LinkDirectory {
  links: Remembered<LinkRecord>
  domains: Remembered<DomainRecord>
  close(): Promise<void>
}

/**
 * Changes are told by a message: by the process that made them before it answers, in others within milliseconds. A lost message costs the
 * second for which an answer is believed.
 */
export async function openLinkDirectory(pool: pg.Pool, store: ShortLivedStore): Promise<LinkDirectory> {
  const links = remembered((addresses) => linkRecords(pool, addresses), { most: 50_000, lifetime: seconds(1) })
  const domains = remembered((slugs) => domainRecords(pool, slugs), { most: 5_000, lifetime: seconds(1) })
  const stop = await store.subscribe(
    linksChangedChannel,
    (message) => {
      for (const [domain, lookupKey] of JSON.parse(message) as Place[]) {
        if (lookupKey === undefined) domains.forget(domain)
        else links.forget(linkAddress(domain, lookupKey))
      }
    },
    () => links.forgetAll(),
  )
  return { links, domains, close: stop }
}
