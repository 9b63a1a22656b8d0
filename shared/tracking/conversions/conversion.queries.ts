/** SQL of leads and sales. Runs in the caller's transaction; lock order: customers, links, workspaces. */
import type { AttributionModel, InWorkspace } from '../../accounts/index.js'
import { executePrepared } from '../../kernel/db/execute-bound.js'
import { clickIdTime } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import type { CreditRule } from '../attribution/credit.js'
import { dimensionColumns, recordArrivals } from '../click.queries.js'
import type { ClickRow } from '../enrich-click.js'

/** Link fields in responses and events of conversions. */
export interface ConvertedLink {
  id: string
  domain: string
  key: string
  shortLink: string
  url: string
  partnerId: string | null
  programId: string | null
  tenantId: string | null
  externalId: string | null
}

export const convertedLinkColumns = `
  links.id, links.domain, links.key, links.short_link as "shortLink", links.url, links.partner_id as "partnerId",
  links.program_id as "programId", links.tenant_id as "tenantId", links.external_id as "externalId"`

/** The link, unless it is deleted, disabled, or of another workspace. */
export async function findCreditableLink({ em, workspace }: InWorkspace, id: string): Promise<ConvertedLink | null> {
  const rows: ConvertedLink[] = await executePrepared(
    em,
    `select ${convertedLinkColumns} from links where id = ? and workspace_id = ? and disabled_at is null`,
    [id, workspace.id],
  )
  return rows[0] ?? null
}

export async function isLeadClaimed({ em }: Scope, customerId: string, event: string): Promise<boolean> {
  const rows = await executePrepared(em, 'select 1 from lead_claims where customer_id = ? and event = ?', [customerId, event])
  return rows.length > 0
}

/** Returns whether this was the first lead of the event. Waits for a concurrent transaction that has not committed yet. */
export async function claimLead({ em }: Scope, customerId: string, event: string, eventId: string): Promise<boolean> {
  const rows = await executePrepared(
    em,
    'insert into lead_claims (customer_id, event, event_id) values (?, ?, ?) on conflict do nothing returning event_id',
    [customerId, event, eventId],
  )
  return rows.length > 0
}

/** Common columns of leads and sales: the click's columns except id and time, and the event. */
export interface ConversionRow extends Omit<ClickRow, 'id' | 'timestamp'> {
  id: string
  timestamp: Date
  click_id: string
  clicked_at: Date
  customer_id: string
  event_name: string
  metadata: Record<string, unknown> | null
  /** Rule by which the click is credited. */
  attributed_by?: CreditRule | null
}

/** The named click, if another one is credited. */
export interface LeadRow extends ConversionRow {
  named_click_id: string | null
  named_clicked_at: Date | null
}

const insertStatement = (table: string, arrivals: string) => (parameter: string) =>
  `
  with inserted as (insert into ${table} select new.* from jsonb_populate_recordset(null::${table}, ${parameter}::jsonb) as new
  returning ${table}.*) ${arrivals}`

export const insertLeadsSql = insertStatement('lead_events', recordArrivals('leads', ''))
// Refunds are not streamed: a sale is listed as it was made.
export const insertSalesSql = insertStatement('sale_events', recordArrivals('sales', 'where refund_of is null'))

const [insertLeadsStatement, insertSaleStatement] = [insertLeadsSql('?'), insertSalesSql('?')]

export async function insertLeads({ em }: Scope, rows: readonly LeadRow[]): Promise<void> {
  await executePrepared(em, insertLeadsStatement, [JSON.stringify(rows)])
}

/** Whether an event at the time counts for a link: one from before the link moved to this workspace does not. */
const countsForLink = `? >= coalesce(stats_reset_at, '-infinity')`

export async function addToLeadCounters(scope: InWorkspace, linkId: string, leads: number, at: Date): Promise<void> {
  const { em, workspace } = scope
  await executePrepared(
    em,
    `update links set leads = leads + ?, last_lead_at = greatest(last_lead_at, ?) where id = ? and workspace_id = ? and ${countsForLink}`,
    [leads, at, linkId, workspace.id, at],
  )
  addToUsage(scope, leads)
}

/** Runs at the end of the transaction, because every conversion updates the workspace's row. */
const addToUsage = ({ em, workspace, beforeCommit }: InWorkspace, events: number) =>
  beforeCommit(async () => void (await executePrepared(em, 'update workspaces set usage = usage + ? where id = ?', [events, workspace.id])))

