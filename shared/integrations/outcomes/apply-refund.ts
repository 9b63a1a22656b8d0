import { ServiceError } from '../../kernel/errors.js'
import { type InWorkspace, trackRefund } from '../../tracking/index.js'
import type { Ignored, Origin } from './apply.js'
import { Awaited } from './awaited.js'
import type { RefundOutcome } from './outcome.js'
import { addRefunded, adoptSale, isRefundTold, type KnownSale, lockSale } from './sale.queries.js'

/** A sale was given back, in full or in part. One whose sale is not known yet is tried again: providers do not keep to any order. */
export async function applyRefund(scope: InWorkspace, refund: RefundOutcome, { provider, connectionId, deliveryId }: Origin): Promise<Ignored | null> {
  const sale = (await lockSale(scope, provider, refund.references)) ?? (await adoptSale(scope, provider, refund.references))
  if (sale?.attributed === false) return { reason: 'the sale was nobody\'s' }
  if (!sale?.attributed) {
    if (refund.isOptional) return { reason: 'nothing was sold before' }
    throw new Awaited(`the sale ${refund.references.join(' or ')} is not known`)
  }
  if (await isRefundTold(scope, refund.refundId)) return { reason: 'the refund was told before' }
  const given = grossOf(sale, refund)
  if (given <= 0) return { reason: 'nothing more was given back than was told before' }
  const amount = partOf(sale, given)
  if (amount === 0) return { reason: 'the refund is too small to count' }
  const metadata = { integration: provider, connectionId, deliveryId }
  const isLeft = await somethingIsLeft(() => trackRefund(scope, { invoiceId: sale.sale, refundId: refund.refundId, metadata, ...(amount === undefined ? {} : { amount }) }))
  await addRefunded(scope, provider, sale.sale, given)
  return isLeft ? null : { reason: 'the sale was given back before' }
}

/** What this refund gives back of what was paid. */
function grossOf({ gross, refunded }: KnownSale, { amount }: RefundOutcome): number {
  const left = gross - refunded
  if (amount === undefined) return left
  return Math.min(typeof amount === 'number' ? amount : amount.inAll - refunded, left)
}

/** The same part of what was credited; undefined stands for all that is left. Rounded from the beginning, so that all parts together are the whole. */
export function partOf({ amount, gross, refunded }: Pick<KnownSale, 'amount' | 'gross' | 'refunded'>, given: number): number | undefined {
  if (refunded + given >= gross) return undefined
  const upTo = (sum: number) => Math.round((sum * amount) / gross)
  return upTo(refunded + given) - upTo(refunded)
}

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
