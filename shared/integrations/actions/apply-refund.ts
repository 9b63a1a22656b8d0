import type { InWorkspace } from '../../accounts/index.js'
import { ServiceError } from '../../kernel/errors.js'
import { customerOfInvoice, maxRefundIdLength, trackRefund } from '../../tracking/index.js'
import type { RefundAction } from './action.js'
import type { ActionResult, ActionSource } from './apply-action.js'
import { DependencyPendingError } from './dependency-pending-error.js'
import { addRefunded, importTrackedSale, isRefundRecorded, lockSale, saleIdentifier, type StoredSale } from './sale.queries.js'

/** Records a full or partial refund. Throws DependencyPendingError for an unknown sale, because providers send events in any order. */
export async function applyRefund(scope: InWorkspace, refund: RefundAction, origin: ActionSource): Promise<ActionResult> {
  const { provider } = origin
  if (refund.refundId.length > maxRefundIdLength)
    return { customerId: null, ignored: `the refund id is longer than ${maxRefundIdLength} characters` }
  const sale = await findSale(scope, provider, refund.references)
  if (sale?.attributed === false)
    return { customerId: null, ignored: 'the sale is not attributed', pendingOn: [saleIdentifier(provider, sale.invoiceId)] }
  if (!sale?.attributed) {
    if (refund.isOptional) return { customerId: null, ignored: 'there is no sale to refund' }
    throw new DependencyPendingError(`the sale ${refund.references.join(' or ')} is not known`)
  }
  const customerId = await customerOfInvoice(scope, sale.invoiceId)
  const ignored = await recordRefund(scope, sale, refund, origin)
  return ignored === null ? { customerId } : { customerId, ignored }
}

/** The sale as the provider reported it, or as it was tracked through the API. */
async function findSale(scope: InWorkspace, provider: string, references: readonly string[]): Promise<StoredSale | null> {
  const stored = await lockSale(scope, provider, references)
  if (stored?.attributed) return stored
  const others = stored ? [stored.invoiceId] : []
  return (await importTrackedSale(scope, provider, [...references, ...others])) ?? stored
}

/** Returns why nothing was recorded, or null. */
async function recordRefund(
  scope: InWorkspace,
  sale: StoredSale,
  refund: RefundAction,
  { provider, connectionId, deliveryId }: ActionSource,
): Promise<string | null> {
  const refundId = recordedId(sale, refund, deliveryId)
  if (await isRefundRecorded(scope, refundId, refund.formerRefundId)) return 'the refund is already recorded'
  const refundGross = refundedGross(sale, refund)
  if (refundGross <= 0) return 'nothing was refunded beyond earlier refunds'
  const amount = creditedRefund(sale, refundGross)
  if (amount === 0) return 'the refund rounds to zero'
  const metadata = { integration: provider, connectionId, deliveryId }
  const isRecorded = await trackUnlessRefunded(() =>
    trackRefund(scope, { invoiceId: sale.invoiceId, refundId, metadata, ...(amount === undefined ? {} : { amount }) }),
  )
  await addRefunded(scope, provider, sale.invoiceId, refundGross)
  return isRecorded ? null : 'the sale is already refunded'
}

/** Identifies the refund among those of the workspace. A repeated event is no delivery of its own, so a delivery is counted once. */
function recordedId({ invoiceId }: StoredSale, { refundId, isWithinSale }: RefundAction, deliveryId: string): string {
  if (refundId === '') return `delivery ${deliveryId}`
  return isWithinSale ? `${invoiceId}:${refundId}` : refundId
}

/** The part of the gross that this refund adds to earlier ones. */
function refundedGross({ gross, refunded }: StoredSale, { amount }: RefundAction): number {
  const left = gross - refunded
  if (amount === undefined) return left
  return Math.min(typeof amount === 'number' ? amount : amount.cumulative - refunded, left)
}

/** The proportional part of the credited amount; undefined means the full remainder. */
export function creditedRefund(sale: Pick<StoredSale, 'amount' | 'gross' | 'refunded'>, refundGross: number): number | undefined {
  return sale.refunded + refundGross >= sale.gross
    ? undefined
    : creditedShare(sale, sale.refunded + refundGross) - creditedShare(sale, sale.refunded)
}

/** The share of the credited amount for the first `sum` of the gross. Rounding from zero keeps all partial refunds equal to the total. */
export const creditedShare = ({ amount, gross }: Pick<StoredSale, 'amount' | 'gross'>, sum: number) => Math.round((sum * amount) / gross)

/** False when the sale was already fully refunded through the API. */
async function trackUnlessRefunded(track: () => Promise<unknown>): Promise<boolean> {
  try {
    await track()
    return true
  } catch (error) {
    if (error instanceof ServiceError && (error.code === 'conflict' || error.code === 'unprocessable_entity')) return false
    throw error
  }
}
