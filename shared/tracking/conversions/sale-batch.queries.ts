/** SQL for the sales of several requests in one transaction. */
import type { CustomerReference } from '../../customers/index.js'
import type { SqlQuery } from '../../kernel/db/prepared-query.js'
import type { Attribution } from '../attribution/credit.js'
import { dimensionColumns } from '../click.queries.js'
import type { ClickRow } from '../enrich-click.js'
import { columnOf, countConversions } from './conversion-batch.queries.js'
import { insertSalesSql, type SaleRow } from './conversion.queries.js'

/** The columns of the credited click in addition; null without a lead. */
export interface SaleFacts extends Pick<Attribution, 'model'>, ClickRow {
  isClaimed: boolean
  /** It would be the customer's first sale by the link. */
  isFirst: boolean
  /** Whether the link may still be credited. */
  isCreditable: boolean
}

/** Facts about each sale, in the same order, with the click of the customer's latest lead. Must follow the locks of the customers. */
export const saleFactsQuery = (
  sales: readonly (CustomerReference & { leadName: string | null; invoiceId: string | null })[],
): SqlQuery => ({
  name: 'sale-facts',
  text: `
    select w.attribution_model as model, click.*,
      exists (
        select from sale_claims where sale_claims.workspace_id = w.id and sale_claims.invoice_id = wanted.invoice_id) as "isClaimed",
      not exists (
        select from conversion_claims where customer_id = c.id and conversion_claims.link_id = click.link_id) as "isFirst",
      exists (select from links where links.id = click.link_id and links.workspace_id = w.id and disabled_at is null) as "isCreditable"
    from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality
      as wanted(workspace_id, external_id, lead_name, invoice_id, no)
    left join workspaces w on w.id = wanted.workspace_id
    left join customers c on c.workspace_id = wanted.workspace_id and c.external_id = wanted.external_id
    left join lateral (
      select click_id as id, clicked_at as timestamp, ${dimensionColumns.join(', ')} from lead_events
      where customer_id = c.id and (wanted.lead_name is null or event_name = wanted.lead_name)
      order by lead_events.timestamp desc, lead_events.id desc limit 1) as click on true
    order by no`,
  values: [columnOf(sales, 'workspaceId'), columnOf(sales, 'externalId'), columnOf(sales, 'leadName'), columnOf(sales, 'invoiceId')],
})

const addToCustomersSql = `
  update customers set sales = customers.sales + added.sales, sale_amount = customers.sale_amount + added.amount,
    first_sale_at = least(first_sale_at, added.at)
  from (select id, count(*) as sales, sum(amount) as amount, min(at) as at
    from unnest($1::text[], $2::bigint[], $3::timestamptz[]) as sale(id, amount, at) group by id) as added
  where customers.id = added.id`

/** Claims, inserts and counts the sales. An invoice that was claimed meanwhile breaks a constraint. */
export function insertSaleQueries(sales: readonly { workspaceId: string; row: SaleRow }[]): SqlQuery[] {
  const rows = sales.map(({ row }) => row)
  const invoices = sales.flatMap(({ workspaceId, row: { invoice_id: invoiceId, id } }) =>
    invoiceId === null ? [] : [{ workspaceId, invoiceId, id }],
  )
  const firsts = rows.filter(({ recurring }) => !recurring)
  const changes = sales.map(({ workspaceId, row: { link_id: linkId, amount, timestamp: at, recurring } }) => {
    return { linkId, workspaceId, leads: 0, sales: 1, amount, at, converts: !recurring }
  })
  return [
    {
      name: 'insert-sale-claims',
      text: `insert into sale_claims (workspace_id, invoice_id, event_id)
       select * from unnest($1::text[], $2::text[], $3::text[]) as new(workspace_id, invoice_id, event_id) order by 1, 2`,
      values: [columnOf(invoices, 'workspaceId'), columnOf(invoices, 'invoiceId'), columnOf(invoices, 'id')],
    },
    {
      name: 'insert-conversion-claims',
      text: 'insert into conversion_claims (customer_id, link_id) select * from unnest($1::text[], $2::text[])',
      values: [columnOf(firsts, 'customer_id'), columnOf(firsts, 'link_id')],
    },
    { name: 'insert-sales', text: insertSalesSql('$1'), values: [JSON.stringify(rows)] },
    {
      name: 'add-sales-to-customers',
      text: addToCustomersSql,
      values: [columnOf(rows, 'customer_id'), columnOf(rows, 'amount'), columnOf(rows, 'timestamp')],
    },
    ...countConversions(changes),
  ]
}
