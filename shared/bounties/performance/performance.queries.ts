/** What partners achieved in a period. Amounts are cents. */
import type { Scope } from '../../kernel/scope.js'
import { isEarned } from '../../partners/index.js'
import type { Period } from '../periods.js'
import type { PerformanceAttribute } from './attributes.js'
import type { PartnerRef } from './pending-counts.queries.js'

const ofPartner = (events: string) => `${events}.workspace_id = programs.workspace_id and ${events}.link_id = links.id
  and ${events}.timestamp >= ? and ${events}.timestamp < ?`
const linksOfPartner = `from programs join links on links.program_id = programs.id and links.partner_id = ?`

/** Each takes partner, start, end, program. The amount of sales leaves out customers who first bought before a time. */
const countSql: Record<PerformanceAttribute, string> = {
  totalLeads: `select count(*)::float8 as count ${linksOfPartner} join lead_events l on ${ofPartner('l')} where programs.id = ?`,
  totalConversions: `select greatest(sum(s.sales), 0)::float8 as count ${linksOfPartner} join sale_events s on ${ofPartner('s')}
    where not s.recurring and programs.id = ?`,
  totalSaleAmount: `select sum(s.amount)::float8 as count ${linksOfPartner} join sale_events s on ${ofPartner('s')}
    join customers on customers.id = s.customer_id where customers.first_sale_at >= ? and programs.id = ?`,
  totalCommissions: `select sum(earnings)::float8 as count from commissions
    where partner_id = ? and created_at >= ? and created_at < ? and program_id = ? and ${isEarned()}`,
}

/** What the partner achieved in the period: a number, or cents. Customers who bought before it belong to earlier activity. */
export const achievedByNewCustomers = (scope: Pick<Scope, 'em'>, partner: PartnerRef, attribute: PerformanceAttribute, period: Period) =>
  achievedBy(scope, partner, attribute, period, period.start)

/** What the partner achieved from the time on: a number, or cents. */
export const achievedSince = (scope: Pick<Scope, 'em'>, partner: PartnerRef, attribute: PerformanceAttribute, start: Date) =>
  achievedBy(scope, partner, attribute, { start, end: null }, '-infinity')

async function achievedBy(
  { em }: Pick<Scope, 'em'>,
  { programId, partnerId }: PartnerRef,
  attribute: PerformanceAttribute,
  { start, end }: Period,
  firstSaleSince: Date | '-infinity',
): Promise<number> {
  const period = [start, end ?? 'infinity']
  const params = attribute === 'totalSaleAmount' ? [...period, firstSaleSince] : period
  const rows: { count: number | null }[] = await em.execute(countSql[attribute], [partnerId, ...params, programId])
  return rows[0]?.count ?? 0
}

export interface CountedSubmission {
  id: string
  bountyId: string
  programId: string
  partnerId: string
  count: number
  isReached: boolean
  now: Date
}

/** Stores the count in a draft, which it completes when the goal is reached. Returns whether it did. Other statuses keep their count. */
export async function storeCount({ em }: Pick<Scope, 'em'>, submission: CountedSubmission): Promise<boolean> {
  const { id, bountyId, programId, partnerId, count, isReached, now } = submission
  const rows: { status: string }[] = await em.execute(
    `insert into bounty_submissions (id, bounty_id, program_id, partner_id, status, performance_count, completed_at, created_at, updated_at)
     select ?, ?, ?, ?, ?, ?, ?, ?, ?
     where ? > 0 or exists (select 1 from bounty_submissions where bounty_id = ? and partner_id = ?)
     on conflict (bounty_id, partner_id, period_number) do update set performance_count = excluded.performance_count,
       status = excluded.status, completed_at = excluded.completed_at, updated_at = excluded.updated_at
     where bounty_submissions.status = 'draft'
     returning status`,
    [
      ...[id, bountyId, programId, partnerId, isReached ? 'submitted' : 'draft', count, isReached ? now : null, now, now],
      ...[count, bountyId, partnerId],
    ],
  )
  return rows[0]?.status === 'submitted'
}
