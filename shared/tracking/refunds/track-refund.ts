import { findCustomer } from '../../customers/index.js'
import { clickIdTime, newClickId } from '../../kernel/ids.js'
import { countSale, type InWorkspace, insertSale, type SaleRow } from '../conversions/conversion.queries.js'
import { saleRefunded } from '../conversions/events.js'
import { havePartition } from '../event-partitions.js'
import { nothingLeft, otherCurrency, refundTooLarge, saleNotFound } from './errors.js'
import type { TrackedRefund, TrackRefund } from './refund-input.schema.js'
import { addRefund, claimRefund, entryOfInvoice, entryOfRefund, lockRefunds, saleEntry } from './refund.queries.js'
import { shareOfSale, type Sums } from './share-of-sale.js'

/**
 * Gives back a sale in full or in part, as often as something is left. Each refund is an entry of its own beside the sale; the
 * count of sales falls when nothing is left.
 */
export async function trackRefund(scope: InWorkspace, input: TrackRefund): Promise<TrackedRefund> {
  const sale = await requireSale(scope, input)
  // In the order in which sales lock, so that a sale and a refund cannot wait for each other.
  await findCustomer(scope, { id: sale.customer_id }, { locked: true })
  const refunded = await lockRefunds(scope, sale.id)
  const told = input.refundId && (await entryOfRefund(scope, input.refundId))
  if (told) return present(await requireEntry(scope, told), input.refundId)

  const part = partOf(sale, refunded, input)
  const isFull = refunded.original + part.original === sale.original_amount && refunded.counted + part.counted === sale.amount
  const entry = entryOf(scope, sale, { part, isFull, metadata: input.metadata })
  if (input.refundId && !(await claimRefund(scope, input.refundId, entry.id))) return present(await requireEntry(scope, (await entryOfRefund(scope, input.refundId)) ?? ''), input.refundId)
  await record(scope, sale, entry, part)
  return present(entry, input.refundId)
}

async function requireSale(scope: InWorkspace, { invoiceId, saleEventId }: TrackRefund): Promise<SaleRow> {
  const id = invoiceId === undefined ? saleEventId : await entryOfInvoice(scope, invoiceId)
  const sale = id ? await saleEntry(scope, id) : null
  if (!sale || sale.refund_of !== null) throw saleNotFound()
  return sale
}

async function requireEntry(scope: InWorkspace, id: string): Promise<SaleRow> {
  const entry = await saleEntry(scope, id)
  if (!entry) throw saleNotFound()
  return entry
}

function partOf(sale: SaleRow, refunded: Sums, { amount, currency = sale.original_currency }: TrackRefund): Sums {
  const isOriginal = currency === sale.original_currency
  if (!isOriginal && currency !== sale.currency) throw otherCurrency(sale.original_currency)
  if (refunded.original >= sale.original_amount && refunded.counted >= sale.amount) throw nothingLeft()
  const part = shareOfSale({ original: sale.original_amount, counted: sale.amount }, refunded, { amount, isCounted: !isOriginal })
  if (!part) throw refundTooLarge()
  return part
}

interface Refund {
  part: Sums
  isFull: boolean
  metadata: SaleRow['metadata']
}

function entryOf({ now }: InWorkspace, sale: SaleRow, { part, isFull, metadata }: Refund): SaleRow {
  const id = newClickId(now().getTime())
  return { ...sale, id, timestamp: new Date(clickIdTime(id)), amount: -part.counted, original_amount: -part.original, sales: isFull ? -1 : 0, refund_of: sale.id, metadata }
}

async function record(scope: InWorkspace, sale: SaleRow, entry: SaleRow, part: Sums): Promise<void> {
  await havePartition(scope.pool, 'sale_events', entry.timestamp)
  await insertSale(scope, entry)
  await addRefund(scope, sale.id, part)
  const { customer_id: customerId, link_id: linkId, click_id: clickId, amount, sales, currency } = entry
  await countSale(scope, { customerId, linkId, amount, sales, converts: false, at: entry.timestamp })
  scope.announce(saleRefunded, { workspaceId: scope.workspace.id, eventId: entry.id, saleEventId: sale.id, customerId, linkId, clickId, amount: part.counted, currency, isFull: sales < 0 })
}

function present(entry: SaleRow, refundId: string | undefined): TrackedRefund {
  const { id, refund_of, invoice_id, amount, currency, original_amount, original_currency, metadata, sales } = entry
  return {
    saleEventId: refund_of ?? '',
    invoiceId: invoice_id,
    isFull: sales < 0,
    refund: { eventId: id, refundId: refundId ?? null, amount: -amount, currency, originalAmount: -original_amount, originalCurrency: original_currency, metadata },
  }
}
