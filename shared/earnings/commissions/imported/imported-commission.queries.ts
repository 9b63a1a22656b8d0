import type { InWorkspace, WorkspaceScope } from '../../../accounts/index.js'
import { arrayLiteral } from '../../../kernel/db/array-literal.js'
import { executeBound } from '../../../kernel/db/execute-bound.js'
import type { Scope } from '../../../kernel/scope.js'
import { hours } from '../../../kernel/time.js'
import type { PartnerRef } from '../pending-earnings.queries.js'

/** Keeps leads and sales of the partners from earning commissions. */
export async function dropPendingEarnings({ em }: Scope, partners: readonly PartnerRef[], eventIds: readonly string[]): Promise<void> {
  const [programIds, partnerIds] = [partners.map(({ programId }) => programId), partners.map(({ partnerId }) => partnerId)]
  await em.execute(
    `delete from pending_earnings using (select distinct * from unnest(?::text[], ?::text[]) as partner (program_id, partner_id)) as owner
     where pending_earnings.program_id = owner.program_id and pending_earnings.partner_id = owner.partner_id and event_id = any (?::text[])`,
    [arrayLiteral(programIds), arrayLiteral(partnerIds), arrayLiteral(eventIds)],
  )
}

/** The invoice or else the id of a sale of that amount that the customer made within an hour of the time; null if there is none. */
export async function saleAround({ em, workspace }: WorkspaceScope, externalId: string, amount: number, at: Date): Promise<string | null> {
  const rows: { sale: string }[] = await em.execute(
    `select coalesce(invoice_id, sale_events.id) as sale from sale_events join customers on customers.id = customer_id
     where customers.workspace_id = ? and external_id = ? and amount = ? and refund_of is null and timestamp between ? and ? limit 1`,
    [workspace.id, externalId, amount, new Date(at.getTime() - hours(1)), new Date(at.getTime() + hours(1))],
  )
  return rows[0]?.sale ?? null
}

/** The numbers of those sales whose customer has one of the same amount within an hour of its time. */
export async function salesAround(
  { em, workspace }: InWorkspace,
  sales: readonly { number: number; customerId: string; amount: number | null; at: Date }[],
): Promise<Set<number>> {
  const rows = await executeBound<{ number: number }>(
    em,
    `select distinct number from jsonb_to_recordset(?::jsonb) as input (number int, "customerId" text, amount bigint, at timestamptz)
     join customers on customers.id = input."customerId" and customers.workspace_id = ?
     join sale_events on sale_events.customer_id = customers.id and sale_events.amount = input.amount and refund_of is null
       and timestamp between input.at - interval '1 hour' and input.at + interval '1 hour'`,
    [JSON.stringify(sales), workspace.id],
  )
  return new Set(rows.map(({ number }) => number))
}

/** The partners of the commissions. */
export async function partnersOfCommissions({ em, workspace }: WorkspaceScope, ids: readonly string[]): Promise<PartnerRef[]> {
  return em.execute(
    `select distinct program_id as "programId", partner_id as "partnerId" from commissions join programs on programs.id = program_id
     where programs.workspace_id = ? and commissions.id = any (?::text[])`,
    [workspace.id, arrayLiteral(ids)],
  )
}

/** Deletes commissions that are not paid or being paid, and unchanged since their import. */
export async function deleteUnpaidCommissions(
  { em, workspace }: WorkspaceScope,
  ids: readonly string[],
): Promise<{ id: string; eventId: string; payoutId: string | null }[]> {
  return em.execute(
    `delete from commissions using programs where programs.id = program_id and programs.workspace_id = ? and commissions.id = any (?::text[])
       and refunded_amount = 0
       and (payout_id is null or exists (select from payouts where payouts.id = payout_id and payouts.status in ('pending', 'canceled')))
     returning commissions.id, event_id as "eventId", payout_id as "payoutId"`,
    [workspace.id, arrayLiteral(ids)],
  )
}
