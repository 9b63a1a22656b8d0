import type { InWorkspace } from '../../accounts/index.js'
import type { SaleRow } from '../conversions/conversion.queries.js'
import { saleRefunded } from '../conversions/events.js'
import { entryOf, recordEntry } from './entry.js'
import { nothingLeft, otherCurrency, refundTooLarge, saleNotFound } from './errors.js'
import { lockSale } from './lock-sale.js'
import type { TrackedRefund, TrackRefund } from './refund-input.schema.js'
import { claimRefund, entryOfRefund, lockRefunds, saleEntry } from './refund.queries.js'
import { shareOfSale, type Sums } from './share-of-sale.js'

/**
 * Gives back a sale in full or in part, as often as something is left. Each refund is an entry of its own beside the sale; the count of
 * sales falls when nothing is left.
 */
export async function trackRefund(scope: InWorkspace, input: TrackRefund): Promise<TrackedRefund> {
  const sale = await lockSale(scope, input)
  const refunded = await lockRefunds(scope, sale.id)
  const told = input.refundId && (await entryOfRefund(scope, input.refundId))
  if (told) return present(await requireEntry(scope, told), input.refundId)

  const part = partOf(sale, refunded, input)
  const isFull = refunded.original + part.original === sale.original_amount && refunded.counted + part.counted === sale.amount
  const entry = entryOf(scope, sale, { part, sales: isFull ? -1 : 0, metadata: input.metadata })
  if (input.refundId && !(await claimRefund(scope, input.refundId, entry.id)))
    return present(await requireEntry(scope, (await entryOfRefund(scope, input.refundId)) ?? ''), input.refundId)
  await recordEntry(scope, sale, entry)
  const { customer_id: customerId, link_id: linkId, click_id: clickId, currency } = entry
  scope.announce(saleRefunded, {
    workspaceId: scope.workspace.id,
    eventId: entry.id,
    saleEventId: sale.id,
    customerId,
    linkId,
    clickId,
    amount: part.counted,
    currency,
    isFull,
  })
  return present(entry, input.refundId)
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

function present(entry: SaleRow, refundId: string | undefined): TrackedRefund {
  const { id, refund_of, invoice_id, amount, currency, original_amount, original_currency, metadata, sales } = entry
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
