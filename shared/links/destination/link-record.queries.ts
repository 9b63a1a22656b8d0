/** Queries of redirects. Prepared statements without ORM, because redirects are the most frequent requests. */
import type pg from 'pg'
import { workspaceIsOpenSql } from '../../accounts/index.js'
import { seconds } from '../../kernel/time.js'
import { type DomainRecord, type LinkRecord, passesClickId } from './link-record.js'

/** A query whose answer does not come fails, so that cached links are used: all redirects wait for the one before. */
const queryTimeoutMs = seconds(3)

// Domains contain no spaces. Keys that requests name may, so the key is all that follows the first space. Joined, because maps compare a
// concatenated text slowly.
export const linkAddress = (domain: string, lookupKey: string) => [domain, lookupKey].join(' ')

// While a domain is being renamed, a link is stored under one of its two names. `offset 0` forces one index lookup per address, and the row
// estimate of a JSON array is constant, so PostgreSQL reuses one generic plan for lists of any length.
export const linkRecordsSql = `
  select position::int, link.* from json_array_elements_text($1) with ordinality as requested (address, position), lateral (
    select id, workspace_id as "workspaceId", domain, key, url, short_link as "shortLink", sealed_password as "sealedPassword",
      proxy, title, description, image, video, rewrite,
      do_index as "doIndex", track_conversion as "trackConversion", ios, android, geo, (extract(epoch from expires_at) * 1000)::float8 as "expiresAt",
      expired_url as "expiredUrl", disabled_at is not null as "isDisabled", banned_at is not null as "isBanned", program_id as "programId",
      partner_id as "partnerId", test_variants as "testVariants", (extract(epoch from test_completed_at) * 1000)::float8 as "testCompletedAt",
      (extract(epoch from stats_reset_at) * 1000)::float8 as "countsSince"
    from links
    where lookup_key = substr(address, strpos(address, ' ') + 1) and ${workspaceIsOpenSql('links')}
      and domain = any (array[split_part(address, ' ', 1), (select moved_from from domains where slug = split_part(address, ' ', 1))])
    offset 0) as link`

/** Returns links by address; addresses without a link are missing. */
export async function linkRecords(pool: pg.Pool, addresses: readonly string[]): Promise<Map<string, LinkRecord>> {
  const query = { name: 'link-records', text: linkRecordsSql, values: [JSON.stringify(addresses)], query_timeout: queryTimeoutMs }
  const { rows } = await pool.query<LinkRecord & { position: number }>(query)
  for (const record of rows) record.passesClickId = passesClickId(record)
  return new Map(rows.map((record) => [addresses[record.position - 1] as string, record]))
}

// Visitors of a workspace that the operator disabled are sent nowhere.
const domainRecordsSql = `
  select slug, workspace_id is null as shared, case_sensitive as "caseSensitive", placeholder,
    case when not is_disabled then not_found_url end as "notFoundUrl", case when not is_disabled then expired_url end as "expiredUrl",
    apple_app_site_association as "appleAppSiteAssociation", asset_links as "assetLinks",
    coalesce(jsonb_typeof(deepview_data) = 'object' and deepview_data <> '{}', false) as "hasDeepviewData"
  from domains, lateral (select exists (select from workspaces where id = workspace_id and disabled_at is not null) as is_disabled) workspace
  where slug = any ($1) and deleted_at is null and ${workspaceIsOpenSql('domains')}`

/** Returns domains by slug; unknown slugs are missing. */
export async function domainRecords(pool: pg.Pool, slugs: readonly string[]): Promise<Map<string, DomainRecord>> {
  const query = { name: 'domain-records', text: domainRecordsSql, values: [slugs], query_timeout: queryTimeoutMs }
  const { rows } = await pool.query<DomainRecord>(query)
  return new Map(rows.map((record) => [record.slug, record]))
}

/** The content of the domain's page that offers its app. */
export async function deepviewDataOf(pool: pg.Pool, slug: string): Promise<unknown> {
  const { rows } = await pool.query<{ data: unknown }>('select deepview_data as data from domains where slug = $1 and deleted_at is null', [
    slug,
  ])
  return rows[0]?.data
}

export async function sharedDashboardId(pool: pg.Pool, linkId: string): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>('select id from dashboards where link_id = $1', [linkId])
  return rows[0]?.id ?? null
}
