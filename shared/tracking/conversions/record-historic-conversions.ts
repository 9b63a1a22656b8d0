/** Leads and sales that happened elsewhere, many at a time. Neither webhooks nor other domains hear of them. */
import type { InWorkspace } from '../../accounts/index.js'
import { type Customer, insertCustomersQuery, newCustomerRow, readCustomers } from '../../customers/index.js'
import { executeQuery } from '../../kernel/db/execute-bound.js'
import type { SqlQuery } from '../../kernel/db/prepared-query.js'
import { clickIdTime } from '../../kernel/ids.js'
import type { ConvertedMoney } from '../currencies/to-dollars.js'
import { ensurePartitionsOf } from '../import-clicks.js'
import { ingestClicks } from '../jobs.js'
import { usageQueryCount } from './conversion-batch.queries.js'
import type { SaleRow } from './conversion.queries.js'
import { creditableLinksOf, leadsByLink } from './historic-conversions.queries.js'
import { insertLeadQueries } from './lead-batch.queries.js'
import { eventSlug, leadRows, toConversion } from './record-lead.js'
import { clickOf, type ManualConversion, type ManualSale } from './record-manual-conversion.js'
import { saleRow } from './record-sale.js'
import { insertSaleQueries } from './sale-batch.queries.js'

export type HistoricLead = Omit<ManualConversion, 'sales' | 'isHistoric'>

/**
 * Records new customers with a lead each. Returns them by external id, with the id of the lead. Customers that exist here already, also as
 * merged ones, and those of links that cannot be credited are left out.
 */
export async function recordHistoricLeads(
  scope: InWorkspace,
  leads: readonly HistoricLead[],
): Promise<Map<string, { customer: Customer; leadId: string }>> {
  const links = await creditableLinksOf(
    scope,
    leads.map(({ linkId }) => linkId),
  )
  const prepared = leads.flatMap((lead) => {
    const link = links.get(lead.linkId)
    if (!link) return []
    const { customer: profile, clickId, linkId } = lead
    const click = clickOf(scope, link, clickId, profile.country)
    const { programId, partnerId } = link
    const known = { clickId, clickedAt: click.row.timestamp, linkId, programId, partnerId, country: profile.country }
    return [{ lead, link, click, row: newCustomerRow(scope.workspace.id, { ...profile, click: known }, click.row.timestamp) }]
  })
  const customers = readCustomers(await executeQuery(scope.em, insertCustomersQuery(prepared.map(({ row }) => row))))
  const byExternalId = new Map(customers.map((customer) => [customer.externalId, customer]))
  const recorded = prepared.flatMap(({ lead, link, click, row }) => {
    const customer = byExternalId.get(row.externalId)
    if (customer?.id !== row.id) return []
    const credit = { click: click.row, link, named: null, rule: 'named_click' as const }
    const { leadName: eventName, leadAt: at } = lead
    return [
      { customer, click, event: eventSlug(eventName), rows: leadRows({ customer, credit, eventName, quantity: 1, metadata: null, at }) },
    ]
  })
  if (recorded.length === 0) return new Map()
  const rows = recorded.flatMap((lead) => lead.rows)
  await ensurePartitionsOf(scope.pool, 'lead_events', rows)
  const clicks = recorded.map(({ click }) => click.raw)
  scope.enqueue(ingestClicks, { id: `batch_${(clicks[0] as { id: string }).id}`, clicks, excluded: [] })
  await writeConversions(
    scope,
    insertLeadQueries(recorded.map(({ event, rows: ofLead }) => ({ workspaceId: scope.workspace.id, event, rows: ofLead }))),
  )
  return new Map(recorded.map(({ customer, rows: [lead] }) => [customer.externalId, { customer, leadId: lead?.id ?? '' }]))
}

export interface HistoricSale {
  customer: Pick<Customer, 'id' | 'externalId'>
  linkId: string
  sale: ManualSale
  money: ConvertedMoney
}

/**
 * Records sales of customers who have a lead by the link. Returns the ids of the recorded events; other sales are left out. The caller has
 * checked that the invoices are new.
 */
export async function recordHistoricSales(scope: InWorkspace, sales: readonly HistoricSale[]): Promise<Set<string>> {
  const leads = await leadsByLink(
    scope,
    sales.map(({ customer, linkId }) => ({ customerId: customer.id, linkId })),
  )
  const converted = new Set<string>()
  const inOrder = sales.toSorted((a, b) => clickIdTime(a.sale.eventId) - clickIdTime(b.sale.eventId))
  const rows = inOrder.flatMap(({ customer, linkId, sale: { eventId, ...sale }, money }): SaleRow[] => {
    const pair = `${customer.id} ${linkId}`
    const lead = leads.get(pair)
    if (!lead) return []
    const isFirst = lead.isFirst && !converted.has(pair)
    converted.add(pair)
    const at = new Date(clickIdTime(eventId))
    const event = { ...toConversion(lead.click, customer.id, at), id: eventId, timestamp: at, attributed_by: 'direct_click' as const }
    const profile = { customerExternalId: customer.externalId, customerName: null, customerEmail: null, customerAvatar: null }
    return [saleRow(event, { ...sale, ...profile, eventName: 'Purchase', leadEventName: null, clickId: null }, money, isFirst)]
  })
  if (rows.length === 0) return new Set()
  await ensurePartitionsOf(scope.pool, 'sale_events', rows)
  await writeConversions(scope, insertSaleQueries(rows.map((row) => ({ workspaceId: scope.workspace.id, row }))))
  return new Set(rows.map(({ id }) => id))
}

/** The row of the workspace is updated at the end of the transaction, because all conversions of the workspace update it. */
async function writeConversions(scope: InWorkspace, queries: readonly SqlQuery[]): Promise<void> {
  const usageAt = queries.length - usageQueryCount
  for (const query of queries.slice(0, usageAt)) await executeQuery(scope.em, query)
  scope.beforeCommit(async () => {
    for (const query of queries.slice(usageAt)) await executeQuery(scope.em, query)
  })
}
