/** SQL of reckoning anew who gets the credit: what happened to some customers, and what becomes of it. In the step's transaction. */
import type { InWorkspace } from '../../accounts/index.js'
import { executeBound } from '../../kernel/execute-bound.js'
import { dimensionColumns } from '../click.queries.js'
import type { KnownClick } from './credit.js'
import type { LeadMove, PastLead, PastSale, SaleMove } from './reckon.js'

interface PastCustomer {
  id: string
  clickId: string | null
  clickedAt: Date | null
}

/** The ORM's connections give instants as texts. */
const instants = <Row extends object>(rows: readonly Row[], ...names: (keyof Row)[]): Row[] =>
  rows.map((row) => ({
    ...row,
    ...Object.fromEntries(names.map((name) => [name, row[name] === null ? null : new Date(row[name] as string)])),
  }))

/** Customers behind the id in order; locked where something will be changed, so that nothing happens to them meanwhile. */
export async function customersAfter(
  { em, workspace }: InWorkspace,
  after: string,
  most: number,
  locked: boolean,
): Promise<PastCustomer[]> {
  const rows = await executeBound<PastCustomer>(
    em,
    `select id, click_id as "clickId", clicked_at as "clickedAt" from customers where workspace_id = ? and id > ? order by id limit ? ${locked ? 'for no key update' : ''}`,
    [workspace.id, after, most],
  )
  return instants(rows, 'clickedAt')
}

export async function countCustomersOf({ em, workspace }: InWorkspace): Promise<number> {
  const [row] = await executeBound<{ count: number }>(em, 'select count(*)::int as count from customers where workspace_id = ?', [
    workspace.id,
  ])
  return row?.count ?? 0
}

type OfCustomer<Event> = Event & { customerId: string }

export async function leadsOfCustomers({ em }: InWorkspace, customerIds: readonly string[]) {
  const rows = await executeBound<OfCustomer<PastLead>>(
    em,
    `select id, timestamp as at, customer_id as "customerId", event_name as "eventName", link_id as "linkId", click_id as "clickId", clicked_at as "clickedAt", named_click_id as "namedClickId", named_clicked_at as "namedClickedAt"
     from lead_events where customer_id = any(?) order by timestamp, id`,
    [customerIds],
  )
  return instants(rows, 'at', 'clickedAt', 'namedClickedAt')
}

/** Refunds come after their sales. */
export async function salesOfCustomers({ em }: InWorkspace, customerIds: readonly string[]) {
  const rows = await executeBound<OfCustomer<PastSale>>(
    em,
    `select id, timestamp as at, customer_id as "customerId", link_id as "linkId", click_id as "clickId", lead_name as "leadName", refund_of as "refundOf", amount, sales, recurring
     from sale_events where customer_id = any(?) order by timestamp, refund_of is not null, id`,
    [customerIds],
  )
  return instants(rows, 'at')
}

/** Click -> its link, for those of the clicks that are there; null where the link leads nowhere. */
export async function linksOfClicks({ em, workspace }: InWorkspace, clicks: readonly KnownClick[]): Promise<Map<string, string | null>> {
  const rows = await executeBound<{ id: string; linkId: string | null }>(
    em,
    `select c.id, l.id as "linkId" from unnest(?::text[], ?::timestamptz[]) as asked(id, at) join click_events c on c.id = asked.id and c.timestamp = asked.at
     left join links l on l.id = c.link_id and l.workspace_id = c.workspace_id and l.disabled_at is null where c.workspace_id = ?`,
    [clicks.map(({ id }) => id), clicks.map(({ at }) => at), workspace.id],
  )
  return new Map(rows.map(({ id, linkId }) => [id, linkId]))
}

const ofLink = new Set(['link_id', 'domain', 'key'])

