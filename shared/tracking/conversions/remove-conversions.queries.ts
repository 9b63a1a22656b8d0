/** SQL that deletes conversions which an import recorded. Lock order as in `conversion.queries.ts`: customers, links. */
import type { InWorkspace } from '../../accounts/index.js'
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { executeBound } from '../../kernel/db/execute-bound.js'
import { clickIdTime } from '../../kernel/ids.js'

/** A deleted event, and what it was in the counters of its link. */
export interface RemovedEvent {
  customerId: string
  linkId: string
  at: Date
  leads: number
  sales: number
  amount: number
  /** The sale was the first of the customer by the link. */
  converts: boolean
}

type RemovedRow = Omit<RemovedEvent, 'at'> & { at: string }
const toEvent = (row: RemovedRow): RemovedEvent => ({ ...row, at: new Date(row.at) })

/** Deletes sales, releases their invoices and takes them from the counters of their customers. Returns them. */
export async function deleteSales({ em, workspace }: InWorkspace, ids: readonly string[]): Promise<RemovedEvent[]> {
  const rows = await executeBound<RemovedRow>(
    em,
    `with removed as (
       delete from sale_events s using jsonb_to_recordset(?::jsonb) as input (id text, at timestamptz)
       where s.id = input.id and s.timestamp = input.at and s.workspace_id = ? returning s.*
     ), claims as (delete from sale_claims c using removed where c.workspace_id = ? and c.event_id = removed.id),
     of_customers as (
       update customers set sales = customers.sales - sums.sales, sale_amount = customers.sale_amount - sums.amount
       from (select customer_id, sum(sales) as sales, sum(amount) as amount from removed group by 1) as sums
       where customers.id = sums.customer_id
     ) select customer_id as "customerId", link_id as "linkId", timestamp as at, 0 as leads, sales, amount,
         not recurring and refund_of is null as converts from removed`,
    [JSON.stringify(ids.map((id) => ({ id, at: new Date(clickIdTime(id)) }))), workspace.id, workspace.id],
  )
  return rows.map(toEvent)
}

/** Returns the ids of those of the customers that exist. */
export async function updateFirstSales({ em }: InWorkspace, customerIds: readonly string[]): Promise<string[]> {
  const rows: { id: string }[] = await em.execute(
    `update customers set first_sale_at = (select min(timestamp) from sale_events s where s.customer_id = customers.id and s.refund_of is null)
     where id = any (?::text[]) returning id`,
    [arrayLiteral(customerIds)],
  )
  return rows.map(({ id }) => id)
}

/** Deletes the leads of customers. Returns them. */
export async function deleteLeads({ em, workspace }: InWorkspace, customerIds: readonly string[]): Promise<RemovedEvent[]> {
  const rows = await executeBound<RemovedRow>(
    em,
    `delete from lead_events where workspace_id = ? and customer_id = any (?::text[])
     returning customer_id as "customerId", link_id as "linkId", timestamp as at, 1 as leads, 0 as sales, 0 as amount, false as converts`,
    [workspace.id, arrayLiteral(customerIds)],
  )
  return rows.map(toEvent)
}
