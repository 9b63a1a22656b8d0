/** SQL of recomputing attribution: reads the history of customers and applies changes. Runs in the step's transaction. */
import type { InWorkspace } from '../../accounts/index.js'
import { executeBound } from '../../kernel/db/execute-bound.js'
import { clickStoreOf } from '../click-store/active-store.js'
import { dimensionColumns } from '../click.queries.js'
import type { ClickRow } from '../enrich-click.js'
import type { LeadMove, StoredLead, StoredSale, SaleMove } from './compute-attribution.js'
import type { KnownClick } from './credit.js'

interface StoredCustomer {
  id: string
  clickId: string | null
  clickedAt: Date | null
}

/** The ORM's connections return timestamps as texts. */
const parseInstants = <Row extends object>(rows: readonly Row[], ...names: (keyof Row)[]): Row[] =>
  rows.map((row) => ({
    ...row,
    ...Object.fromEntries(names.map((name) => [name, row[name] === null ? null : new Date(row[name] as string)])),
  }))

/** Customers with an id greater than `after`, in order; locked if their events will change. */
export async function listCustomersAfter(
  { em, workspace }: InWorkspace,
  after: string,
  limit: number,
  locked: boolean,
): Promise<StoredCustomer[]> {
  const rows = await executeBound<StoredCustomer>(
    em,
    `select id, click_id as "clickId", clicked_at as "clickedAt" from customers where workspace_id = ? and id > ? order by id
     limit ? ${locked ? 'for no key update' : ''}`,
    [workspace.id, after, limit],
  )
  return parseInstants(rows, 'clickedAt')
}

export async function countCustomers({ em, workspace }: InWorkspace): Promise<number> {
  const [row] = await executeBound<{ count: number }>(em, 'select count(*)::int as count from customers where workspace_id = ?', [
    workspace.id,
  ])
  return row?.count ?? 0
}

type WithCustomerId<Event> = Event & { customerId: string }

export async function listLeadsOfCustomers({ em }: InWorkspace, customerIds: readonly string[]) {
  const rows = await executeBound<WithCustomerId<StoredLead>>(
    em,
    `select id, timestamp as at, customer_id as "customerId", event_name as "eventName", link_id as "linkId", click_id as "clickId",
     clicked_at as "clickedAt", named_click_id as "namedClickId", named_clicked_at as "namedClickedAt"
     from lead_events where customer_id = any(?) order by timestamp, id`,
    [customerIds],
  )
  return parseInstants(rows, 'at', 'clickedAt', 'namedClickedAt')
}

/** Oldest first; refunds follow their sales. */
export async function listSalesOfCustomers({ em }: InWorkspace, customerIds: readonly string[]) {
  const rows = await executeBound<WithCustomerId<StoredSale>>(
    em,
    `select id, timestamp as at, customer_id as "customerId", link_id as "linkId", click_id as "clickId", lead_name as "leadName",
     refund_of as "refundOf", amount, sales, recurring
     from sale_events where customer_id = any(?) order by timestamp, refund_of is not null, id`,
    [customerIds],
  )
  return parseInstants(rows, 'at')
}

/** Click id -> link id for existing clicks; null if the link is deleted or disabled. */
export async function mapClicksToLinks(scope: InWorkspace, known: readonly KnownClick[]): Promise<Map<string, string | null>> {
  const { em, workspace } = scope
  const clicks = (await (await clickStoreOf(scope)).find(known)).filter(({ workspace_id }) => workspace_id === workspace.id)
  const rows = await executeBound<{ id: string }>(
    em,
    'select id from links where id = any(?::text[]) and workspace_id = ? and disabled_at is null',
    [[...new Set(clicks.map(({ link_id }) => link_id))], workspace.id],
  )
  const creditable = new Set(rows.map(({ id }) => id))
  return new Map(clicks.map(({ id, link_id }) => [id, creditable.has(link_id) ? link_id : null]))
}

const linkColumns = new Set(['link_id', 'domain', 'key'])