/** Each lead repeats what the click says that has its credit; without any it names no link. */
export async function creditLeadsAnew({ em }: InWorkspace, moves: readonly LeadMove[]): Promise<void> {
  const rows = moves.map(({ lead, credited, named, toLink, rule }) => {
    const click = credited ?? named
    const isOther = click.id !== named.id
    return {
      id: lead.id,
      at: lead.at,
      click_id: click.id,
      clicked_at: click.at,
      to_link: toLink,
      named_click_id: isOther ? named.id : null,
      named_clicked_at: isOther ? named.at : null,
      rule,
    }
  })
  const repeated = dimensionColumns.map(
    (column) =>
      `${column} = ${ofLink.has(column) ? `case when move.to_link = '' then '' else coalesce(move.${column}, e.${column}) end` : `coalesce(move.${column}, e.${column})`}`,
  )
  await executeBound(
    em,
    `update lead_events e set ${repeated.join(', ')}, click_id = move.new_click_id, clicked_at = move.new_clicked_at, named_click_id = move.new_named_id, named_clicked_at = move.new_named_at, attributed_by = move.rule
     from (
       select to_move.id as lead_id, to_move.at as lead_at, to_link, rule, to_move.click_id as new_click_id, to_move.clicked_at as new_clicked_at, named_click_id as new_named_id, named_clicked_at as new_named_at, c.*
       from jsonb_to_recordset(?::jsonb) as to_move(id text, at timestamptz, click_id text, clicked_at timestamptz, to_link text, named_click_id text, named_clicked_at timestamptz, rule text)
       left join click_events c on c.id = to_move.click_id and c.timestamp = to_move.clicked_at
     ) as move where e.id = move.lead_id and e.timestamp = move.lead_at`,
    [JSON.stringify(rows)],
  )
}

/** Each sale repeats what the lead says that has its credit. */
export async function creditSalesAnew({ em }: InWorkspace, moves: readonly SaleMove[]): Promise<void> {
  const rows = moves.map(({ sale, lead, recurring, rule }) => ({
    id: sale.id,
    at: sale.at,
    lead_id: lead?.id ?? null,
    lead_at: lead?.at ?? null,
    recurring,
    rule,
  }))
  const repeated = [...dimensionColumns, 'click_id', 'clicked_at'].map((column) => `${column} = coalesce(move.${column}, e.${column})`)
  await executeBound(
    em,
    `update sale_events e set ${repeated.join(', ')}, recurring = move.is_recurring, attributed_by = coalesce(move.rule, e.attributed_by)
     from (
       select to_move.id as sale_id, to_move.at as sale_at, to_move.recurring as is_recurring, rule, l.*
       from jsonb_to_recordset(?::jsonb) as to_move(id text, at timestamptz, lead_id text, lead_at timestamptz, recurring boolean, rule text)
       left join lead_events l on l.id = to_move.lead_id and l.timestamp = to_move.lead_at
     ) as move where e.id = move.sale_id and e.timestamp = move.sale_at`,
    [JSON.stringify(rows)],
  )
}

/** Afterwards the customers have claimed to be conversions of the links by which they paid, and of no others. */
export async function claimConversionsAnew({ em }: InWorkspace, customerIds: readonly string[]): Promise<void> {
  await executeBound(em, 'delete from conversion_claims where customer_id = any(?)', [customerIds])
  await executeBound(
    em,
    'insert into conversion_claims (customer_id, link_id) select distinct customer_id, link_id from sale_events where customer_id = any(?) and refund_of is null',
    [customerIds],
  )
}

/** The links that are still there, locked in order: since when each counts. */
export async function lockLinks({ em, workspace }: InWorkspace, ids: readonly string[]): Promise<Map<string, Date | null>> {
  const rows = await executeBound<{ id: string; since: Date | null }>(
    em,
    'select id, begun_anew_at as since from links where id = any(?) and workspace_id = ? order by id for no key update',
    [ids, workspace.id],
  )
  return new Map(instants(rows, 'since').map(({ id, since }) => [id, since]))
}

export interface LinkChange {
  id: string
  leads: number
  conversions: number
  sales: number
  amount: number
}

/** Adds to the figures of locked links, and finds out anew when the last happened. */
export async function changeLinks({ em }: InWorkspace, changes: readonly LinkChange[]): Promise<void> {
  const last = (table: string, condition: string) =>
    `(select max(timestamp) from ${table} e where e.workspace_id = l.workspace_id and e.link_id = l.id and e.timestamp >= coalesce(l.begun_anew_at, '-infinity') ${condition})`
  await executeBound(
    em,
    `update links l set leads = l.leads + d.leads, conversions = l.conversions + d.conversions, sales = l.sales + d.sales, sale_amount = l.sale_amount + d.amount,
       last_lead_at = ${last('lead_events', '')}, last_conversion_at = ${last('sale_events', 'and not recurring and refund_of is null')}
     from jsonb_to_recordset(?::jsonb) as d(id text, leads bigint, conversions bigint, sales bigint, amount bigint) where l.id = d.id`,
    [JSON.stringify(changes)],
  )
}
