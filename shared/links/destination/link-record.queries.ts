/** The redirect's two questions to the database. Prepared once a connection; no ORM on this path. */
import type pg from 'pg'
import { isOfOpenWorkspace } from '../../accounts/index.js'
import type { DomainRecord, LinkRecord } from './link-record.js'

// While a domain is being renamed, a link lives under one of its two names.
const linkStatement = `
  select id, workspace_id as "workspaceId", domain, key, url, short_link as "shortLink", password, proxy, title, description, image, video, rewrite,
    do_index as "doIndex", track_conversion as "trackConversion", ios, android, geo, (extract(epoch from expires_at) * 1000)::float8 as "expiresAt",
    expired_url as "expiredUrl", disabled_at is not null as "isDisabled", banned_at is not null as "isBanned", program_id as "programId",
    partner_id as "partnerId", test_variants as "testVariants", (extract(epoch from test_completed_at) * 1000)::float8 as "testCompletedAt"
  from links where lookup_key = $2 and domain = any (array[$1, (select moved_from from domains where slug = $1)])
    and ${isOfOpenWorkspace('links')}`

export async function linkRecord(pool: pg.Pool, domain: string, lookupKey: string): Promise<LinkRecord | null> {
  const { rows } = await pool.query<LinkRecord>({ name: 'link-record', text: linkStatement, values: [domain, lookupKey] })
  return rows[0] ?? null
}

const domainStatement = `
  select slug, workspace_id is null as shared, case_sensitive as "caseSensitive", not_found_url as "notFoundUrl", expired_url as "expiredUrl", placeholder,
    apple_app_site_association as "appleAppSiteAssociation", asset_links as "assetLinks"
  from domains where slug = $1 and deleted_at is null and ${isOfOpenWorkspace('domains')}`

export async function domainRecord(pool: pg.Pool, slug: string): Promise<DomainRecord | null> {
  const { rows } = await pool.query<DomainRecord>({ name: 'domain-record', text: domainStatement, values: [slug] })
  return rows[0] ?? null
}
