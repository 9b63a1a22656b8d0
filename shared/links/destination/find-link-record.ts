import type pg from 'pg'
import { requestedSlugs } from '../domains/slug.js'
import { lookupKeyOf } from '../keys.js'
import type { DomainRecord, LinkRecord } from './link-record.js'
import { domainRecords, linkAddress, linkRecords } from './link-record.queries.js'

/** Returns the current link and the domain that a request names, bypassing the cache. */
export async function findLinkWithDomain(
  pool: pg.Pool,
  domain: string,
  key: string,
): Promise<{ domain: DomainRecord; link: LinkRecord } | null> {
  const slugs = requestedSlugs(domain)
  const records = await domainRecords(pool, slugs)
  const domainRecord = slugs.map((slug) => records.get(slug)).find((record) => record !== undefined)
  if (!domainRecord) return null
  const address = linkAddress(domainRecord.slug, lookupKeyOf(key, domainRecord))
  const link = (await linkRecords(pool, [address])).get(address)
  return link ? { domain: domainRecord, link } : null
}

/** Returns the current link at this domain and key, bypassing the cache; null if there is none. */
export async function findLinkRecord(pool: pg.Pool, domain: string, key: string): Promise<LinkRecord | null> {
  return (await findLinkWithDomain(pool, domain, key))?.link ?? null
}
