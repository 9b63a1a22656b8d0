import type { z } from 'zod'
import type { InWorkspace } from '../../accounts/index.js'
import { type ConvertedMoney, toDollars } from '../currencies/to-dollars.js'
import { ensureEventPartition } from '../event-partitions.js'
import type { TrackSale } from './conversion-input.schema.js'
import { claimConversion, type ConversionRow, addToSaleCounters, insertSale, type SaleRow } from './conversion.queries.js'
import { saleRecorded } from './events.js'
import { publishConversionEvent } from './publish-conversion-event.js'

/** The columns of a sale that come from its click. */
export type SoldEvent = Omit<ConversionRow, 'event_name' | 'metadata'>

/** Stores the sale, converted to dollars with its original amount, and counts it. The customer must be locked. */
export async function recordSale(scope: InWorkspace, event: SoldEvent, input: TrackSale): Promise<SaleRow> {
  const row = await storeSale(scope, event, input)
  const { amount, currency } = row
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
  scope.announce(saleRecorded, saleRecordedPayload(scope.workspace.id, row))
  return row
}

/** Like `recordSale`, for a sale that happened before, elsewhere: no webhook event and no domain event is published. */
export async function storeSale(scope: InWorkspace, event: SoldEvent, input: TrackSale): Promise<SaleRow> {
  const money = await toDollars(scope, input)
  await ensureEventPartition(scope.pool, 'sale_events', event.timestamp)
  const isFirst = await claimConversion(scope, event.customer_id, event.link_id)
  const row = saleRow(event, input, money, isFirst)
  await insertSale(scope, row)
  await addToSaleCounters(scope, {
    customerId: event.customer_id,
    linkId: event.link_id,
    amount: row.amount,
    sales: 1,
    isNew: true,
    converts: isFirst,
    at: event.timestamp,
  })
  return row
}

export const saleRow = (event: SoldEvent, input: TrackSale, { amount, currency, rateDay }: ConvertedMoney, isFirst: boolean): SaleRow => ({
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
  rate_day: rateDay,
  lead_name: input.leadEventName || null,
})

export const saleRecordedPayload = (workspaceId: string, row: SaleRow): z.infer<typeof saleRecorded.payload> => ({
  workspaceId,
  eventId: row.id,
  customerId: row.customer_id,
  linkId: row.link_id,
  clickId: row.click_id,
  amount: row.amount,
  currency: row.currency,
  isFirst: !row.recurring,
})
