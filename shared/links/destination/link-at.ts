import type pg from 'pg'
import { lookupKeyOf } from '../keys.js'
import type { LinkRecord } from './link-record.js'
import { domainRecords, linkAddress, linkRecords } from './link-record.queries.js'

/** The link that a visitor would follow there, as it is now; null where there is none. */
export async function linkAt(pool: pg.Pool, domain: string, key: string): Promise<LinkRecord | null> {
  const found = (await domainRecords(pool, [domain])).get(domain)
  if (!found) return null
  const address = linkAddress(domain, lookupKeyOf(key, found))
  return (await linkRecords(pool, [address])).get(address) ?? null
}
