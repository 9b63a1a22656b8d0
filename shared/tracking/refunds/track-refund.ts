import type { InWorkspace } from '../../accounts/index.js'
import type { SaleRow } from '../conversions/conversion.queries.js'
import { saleRefunded } from '../conversions/events.js'
import { alreadyRefunded, currencyMismatch, refundTooLarge, saleNotFound } from './errors.js'
import { lockSale } from './lock-sale.js'
import { computeRefund, type AmountPair } from './refund-amounts.js'
import { buildEntry, ownMetadata, recordEntry } from './refund-entry.js'
import type { TrackedRefund, TrackRefund } from './refund-input.schema.js'
import { claimRefund, findEntryIdByRefund, lockRefunds, findSaleEntry } from './refund.queries.js'

/**
 * Refunds a sale in full or in part, repeatedly while something is left. Each refund is a separate entry; the number of sales drops when
 * nothing is left.
 */
export async function trackRefund(scope: InWorkspace, input: TrackRefund): Promise<TrackedRefund> {
  const sale = await lockSale(scope, input)
  const refunded = await lockRefunds(scope, sale.id)
  const existingId = input.refundId && (await findEntryIdByRefund(scope, input.refundId))
  if (existingId) return presentExisting(scope, existingId, input)

  const part = requireRefundAmount(sale, refunded, input)
  const isFull = refunded.original + part.original === sale.original_amount && refunded.converted + part.converted === sale.amount
  const entry = buildEntry(scope, sale, { part, sales: isFull ? -1 : 0, metadata: input.metadata })
  if (input.refundId && !(await claimRefund(scope, input.refundId, entry.id)))
    return presentExisting(scope, (await findEntryIdByRefund(scope, input.refundId)) ?? '', input)
  await recordEntry(scope, sale, entry)
  const { customer_id: customerId, link_id: linkId, click_id: clickId, currency } = entry
  scope.announce(saleRefunded, {
    workspaceId: scope.workspace.id,
    eventId: entry.id,
    saleEventId: sale.id,
    customerId,
    linkId,
    clickId,
    amount: part.converted,
    currency,
    isFull,
  })
  return present(entry, input)
}

/** Refunds what is missing of the total, in the original currency of the sale; nothing if as much was refunded already. */
export async function refundUpTo(scope: InWorkspace, { total, ...refund }: PartialRefund): Promise<void> {
  const sale = await lockSale(scope, refund)
  const { original } = await lockRefunds(scope, sale.id)
  if (total > original) await trackRefund(scope, { ...refund, amount: total - original, metadata: null })
}

interface PartialRefund {
  invoiceId: string
  total: number
  refundId: string
}

async function requireEntry(scope: InWorkspace, id: string): Promise<SaleRow> {
  const entry = await findSaleEntry(scope, id)
  if (!entry) throw saleNotFound()
  return entry
}

function requireRefundAmount(sale: SaleRow, refunded: AmountPair, { amount, currency = sale.original_currency }: TrackRefund): AmountPair {
  const isOriginal = currency === sale.original_currency
  if (!isOriginal && currency !== sale.currency) throw currencyMismatch(sale.original_currency)
  if (refunded.original >= sale.original_amount && refunded.converted >= sale.amount) throw alreadyRefunded()
  const part = computeRefund({ original: sale.original_amount, converted: sale.amount }, refunded, { amount, isConverted: !isOriginal })
  if (!part) throw refundTooLarge()
  return part
}

async function presentExisting(scope: InWorkspace, entryId: string, { refundId }: TrackRefund): Promise<TrackedRefund> {
  const entry = await requireEntry(scope, entryId)
  const sale = await findSaleEntry(scope, entry.refund_of ?? '')
  return present(entry, { refundId, metadata: ownMetadata(entry, sale?.metadata ?? null) })
}

function present(entry: SaleRow, { refundId, metadata }: Pick<TrackRefund, 'refundId' | 'metadata'>): TrackedRefund {
  const { id, refund_of, invoice_id, amount, currency, original_amount, original_currency, sales } = entry
  return {
    saleEventId: refund_of ?? '',
    invoiceId: invoice_id,
    isFull: sales < 0,
    refund: {
      eventId: id,
      refundId: refundId ?? null,
      amount: -amount,
      currency,
      originalAmount: -original_amount,
      originalCurrency: original_currency,
      metadata,
    },
  }
}
