import type pg from 'pg'
import { lookupKeyOf } from '../keys.js'
import type { LinkRecord } from './link-record.js'
import { domainRecords, linkAddress, linkRecords } from './link-record.queries.js'

/** Returns the current link at this domain and key, bypassing the cache; null if there is none. */
export async function findLinkRecord(pool: pg.Pool, domain: string, key: string): Promise<LinkRecord | null> {
  const domainRecord = (await domainRecords(pool, [domain])).get(domain)
  if (!domainRecord) return null
  const address = linkAddress(domain, lookupKeyOf(key, domainRecord))
  return (await linkRecords(pool, [address])).get(address) ?? null
}
