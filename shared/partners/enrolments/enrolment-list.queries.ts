/** SQL of lists of partners. Every query is restricted to one program. */
import { isoInstant } from '../../kernel/db/iso-instant.js'
import type { Scope } from '../../kernel/scope.js'
import type { enrolmentStatuses } from '../partner.schema.js'
import { type GetPartners, type PartnerFilter, type PartnerSortKey, rangedTotals } from './enrolment-query.schema.js'

const ratio = (part: string, whole: string) => `case when e.${whole} = 0 then 0 else e.${part}::float8 / e.${whole} end`

const sortExpressions: Record<PartnerSortKey, string> = {
  createdAt: 'e.created_at',
  totalClicks: 'e.total_clicks',
  totalLeads: 'e.total_leads',
  totalConversions: 'e.total_conversions',
  totalSaleAmount: 'e.total_sale_amount',
  totalCommissions: 'e.total_commissions',
  netRevenue: 'e.total_sale_amount - e.total_commissions',
  earningsPerClick: ratio('total_sale_amount', 'total_clicks'),
  averageLifetimeValue: ratio('total_sale_amount', 'total_conversions'),
  clickToLeadRate: ratio('total_leads', 'total_clicks'),
  clickToConversionRate: ratio('total_conversions', 'total_clicks'),
  leadToConversionRate: ratio('total_conversions', 'total_leads'),
  returnOnAdSpend: ratio('total_sale_amount', 'total_commissions'),
}

/** Ids of the enrolments of a page. Partners are joined only for filters that need them. */
export async function enrolmentsMatching({ em }: Pick<Scope, 'em'>, programId: string, query: GetPartners): Promise<string[]> {
  const { sortBy, sortOrder, page = 1, pageSize } = query
  const { from, params } = selection(programId, query)
  const rows: { id: string }[] = await em.execute(
    `select e.id ${from} order by ${sortExpressions[sortBy]} ${sortOrder}, e.id ${sortOrder} limit ? offset ?`,
    [...params, pageSize, (page - 1) * pageSize],
  )
  return rows.map(({ id }) => id)
}

/** Ids of enrolments after `after`, in the order of their ids. */
export async function enrolmentsMatchingAfter(
  { em }: Pick<Scope, 'em'>,
  programId: string,
  filter: PartnerFilter,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const { from, params } = selection(programId, filter)
  const rows: { id: string }[] = await em.execute(`select e.id ${from} and e.id > ? order by e.id limit ?`, [...params, after, limit])
  return rows.map(({ id }) => id)
}

export async function countEnrolmentsMatching({ em }: Pick<Scope, 'em'>, programId: string, filter: PartnerFilter): Promise<number> {
  const { from, params } = selection(programId, filter)
  const rows: { count: number }[] = await em.execute(`select count(*)::int as count ${from}`, params)
  return rows[0]?.count ?? 0
}

const groupings = {
  status: { column: 'e.status', join: '' },
  country: { column: 'gp.country', join: 'join partners gp on gp.id = e.partner_id' },
  groupId: { column: 'e.group_id', join: '' },
  partnerTagId: { column: 'gt.tag_id', join: 'join enrolment_tags gt on gt.enrolment_id = e.id' },
  referredByPartnerId: { column: 'e.referred_by_partner_id', join: '' },
} as const
export type Grouping = keyof typeof groupings

const maxGroups = 1000

/** Numbers of enrolments by the value of a column, largest first. */
export async function countEnrolmentsBy(
  { em }: Pick<Scope, 'em'>,
  programId: string,
  grouping: Grouping,
  filter: PartnerFilter,
): Promise<{ value: string | null; _count: number }[]> {
  const { column, join } = groupings[grouping]
  const { from, params } = selection(programId, filter, join)
  return em.execute(`select ${column} as value, count(*)::int as _count ${from} group by 1 order by 2 desc, 1 limit ${maxGroups}`, params)
}

type Condition = [sql: string, ...params: unknown[]]

function selection(programId: string, filter: PartnerFilter, join = ''): { from: string; params: unknown[] } {
  const ofPartner = partnerConditions(filter)
  const parts: Condition[] = [['e.program_id = ?', programId], ...ofPartner, ...enrolmentConditions(filter)]
  const partners = ofPartner.length > 0 ? 'join partners p on p.id = e.partner_id' : ''
  return {
    from: `from enrolments e ${partners} ${join} where ${parts.map(([sql]) => sql).join(' and ')}`,
    params: parts.flatMap(([, ...params]) => params),
  }
}

function enrolmentConditions(filter: PartnerFilter): Condition[] {
  const parts: Condition[] = []
  if (filter.status) parts.push(['e.status = ?', filter.status])
  if (filter.groupId) parts.push(listCondition('e.group_id', filter.groupId))
  if (filter.tenantId) parts.push(['e.tenant_id = ?', filter.tenantId])
  if (filter.referredByPartnerId) parts.push(['e.referred_by_partner_id = ?', filter.referredByPartnerId])
  if (filter.partnerIds && filter.partnerIds.length > 0) parts.push(['e.partner_id = any (array[?]::text[])', filter.partnerIds])
  if (filter.partnerTagId)
    parts.push([
      `exists (select from enrolment_tags t where t.enrolment_id = e.id and t.tag_id = any (array[?]::text[]))`,
      filter.partnerTagId.split(','),
    ])
  return [...parts, ...rangedTotals.flatMap((name) => rangeConditions(filter, name))]
}

