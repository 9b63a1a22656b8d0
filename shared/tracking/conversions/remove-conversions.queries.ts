/** Deletion of conversions that an import recorded. Lock order as in `conversion.queries.ts`: customers, links. */
import type { InWorkspace } from '../../accounts/index.js'
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { executeBound } from '../../kernel/db/execute-bound.js'
import { clickIdTime } from '../../kernel/ids.js'

/** Deletes sales and releases their invoices. The counters of their customers and links are correct afterwards. */
export async function removeSales({ em, workspace }: InWorkspace, ids: readonly string[]): Promise<void> {
  const removed = await executeBound<{ customerId: string; linkId: string }>(
    em,
    `with removed as (
       delete from sale_events s using jsonb_to_recordset(?::jsonb) as input (id text, at timestamptz)
       where s.id = input.id and s.timestamp = input.at and s.workspace_id = ? returning s.id, s.customer_id, s.link_id, s.sales, s.amount
     ), claims as (delete from sale_claims c using removed where c.workspace_id = ? and c.event_id = removed.id),
     of_customers as (
       update customers set sales = customers.sales - sums.sales, sale_amount = customers.sale_amount - sums.amount
       from (select customer_id, sum(sales) as sales, sum(amount) as amount from removed group by 1) as sums
       where customers.id = sums.customer_id
     ), of_links as (
       update links set sales = links.sales - sums.sales, sale_amount = links.sale_amount - sums.amount
       from (select link_id, sum(sales) as sales, sum(amount) as amount from removed group by 1) as sums where links.id = sums.link_id
     ) select distinct customer_id as "customerId", link_id as "linkId" from removed`,
    [JSON.stringify(ids.map((id) => ({ id, at: new Date(clickIdTime(id)) }))), workspace.id, workspace.id],
  )
  await em.execute(
    `update customers set first_sale_at = (select min(timestamp) from sale_events s where s.customer_id = customers.id and s.refund_of is null)
     where id = any (?::text[])`,
    [arrayLiteral(removed.map(({ customerId }) => customerId))],
  )
  await executeBound(
    em,
    `with released as (
       delete from conversion_claims c using jsonb_to_recordset(?::jsonb) as input ("customerId" text, "linkId" text)
       where c.customer_id = input."customerId" and c.link_id = input."linkId" and not exists (select from sale_events s
         where s.customer_id = c.customer_id and s.link_id = c.link_id and s.refund_of is null) returning c.link_id
     ) update links set conversions = conversions - counted.count from (select link_id, count(*) from released group by 1) as counted
       where links.id = counted.link_id`,
    [JSON.stringify(removed)],
  )
}

/** Deletes the leads of customers without sales. The counters of their links are correct afterwards. */
export async function removeLeads({ em, workspace }: InWorkspace, customerIds: readonly string[]): Promise<void> {
  await em.execute(
    `with removed as (delete from lead_events where workspace_id = ? and customer_id = any (?::text[]) returning link_id)
     update links set leads = leads - counted.count from (select link_id, count(*) from removed group by 1) as counted
     where links.id = counted.link_id`,
    [workspace.id, arrayLiteral(customerIds)],
  )
}
