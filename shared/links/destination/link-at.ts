import type pg from 'pg'
import { lookupKeyOf } from '../keys.js'
import type { LinkRecord } from './link-record.js'
import { domainRecord, linkRecord } from './link-record.queries.js'

/** The link that a visitor would follow there, as it is now; null where there is none. */
export async function linkAt(pool: pg.Pool, domain: string, key: string): Promise<LinkRecord | null> {
  const found = await domainRecord(pool, domain)
  return found && linkRecord(pool, domain, lookupKeyOf(key, found))
}
