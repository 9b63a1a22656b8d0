import type { InWorkspace } from '../../accounts/index.js'
import { type Converted, toDollars } from '../currencies/to-dollars.js'
import { havePartition } from '../event-partitions.js'
import type { TrackSale } from './conversion-input.schema.js'
import { claimConversion, type ConversionRow, countSale, insertSale } from './conversion.queries.js'
import { saleRecorded } from './events.js'
import { tellOfConversion } from './tell-of-conversion.js'

/** Stores the sale in dollars, its own amount beside it, and counts it. The customer's row is locked by now. */
export async function recordSale(
  scope: InWorkspace,
  event: Omit<ConversionRow, 'event_name' | 'metadata'>,
  input: TrackSale,
): Promise<Converted> {
  const worth = await toDollars(scope, input)
  const { amount, currency } = worth
  await havePartition(scope.pool, 'sale_events', event.timestamp)
  const isFirst = await claimConversion(scope, event.customer_id, event.link_id)
  await insertSale(scope, {
    ...event,
    event_name: input.eventName,
    metadata: input.metadata,
    amount,
    currency,
    original_amount: input.amount,
    original_currency: input.currency,
    payment_processor: input.paymentProcessor,
    invoice_id: input.invoiceId,
    sales: 1,
    recurring: !isFirst,
    refund_of: null,
    rate_day: worth.rateDay,
    lead_name: input.leadEventName || null,
  })
  await countSale(scope, {
    customerId: event.customer_id,
    linkId: event.link_id,
    amount,
    sales: 1,
    isNew: true,
    converts: isFirst,
    at: event.timestamp,
  })
  const conversion = {
    eventName: input.eventName,
    customerId: event.customer_id,
    linkId: event.link_id,
    click: { id: event.click_id, timestamp: event.clicked_at },
    row: event,
    metadata: input.metadata,
  }
  await tellOfConversion(scope, 'sale.created', conversion, {
    sale: { amount, currency, paymentProcessor: input.paymentProcessor, invoiceId: input.invoiceId },
  })
  scope.announce(saleRecorded, {
    workspaceId: scope.workspace.id,
    eventId: event.id,
    customerId: event.customer_id,
    linkId: event.link_id,
    clickId: event.click_id,
    amount,
    currency,
    isFirst,
  })
  return worth
}
