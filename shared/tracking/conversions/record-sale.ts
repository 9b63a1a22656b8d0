import type { InWorkspace } from '../../accounts/index.js'
import { type ConvertedMoney, toDollars } from '../currencies/to-dollars.js'
import { ensureEventPartition } from '../event-partitions.js'
import type { TrackSale } from './conversion-input.schema.js'
import { claimConversion, type ConversionRow, addToSaleCounters, insertSale } from './conversion.queries.js'
import { saleRecorded } from './events.js'
import { publishConversionEvent } from './publish-conversion-event.js'

/** Stores the sale, converted to dollars with its original amount, and counts it. The customer must be locked. */
export async function recordSale(
  scope: InWorkspace,
  event: Omit<ConversionRow, 'event_name' | 'metadata'>,
  input: TrackSale,
): Promise<ConvertedMoney> {
  const converted = await toDollars(scope, input)
  const { amount, currency } = converted
  await ensureEventPartition(scope.pool, 'sale_events', event.timestamp)
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
    rate_day: converted.rateDay,
    lead_name: input.leadEventName || null,
  })
  await addToSaleCounters(scope, {
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
  await publishConversionEvent(scope, 'sale.created', conversion, {
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
  return converted
}
