import type { WorkspaceScope } from '../../accounts/index.js'
import { requireCustomer } from '../../customers/index.js'
import { hiddenFolderIds } from '../../links/index.js'
import { clickStoreOf } from '../click-store/active-store.js'
import type { ConversionRow } from '../conversions/conversion.queries.js'
import type { ClickRow } from '../enrich-click.js'
import { presentClick } from '../present-click.js'
import { ownMetadata } from '../refunds/refund-entry.js'
import { listLeads, findLinks, type ListedSale, listSales, maxEvents } from './activity.queries.js'
import type { Activity, CustomerActivity, ActivityLink } from './activity.schema.js'

/** Order of events with the same timestamp: the later in the funnel comes first. */
const rank = { sale: 0, lead: 1, click: 2 }

/**
 * Lists the activity of a customer, newest first: sales, leads and the clicks that led to them, at most a hundred of each. Events of links
 * in folders that the caller may not read are left out.
 */
export async function listActivity(scope: WorkspaceScope, id: string): Promise<CustomerActivity> {
  const customer = await requireCustomer(scope, id)
  const [leads, sales] = await Promise.all([listLeads(scope.pool, customer.id), listSales(scope.pool, customer.id)])
  const conversions = [...leads, ...sales]
  const firstClick = customer.clickId && customer.clickedAt ? [{ id: customer.clickId, at: customer.clickedAt }] : []
  const known = [...firstClick, ...conversions.map(({ click_id, clicked_at }) => ({ id: click_id, at: clicked_at }))]
  const distinct = [...new Map(known.map((click) => [click.id, click])).values()]
  const clicks = (await (await clickStoreOf(scope)).find(distinct)).slice(-maxEvents)
  const links = await findLinks(
    scope.pool,
    scope.workspace.id,
    [...clicks, ...conversions].map(({ link_id }) => link_id).concat(customer.linkId ?? []),
    await hiddenFolderIds(scope),
  )
  const isVisible = ({ link_id }: { link_id: string }) => links.get(link_id) !== null
  const events = [
    ...sales.filter(isVisible).map((row) => presentSale(row, links)),
    ...leads.filter(isVisible).map((row) => presentLead(row, links)),
    ...clicks.filter(isVisible).map((row) => presentActivityClick(row, links)),
  ]
  events.sort((a, b) => (a.timestamp === b.timestamp ? rank[a.event] - rank[b.event] : a.timestamp < b.timestamp ? 1 : -1))
  return { events, link: events.at(-1)?.link ?? links.get(customer.linkId ?? '') ?? null }
}

type Links = Map<string, ActivityLink | null>

const presentActivityClick = (row: ClickRow, links: Links): Activity => ({
  event: 'click',
  timestamp: row.timestamp.toISOString(),
  click: presentClick(row, row),
  link: links.get(row.link_id) ?? null,
})

const presentLead = (row: ConversionRow, links: Links): Activity => ({ event: 'lead', ...presentConversion(row, links) })

function presentSale(row: ListedSale, links: Links): Activity {
  const { amount, currency, payment_processor: paymentProcessor, invoice_id: invoiceId, refund_of: refundOf } = row
  const metadata = ownMetadata(row, row.sale_metadata)
  return { event: 'sale', ...presentConversion(row, links), metadata, sale: { amount, currency, paymentProcessor, invoiceId, refundOf } }
}

function presentConversion(row: ConversionRow, links: Links) {
  return {
    timestamp: row.timestamp.toISOString(),
    eventId: row.id,
    eventName: row.event_name,
    metadata: row.metadata,
    click: presentClick(row, { id: row.click_id, timestamp: row.clicked_at }),
    link: links.get(row.link_id) ?? null,
  }
}
