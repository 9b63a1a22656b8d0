/** SQL of the partners of links, for events of conversions. */
import { isoInstant } from '../../kernel/db/iso-instant.js'
import type { Scope } from '../../kernel/scope.js'

/** The partner enrolled in the program, with their totals so far; null without an enrolment. */
export async function findPartnerWithTotals({ em }: Scope, programId: string, partnerId: string): Promise<object | null> {
  const rows: object[] = await em.execute(
    `select p.id, p.name, p.email, p.image, ${isoInstant('p.payouts_enabled_at')} as "payoutsEnabledAt", p.country, e.group_id as "groupId",
       e.total_clicks::float8 as "totalClicks", e.total_leads::float8 as "totalLeads", e.total_conversions::float8 as "totalConversions",
       e.total_sales::float8 as "totalSales", e.total_sale_amount::float8 as "totalSaleAmount",
       e.total_commissions::float8 as "totalCommissions"
     from enrolments e join partners p on p.id = e.partner_id where e.program_id = ? and e.partner_id = ?`,
    [programId, partnerId],
  )
  return rows[0] ?? null
}
