import type { InWorkspace } from '../../accounts/index.js'
import { ServiceError } from '../../kernel/errors.js'
import { buyerOfInvoice, trackRefund } from '../../tracking/index.js'
import type { Applied, Origin } from './apply.js'
import { Awaited } from './awaited.js'
import type { RefundOutcome } from './outcome.js'
import { addRefunded, adoptSale, isRefundTold, type KnownSale, lockSale } from './sale.queries.js'

/** A sale was given back, in full or in part. One whose sale is not known yet is tried again: providers do not keep to any order. */
export async function applyRefund(scope: InWorkspace, refund: RefundOutcome, origin: Origin): Promise<Applied> {
  const { provider } = origin
  const sale = (await lockSale(scope, provider, refund.references)) ?? (await adoptSale(scope, provider, refund.references))
  if (sale?.attributed === false) return { customerId: null, ignored: "the sale was nobody's" }
  if (!sale?.attributed) {
    if (refund.isOptional) return { customerId: null, ignored: 'nothing was sold before' }
    throw new Awaited(`the sale ${refund.references.join(' or ')} is not known`)
  }
  const customerId = await buyerOfInvoice(scope, sale.sale)
  const ignored = await giveBack(scope, sale, refund, origin)
  return ignored === null ? { customerId } : { customerId, ignored }
}

/** Answers why nothing is given back, or null where something is. */
async function giveBack(
  scope: InWorkspace,
  sale: KnownSale,
  refund: RefundOutcome,
  { provider, connectionId, deliveryId }: Origin,
): Promise<string | null> {
  if (await isRefundTold(scope, refund.refundId)) return 'the refund was told before'
  const given = grossOf(sale, refund)
  if (given <= 0) return 'nothing more was given back than was told before'
  const amount = partOf(sale, given)
  if (amount === 0) return 'the refund is too small to count'
  const metadata = { integration: provider, connectionId, deliveryId }
  const isLeft = await somethingIsLeft(() =>
    trackRefund(scope, { invoiceId: sale.sale, refundId: refund.refundId, metadata, ...(amount === undefined ? {} : { amount }) }),
  )
  await addRefunded(scope, provider, sale.sale, given)
  return isLeft ? null : 'the sale was given back before'
}

/** What this refund gives back of what was paid. */
function grossOf({ gross, refunded }: KnownSale, { amount }: RefundOutcome): number {
  const left = gross - refunded
  if (amount === undefined) return left
  return Math.min(typeof amount === 'number' ? amount : amount.inAll - refunded, left)
}

/** The same part of what was credited; undefined stands for all that is left. */
export function partOf(sale: Pick<KnownSale, 'amount' | 'gross' | 'refunded'>, given: number): number | undefined {
  return sale.refunded + given >= sale.gross ? undefined : creditedUpTo(sale, sale.refunded + given) - creditedUpTo(sale, sale.refunded)
}

/**
 * What of the credited amount belongs to the first so much of the gross. Rounded from the beginning, so that all parts together are the
 * whole.
 */
export const creditedUpTo = ({ amount, gross }: Pick<KnownSale, 'amount' | 'gross'>, sum: number) => Math.round((sum * amount) / gross)

/** False when somebody else gave all of it back, by the interface. */
async function somethingIsLeft(track: () => Promise<unknown>): Promise<boolean> {
  try {
    await track()
    return true
  } catch (error) {
    if (error instanceof ServiceError && (error.code === 'conflict' || error.code === 'unprocessable_entity')) return false
    throw error
  }
}