/** A lowest value above the highest one is taken for the highest. */
function rangeConditions(filter: PartnerFilter, name: (typeof rangedTotals)[number]): Condition[] {
  const [low, high] = [filter[`${name}Min`], filter[`${name}Max`]]
  const [min, max] = low !== undefined && high !== undefined && low > high ? [high, low] : [low, high]
  const parts: Condition[] = []
  if (min !== undefined) parts.push([`${sortExpressions[name]} >= ?`, min])
  if (max !== undefined) parts.push([`${sortExpressions[name]} <= ?`, max])
  return parts
}

function partnerConditions(filter: PartnerFilter): Condition[] {
  const parts: Condition[] = []
  if (filter.country) parts.push(listCondition('p.country', filter.country.toUpperCase()))
  if (filter.email) parts.push(['p.email = ?', filter.email.trim().toLowerCase()])
  else if (filter.search) parts.push(searchCondition(filter.search.trim()))
  return parts
}

/** Values separated by commas; a leading `-` excludes them and keeps rows without a value. */
function listCondition(column: string, text: string): Condition {
  const isExcluded = text.startsWith('-')
  const values = text
    .slice(isExcluded ? 1 : 0)
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean)
  return isExcluded
    ? [`(${column} is null or ${column} <> all (array[?]::text[]))`, values]
    : [`${column} = any (array[?]::text[])`, values]
}

function searchCondition(search: string): Condition {
  if (search.includes('@')) return ['p.email = ?', search.toLowerCase()]
  if (search.startsWith('pn_')) return ['p.id = ?', search]
  const words = search.match(/[\p{L}\p{N}]+/gu)
  return words
    ? ["partner_words(p.name, p.email, p.company_name) @@ to_tsquery('simple', ?)", words.map((word) => `${word}:*`).join(' & ')]
    : ['false']
}

export interface EnrolmentRow {
  enrolmentId: string
  platforms: Record<string, string>
  tags: { id: string; name: string }[]
  status: (typeof enrolmentStatuses)[number]
  partnerId: string
  [column: string]: unknown
}

/** Complete rows of enrolments with their partners, platforms, tags and the review of their application, in any order. */
export async function enrolmentRows({ em }: Pick<Scope, 'em'>, ids: readonly string[]): Promise<EnrolmentRow[]> {
  if (ids.length === 0) return []
  return em.execute(
    `select e.*, e.id as "enrolmentId", e.partner_id as "partnerId", e.status,
       p.name, p.username, p.email, p.image, p.description, p.country, p.company_name, p.network_status, p.default_payout_method,
       p.paypal_email, p.stripe_connect_id, p.payouts_enabled_at, p.identity_verified_at, p.trusted_at, p.monthly_traffic,
       p.industry_interests, p.preferred_earning_structures, p.sales_channels, g.referral_form_data,
       coalesce((select jsonb_object_agg(f.type, f.identifier) from partner_platforms f where f.partner_id = p.id), '{}') as platforms,
       coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.id)
         from enrolment_tags a join partner_tags t on t.id = a.tag_id where a.enrolment_id = e.id), '[]') as tags,
       (select jsonb_build_object('rejectionReason', a.rejection_reason, 'rejectionNote', a.rejection_note,
           'reviewedAt', ${isoInstant('a.reviewed_at')})
         from program_applications a where a.id = e.application_id) as application
     from enrolments e join partners p on p.id = e.partner_id join programs g on g.id = e.program_id
     where e.id = any (array[?]::text[])`,
    [ids],
  )
}

export interface PlatformRow {
  type: string
  identifier: string
  verifiedAt: string | null
  subscribers: number
  posts: number
  views: number
}

export const platformsOfPartner = ({ em }: Pick<Scope, 'em'>, partnerId: string): Promise<PlatformRow[]> =>
  em.execute(
    `select type, identifier, ${isoInstant('verified_at')} as "verifiedAt",
       subscribers::float8 as subscribers, posts::float8 as posts, views::float8 as views
     from partner_platforms where partner_id = ? order by type`,
    [partnerId],
  )

/** The last lead and the last conversion of the partner's links. */
export async function lastEventsOfPartner(
  { em }: Pick<Scope, 'em'>,
  programId: string,
  partnerId: string,
): Promise<{ lead: string | null; conversion: string | null }> {
  const rows: { lead: string | null; conversion: string | null }[] = await em.execute(
    'select max(last_lead_at) as lead, max(last_conversion_at) as conversion from links where program_id = ? and partner_id = ?',
    [programId, partnerId],
  )
  return rows[0] ?? { lead: null, conversion: null }
}

/** Numbers of programs that the partner belongs to, of any workspace. */
export async function networkActivityOf(
  { em }: Pick<Scope, 'em'>,
  partnerId: string,
): Promise<{ totalPrograms: number; activePrograms: number; bannedPrograms: number }> {
  const rows: { totalPrograms: number; activePrograms: number; bannedPrograms: number }[] = await em.execute(
    `select count(*)::int as "totalPrograms", count(*) filter (where status in ('approved', 'archived'))::int as "activePrograms",
       count(*) filter (where status = 'banned')::int as "bannedPrograms" from enrolments where partner_id = ?`,
    [partnerId],
  )
  return rows[0] as { totalPrograms: number; activePrograms: number; bannedPrograms: number }
}

/** The discount that the partner may offer. */
export async function discountOfEnrolment(
  { em }: Pick<Scope, 'em'>,
  enrolmentId: string,
): Promise<{ id: string; provider: string } | null> {
  const rows: { id: string; provider: string }[] = await em.execute(
    'select d.id, d.provider from enrolments e join discounts d on d.id = e.discount_id where e.id = ?',
    [enrolmentId],
  )
  return rows[0] ?? null
}
