/** The redirect's two questions to the database. Prepared once a connection; no ORM on this path. */
import type pg from 'pg'
import { isOfOpenWorkspace } from '../../accounts/index.js'
import type { DomainRecord, LinkRecord } from './link-record.js'

// A space is in no domain and in no key.
export const linkAddress = (domain: string, lookupKey: string) => `${domain} ${lookupKey}`

// While a domain is being renamed, a link lives under one of its two names. `offset 0` keeps every link a look-up of its own, and the number
// of rows in JSON is always guessed alike: so the plan is made once and kept, not made anew for every length of the list.
const linksStatement = `
  select address, link.* from json_array_elements_text($1) as address, lateral (
    select id, workspace_id as "workspaceId", domain, key, url, short_link as "shortLink", password, proxy, title, description, image, video, rewrite,
      do_index as "doIndex", track_conversion as "trackConversion", ios, android, geo, (extract(epoch from expires_at) * 1000)::float8 as "expiresAt",
      expired_url as "expiredUrl", disabled_at is not null as "isDisabled", banned_at is not null as "isBanned", program_id as "programId",
      partner_id as "partnerId", test_variants as "testVariants", (extract(epoch from test_completed_at) * 1000)::float8 as "testCompletedAt"
    from links
    where lookup_key = split_part(address, ' ', 2) and ${isOfOpenWorkspace('links')}
      and domain = any (array[split_part(address, ' ', 1), (select moved_from from domains where slug = split_part(address, ' ', 1))])
    offset 0) as link`

/** By their addresses; those where nothing is are missing. */
export async function linkRecords(pool: pg.Pool, addresses: readonly string[]): Promise<Map<string, LinkRecord>> {
  const { rows } = await pool.query<LinkRecord & { address: string }>({
    name: 'link-records',
    text: linksStatement,
    values: [JSON.stringify(addresses)],
  })
  return new Map(rows.map((record) => [record.address, record]))
}

const domainsStatement = `
  select slug, workspace_id is null as shared, case_sensitive as "caseSensitive", not_found_url as "notFoundUrl", expired_url as "expiredUrl", placeholder,
    apple_app_site_association as "appleAppSiteAssociation", asset_links as "assetLinks"
  from domains where slug = any ($1) and deleted_at is null and ${isOfOpenWorkspace('domains')}`

/** By their slugs; those that are not there are missing. */
export async function domainRecords(pool: pg.Pool, slugs: readonly string[]): Promise<Map<string, DomainRecord>> {
  const { rows } = await pool.query<DomainRecord>({ name: 'domain-records', text: domainsStatement, values: [slugs] })
  return new Map(rows.map((record) => [record.slug, record]))
}
