import type { WorkspaceScope } from '../../accounts/index.js'
import { requireCustomer } from '../../customers/index.js'
import type { ConversionRow, SaleRow } from '../conversions/conversion.queries.js'
import type { ClickRow } from '../describe-click.js'
import { presentClick } from '../present-click.js'
import { clicksNamed, leadsOfCustomer, linksNamed, salesOfCustomer } from './activity.queries.js'
import type { Activity, CustomerActivity, LinkOfActivity } from './activity.schema.js'

/** At one instant: what came later in the order of things stands first. */
const rank = { sale: 0, lead: 1, click: 2 }

/** What a customer did, the newest first: sales, leads and the clicks that led to them, the latest hundred of each. */
export async function listActivity(scope: WorkspaceScope, id: string): Promise<CustomerActivity> {
  const customer = await requireCustomer(scope, id)
  const [leads, sales] = await Promise.all([leadsOfCustomer(scope.pool, customer.id), salesOfCustomer(scope.pool, customer.id)])
  const conversions = [...leads, ...sales]
  const known = customer.clickId && customer.clickedAt ? [{ id: customer.clickId, at: customer.clickedAt }] : []
  const clicks = await clicksNamed(scope.pool, [
    ...known,
    ...conversions.map(({ click_id, clicked_at }) => ({ id: click_id, at: clicked_at })),
  ])
  const links = await linksNamed(
    scope.pool,
    scope.workspace.id,
    [...clicks, ...conversions].map(({ link_id }) => link_id).concat(customer.linkId ?? []),
  )
  const events = [
    ...sales.map((row) => saleOf(row, links)),
    ...leads.map((row) => leadOf(row, links)),
    ...clicks.map((row) => clickOf(row, links)),
  ]
  events.sort((a, b) => (a.timestamp === b.timestamp ? rank[a.event] - rank[b.event] : a.timestamp < b.timestamp ? 1 : -1))
  return { events, link: events.at(-1)?.link ?? links.get(customer.linkId ?? '') ?? null }
}

type Links = Map<string, LinkOfActivity>

const clickOf = (row: ClickRow, links: Links): Activity => ({
  event: 'click',
  timestamp: row.timestamp.toISOString(),
  click: presentClick(row, row),
  link: links.get(row.link_id) ?? null,
})

const leadOf = (row: ConversionRow, links: Links): Activity => ({ event: 'lead', ...conversionOf(row, links) })

function saleOf(row: SaleRow, links: Links): Activity {
  const { amount, currency, payment_processor: paymentProcessor, invoice_id: invoiceId, refund_of: refundOf } = row
  return { event: 'sale', ...conversionOf(row, links), sale: { amount, currency, paymentProcessor, invoiceId, refundOf } }
}

function conversionOf(row: ConversionRow, links: Links) {
  return {
    timestamp: row.timestamp.toISOString(),
    eventId: row.id,
    eventName: row.event_name,
    metadata: row.metadata,
    click: presentClick(row, { id: row.click_id, timestamp: row.clicked_at }),
    link: links.get(row.link_id) ?? null,
  }
}