/** The click credited with the customer's latest or first lead, depending on the model, optionally of that name. */
export async function findClickOfLead(
  { em }: Scope,
  customerId: string,
  eventName: string | null,
  model: AttributionModel,
): Promise<ClickRow | null> {
  const direction = model === 'first_click' ? 'asc' : 'desc'
  // Unqualified names in `order by` would refer to the output columns, which are the click's.
  const [click] = await executePrepared<ClickRow>(
    em,
    `select click_id as id, clicked_at as timestamp, ${dimensionColumns.join(', ')} from lead_events
     where customer_id = ? and (?::text is null or event_name = ?)
     order by lead_events.timestamp ${direction}, lead_events.id ${direction} limit 1`,
    [customerId, eventName, eventName],
  )
  return click ? { ...click, timestamp: new Date(click.timestamp) } : null
}

export interface SaleRow extends ConversionRow {
  amount: number
  currency: string
  original_amount: number
  original_currency: string
  payment_processor: string
  invoice_id: string | null
  sales: -1 | 0 | 1
  recurring: boolean
  refund_of: string | null
  /** What was sent with a refund; `metadata` has it together with that of the sale. */
  refund_metadata?: Record<string, unknown> | null
  rate_day: string | null
  /** Name of the lead that the caller requested. */
  lead_name?: string | null
}

export async function insertSale({ em }: Scope, row: SaleRow): Promise<void> {
  await executePrepared(em, insertSaleStatement, [JSON.stringify([row])])
}

/** Returns whether this was the first sale of the invoice. Waits for a concurrent transaction that has not committed yet. */
export async function claimSale({ em, workspace }: InWorkspace, invoiceId: string, eventId: string): Promise<boolean> {
  const rows = await executePrepared(
    em,
    'insert into sale_claims (workspace_id, invoice_id, event_id) values (?, ?, ?) on conflict do nothing returning event_id',
    [workspace.id, invoiceId, eventId],
  )
  return rows.length > 0
}

/** Returns whether this is the customer's first sale by the link. */
export async function claimConversion({ em }: Scope, customerId: string, linkId: string): Promise<boolean> {
  const rows = await executePrepared(
    em,
    'insert into conversion_claims (customer_id, link_id) values (?, ?) on conflict do nothing returning link_id',
    [customerId, linkId],
  )
  return rows.length > 0
}

type StoredSale = Pick<
  SaleRow,
  | 'id'
  | 'link_id'
  | 'click_id'
  | 'attributed_by'
  | 'event_name'
  | 'customer_id'
  | 'amount'
  | 'currency'
  | 'payment_processor'
  | 'invoice_id'
  | 'metadata'
>

/** The sale of the invoice, including one of this transaction. */
export async function findSaleByInvoice({ em, workspace }: InWorkspace, invoiceId: string): Promise<StoredSale | null> {
  const [claim] = await executePrepared<{ event_id: string }>(
    em,
    'select event_id from sale_claims where workspace_id = ? and invoice_id = ?',
    [workspace.id, invoiceId],
  )
  if (!claim) return null
  const rows: StoredSale[] = await executePrepared(
    em,
    `select id, link_id, click_id, attributed_by, event_name, customer_id, amount, currency, payment_processor, invoice_id, metadata
     from sale_events where id = ? and timestamp = ?`,
    [claim.event_id, new Date(clickIdTime(claim.event_id))],
  )
  return rows[0] ?? null
}

/** Changes of counters by one entry; negative for a refund. */
export interface SaleCounterChange {
  customerId: string
  linkId: string
  amount: number
  sales: number
  /** A new sale, which counts for the plan's usage; refunds and reinstatements do not. */
  isNew: boolean
  /** The sale is the customer's first by the link. */
  converts: boolean
  at: Date
}

export async function addToSaleCounters(
  scope: InWorkspace,
  { customerId, linkId, amount, sales, isNew, converts, at }: SaleCounterChange,
): Promise<void> {
  const { em, workspace } = scope
  await executePrepared(
    em,
    `update customers set sales = sales + ?, sale_amount = sale_amount + ?, first_sale_at = least(first_sale_at, ?::timestamptz)
     where id = ?`,
    [sales, amount, isNew ? at : null, customerId],
  )
  await executePrepared(
    em,
    `update links set sales = sales + ?, sale_amount = sale_amount + ?, conversions = conversions + ?,
       last_conversion_at = case when ? then greatest(last_conversion_at, ?::timestamptz) else last_conversion_at end
     where id = ? and workspace_id = ? and ${countsForLink}`,
    [sales, amount, converts ? 1 : 0, converts, at, linkId, workspace.id, at],
  )
  if (isNew) addToUsage(scope, 1)
}
