/** SQL of partner accounts over all programs. */
import type { z } from 'zod'
import { isoInstant } from '../../kernel/db/iso-instant.js'
import type { Scope } from '../../kernel/scope.js'
import type { CountPartners, ListPartners, PartnersForOperator, SharedPlatforms } from './partner-lists.schema.js'
import type { TrustedPartners } from './trusted-partners.js'

type Reading = Pick<Scope, 'em'>

/** The column `platforms` of the partner `p`, as JSON. */
export const platforms = `(select coalesce(json_agg(json_build_object('type', f.type, 'identifier', f.identifier,
  'verifiedAt', ${isoInstant('f.verified_at')}, 'subscribers', f.subscribers, 'posts', f.posts, 'views', f.views) order by f.type), '[]')
  from partner_platforms f where f.partner_id = p.id) as platforms`

/** Whether the text is an id, and not an address that begins like one. */
export const isPartnerId = (text: string) => text.startsWith('pn_') && !text.includes('@')

function conditions({ networkStatus, country, search }: CountPartners): { sql: string; params: unknown[] } {
  const isId = search !== undefined && isPartnerId(search)
  const parts = Object.entries({
    'p.network_status': networkStatus,
    'p.country': country,
    [isId ? 'p.id' : 'p.email']: isId ? search : search?.toLowerCase(),
  }).filter(([, value]) => value !== undefined)
  return { sql: ['true', ...parts.map(([column]) => `${column} = ?`)].join(' and '), params: parts.map(([, value]) => value) }
}

export async function countPartners({ em }: Reading, query: CountPartners): Promise<number> {
  const { sql, params } = conditions(query)
  const [row] = await em.execute<[{ count: number }]>(`select count(*)::int as count from partners p where ${sql}`, params)
  return row.count
}

const sortColumns = { createdAt: 'p.created_at', submittedAt: 'p.submitted_at', reviewedAt: 'p.reviewed_at' }

export const partnersForOperator = (
  { em }: Reading,
  { sortBy = 'createdAt', sortOrder, page = 1, pageSize, ...query }: ListPartners,
): Promise<PartnersForOperator> => {
  const { sql, params } = conditions(query)
  return em.execute(
    `select p.id, p.name, p.email, p.image, p.description, p.country, p.company_name as "companyName", p.network_status as "networkStatus",
       ${isoInstant('p.created_at')} as "createdAt", ${isoInstant('p.submitted_at')} as "submittedAt",
       ${isoInstant('p.reviewed_at')} as "reviewedAt", coalesce(p.change_history, '[]') as "changeHistoryLog", ${platforms},
       (select coalesce(json_agg(row), '[]') from (
          select json_build_object('id', g.id, 'name', g.name, 'logo', g.logo, 'slug', g.slug, 'url', g.url, 'status', e.status,
            'totalSaleAmount', e.total_sale_amount, 'totalCommissions', e.total_commissions) as row
          from enrolments e join programs g on g.id = e.program_id where e.partner_id = p.id
          order by e.total_commissions desc, e.id limit 50) enrolled) as programs,
       (select coalesce(json_agg(row), '[]') from (
          select json_build_object('id', o.id, 'name', o.name, 'email', o.email, 'image', o.image, 'country', o.country) as row
          from partners o where o.id <> p.id and (o.payout_method_hash = p.payout_method_hash
            or o.crypto_wallet_address = p.crypto_wallet_address) order by o.id limit 10) duplicates) as "duplicatePartnerAccounts"
     from partners p where ${sql} order by ${sortColumns[sortBy]} ${sortOrder} nulls last, p.id limit ? offset ?`,
    [...params, pageSize, (page - 1) * pageSize],
  )
}

export const trustedPartners = ({ em }: Reading): Promise<z.infer<typeof TrustedPartners>['partners']> =>
  em.execute(
    `select p.id, p.name, p.email, p.image, p.description, ${isoInstant('p.trusted_at')} as "trustedAt", ${platforms}
     from partners p where p.network_status = 'trusted' and p.trusted_at is not null order by p.trusted_at desc, p.id limit 1000`,
  )

/** Websites are the same on one domain, with or without `www`. A question mark would be a parameter. */
const comparable = (table: string) =>
  `case when ${table}.type = 'website' then lower(regexp_replace(${table}.identifier, '^(https{0,1}://){0,1}(www\\.){0,1}([^/]*).*$', '\\3'))
   else lower(${table}.identifier) end`

export const partnersWithSamePlatform = ({ em }: Reading, partnerId: string): Promise<SharedPlatforms> =>
  em.execute(
    `select own.type, own.identifier, (select json_agg(row) from (
         select json_build_object('id', p.id, 'name', p.name, 'email', p.email, 'image', p.image) as row
         from partner_platforms other join partners p on p.id = other.partner_id
         where other.type = own.type and other.partner_id <> own.partner_id and other.verified_at is not null
           and ${comparable('other')} = ${comparable('own')} order by p.id limit 10) found) as partners
     from partner_platforms own where own.partner_id = ? and own.verified_at is not null
       and exists (select from partner_platforms other where other.type = own.type and other.partner_id <> own.partner_id
         and other.verified_at is not null and ${comparable('other')} = ${comparable('own')})
     order by own.type`,
    [partnerId],
  )

export interface AccountActivity {
  hasTransfers: boolean
  hasCommissions: boolean
  hasLeads: boolean
}

export async function activityOfAccount({ em }: Reading, partnerId: string): Promise<AccountActivity> {
  const [row] = await em.execute<[AccountActivity]>(
    `select exists (select from payouts where partner_id = ? and method = 'connect' and status in ('processing', 'processed', 'sent', 'completed'))
         as "hasTransfers",
       exists (select from commissions where partner_id = ?) as "hasCommissions",
       exists (select from enrolments where partner_id = ? and total_leads > 0) as "hasLeads"`,
    [partnerId, partnerId, partnerId],
  )
  return row
}

export async function setVerified({ em, now }: Pick<Scope, 'em' | 'now'>, partnerId: string, type: string): Promise<void> {
  await em.execute('update partner_platforms set verified_at = ?, updated_at = ? where partner_id = ? and type = ?', [
    now(),
    now(),
    partnerId,
    type,
  ])
}
