/** Commissions with what answers and events say about them. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { rowMapper } from '../../kernel/db/row-mapper.js'
import type { Scope } from '../../kernel/scope.js'
import { Commission } from './commission.entity.js'

export const { columnList: commissionColumns, map: readCommission } = rowMapper<Commission>(Commission)

export interface CommissionPartner {
  id: string
  name: string
  email: string | null
  image: string | null
  payoutsEnabledAt: string | null
  country: string | null
  groupId: string | null
}

export interface CommissionDetails {
  commission: Commission
  paidAt: Date | null
  partner: CommissionPartner
}

interface DetailsRow {
  paid_at: string | null
  partner: CommissionPartner
}

/** Joins of a commission `c` with its payout and partner. */
const detailColumns = `${commissionColumns('c')}, payouts.paid_at, json_build_object('id', partners.id, 'name', partners.name,
  'email', partners.email, 'image', partners.image, 'payoutsEnabledAt', partners.payouts_enabled_at, 'country', partners.country,
  'groupId', enrolments.group_id) as partner`
const detailJoins = `
  join partners on partners.id = c.partner_id
  left join enrolments on enrolments.program_id = c.program_id and enrolments.partner_id = c.partner_id
  left join payouts on payouts.id = c.payout_id`

/** The commissions that `source`, a query for commissions `c`, selects, in `order`. */
export async function commissionsWithDetails(
  { em }: Scope,
  source: string,
  params: readonly unknown[],
  order: string,
): Promise<CommissionDetails[]> {
  const rows: DetailsRow[] = await em.execute(`select ${detailColumns} from (${source}) as c ${detailJoins} order by ${order}`, [...params])
  return rows.map((row) => ({
    commission: readCommission(row),
    paidAt: row.paid_at === null ? null : new Date(row.paid_at),
    partner: { ...row.partner, payoutsEnabledAt: row.partner.payoutsEnabledAt && new Date(row.partner.payoutsEnabledAt).toISOString() },
  }))
}

export interface LinkSummary {
  id: string
  shortLink: string
  domain: string
  key: string
}

export async function linkSummaries({ em }: Scope, ids: readonly string[]): Promise<Map<string, LinkSummary>> {
  const rows: LinkSummary[] = await em.execute('select id, short_link as "shortLink", domain, key from links where id = any (?::text[])', [
    arrayLiteral(ids),
  ])
  return new Map(rows.map((link) => [link.id, link]))
}

export interface PartnerTotals {
  totalClicks: number
  totalLeads: number
  totalConversions: number
  totalSales: number
  totalSaleAmount: number
  totalCommissions: number
}

export async function partnerTotals({ em }: Scope, programId: string, partnerIds: readonly string[]): Promise<Map<string, PartnerTotals>> {
  const rows: (PartnerTotals & { partnerId: string })[] = await em.execute(
    `select partner_id as "partnerId", total_clicks::float8 as "totalClicks", total_leads::float8 as "totalLeads",
       total_conversions::float8 as "totalConversions", total_sales::float8 as "totalSales",
       total_sale_amount::float8 as "totalSaleAmount", total_commissions::float8 as "totalCommissions"
     from enrolments where program_id = ? and partner_id = any (?::text[])`,
    [programId, arrayLiteral(partnerIds)],
  )
  return new Map(rows.map(({ partnerId, ...totals }) => [partnerId, totals]))
}