/** Copies the columns of the credited click to each lead. Without a credited click the lead gets no link. */
export async function updateLeadAttribution(scope: InWorkspace, moves: readonly LeadMove[]): Promise<void> {
  const clicks = await creditedClicks(scope, moves)
  const rows = moves.map(({ lead, credited, named, toLink, rule }) => {
    const click = credited ?? named
    const isOther = click.id !== named.id
    return {
      ...clicks.get(click.id),
      lead_id: lead.id,
      lead_at: lead.at,
      new_click_id: click.id,
      new_clicked_at: click.at,
      to_link: toLink,
      new_named_id: isOther ? named.id : null,
      new_named_at: isOther ? named.at : null,
      rule,
    }
  })
  const assignments = dimensionColumns.map((column) => {
    const value = `coalesce(move.${column}, e.${column})`
    return `${column} = ${linkColumns.has(column) ? `case when move.to_link = '' then '' else ${value} end` : value}`
  })
  await executeBound(
    scope.em,
    `update lead_events e set ${assignments.join(', ')}, click_id = move.new_click_id, clicked_at = move.new_clicked_at,
       named_click_id = move.new_named_id, named_clicked_at = move.new_named_at, attributed_by = move.rule
     from jsonb_to_recordset(?::jsonb) as move(
       lead_id text, lead_at timestamptz, new_click_id text, new_clicked_at timestamptz, to_link text, new_named_id text,
       new_named_at timestamptz, rule text, ${dimensionColumns.map((column) => `${column} ${column === 'qr' ? 'boolean' : 'text'}`).join(', ')}
     ) where e.id = move.lead_id and e.timestamp = move.lead_at`,
    [JSON.stringify(rows)],
  )
}

/** The stored clicks that leads are credited to, by id. */
async function creditedClicks(scope: InWorkspace, moves: readonly LeadMove[]): Promise<Map<string, ClickRow>> {
  const known = new Map(moves.map(({ credited, named }) => [(credited ?? named).id, credited ?? named]))
  const clicks = await (await clickStoreOf(scope)).find([...known.values()])
  return new Map(clicks.map((click) => [click.id, click]))
}

/** Copies the columns of the credited lead to each sale. */
export async function updateSaleAttribution({ em }: InWorkspace, moves: readonly SaleMove[]): Promise<void> {
  const rows = moves.map(({ sale, lead, recurring, rule }) => ({
    id: sale.id,
    at: sale.at,
    lead_id: lead?.id ?? null,
    lead_at: lead?.at ?? null,
    recurring,
    rule,
  }))
  const assignments = [...dimensionColumns, 'click_id', 'clicked_at'].map((column) => `${column} = coalesce(move.${column}, e.${column})`)
  await executeBound(
    em,
    `update sale_events e set ${assignments.join(', ')}, recurring = move.is_recurring, attributed_by = coalesce(move.rule, e.attributed_by)
     from (
       select to_move.id as sale_id, to_move.at as sale_at, to_move.recurring as is_recurring, rule, l.*
       from jsonb_to_recordset(?::jsonb) as to_move(id text, at timestamptz, lead_id text, lead_at timestamptz, recurring boolean, rule text)
       left join lead_events l on l.id = to_move.lead_id and l.timestamp = to_move.lead_at
     ) as move where e.id = move.sale_id and e.timestamp = move.sale_at`,
    [JSON.stringify(rows)],
  )
}

/** Replaces the customers' conversion claims by one per link by which they paid. */
export async function rebuildConversionClaims({ em }: InWorkspace, customerIds: readonly string[]): Promise<void> {
  await executeBound(em, 'delete from conversion_claims where customer_id = any(?)', [customerIds])
  await executeBound(
    em,
    `insert into conversion_claims (customer_id, link_id)
     select distinct customer_id, link_id from sale_events where customer_id = any(?) and refund_of is null`,
    [customerIds],
  )
}

/** Locks the existing links in order of their ids. Returns the time from which each one's counters count. */
export async function lockLinks({ em, workspace }: InWorkspace, ids: readonly string[]): Promise<Map<string, Date | null>> {
  const rows = await executeBound<{ id: string; since: Date | null }>(
    em,
    'select id, stats_reset_at as since from links where id = any(?) and workspace_id = ? order by id for no key update',
    [ids, workspace.id],
  )
  return new Map(parseInstants(rows, 'since').map(({ id, since }) => [id, since]))
}

export interface LinkCounterChange {
  id: string
  leads: number
  conversions: number
  sales: number
  amount: number
}

/** Adds to the counters of locked links, and recomputes the times of their last lead and conversion. */
export async function addToLinkCounters({ em }: InWorkspace, changes: readonly LinkCounterChange[]): Promise<void> {
  const lastEvent = (table: string, condition: string) =>
    `(select max(timestamp) from ${table} e where e.workspace_id = l.workspace_id and e.link_id = l.id
      and e.timestamp >= coalesce(l.stats_reset_at, '-infinity') ${condition})`
  await executeBound(
    em,
    `update links l set leads = l.leads + d.leads, conversions = l.conversions + d.conversions, sales = l.sales + d.sales,
       sale_amount = l.sale_amount + d.amount,
       last_lead_at = ${lastEvent('lead_events', '')}, last_conversion_at = ${lastEvent('sale_events', 'and not recurring and refund_of is null')}
     from jsonb_to_recordset(?::jsonb) as d(id text, leads bigint, conversions bigint, sales bigint, amount bigint) where l.id = d.id`,
    [JSON.stringify(changes)],
  )
}
