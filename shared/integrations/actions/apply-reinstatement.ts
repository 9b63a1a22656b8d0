import type { InWorkspace } from '../../accounts/index.js'
import { customerOfInvoice, reinstateSale } from '../../tracking/index.js'
import type { ReinstatementAction } from './action.js'
import type { ActionResult, ActionSource } from './apply-action.js'
import { creditedShare } from './apply-refund.js'
import { DependencyPendingError } from './dependency-pending-error.js'
import { addRefunded, isRefundRecorded, lockSale, saleIdentifier } from './sale.queries.js'

/** Reverses a refund of a sale. Throws DependencyPendingError before the refund is known, because providers send events in any order. */
export async function applyReinstatement(
  scope: InWorkspace,
  { references, reinstatementId, reversedRefundId, amount }: ReinstatementAction,
  { provider, connectionId, deliveryId }: ActionSource,
): Promise<ActionResult> {
  const sale = await lockSale(scope, provider, references)
  if (sale?.attributed === false)
    return { customerId: null, ignored: 'the sale is not attributed', pendingOn: [saleIdentifier(provider, sale.invoiceId)] }
  if (await isRefundRecorded(scope, reinstatementId))
    return { customerId: sale && (await customerOfInvoice(scope, sale.invoiceId)), ignored: 'the reinstatement is already recorded' }
  if (!sale?.attributed || sale.refunded <= 0 || (reversedRefundId && !(await isRefundRecorded(scope, reversedRefundId))))
    throw new DependencyPendingError(`no refund of the sale ${references.join(' or ')} is known`)

  const customerId = await customerOfInvoice(scope, sale.invoiceId)
  const reinstatedGross = Math.min(amount, sale.refunded)
  const credited = creditedShare(sale, sale.refunded) - creditedShare(sale, sale.refunded - reinstatedGross)
  if (credited === 0) return { customerId, ignored: 'the reinstatement rounds to zero' }
  const isReinstated = await reinstateSale(scope, {
    invoiceId: sale.invoiceId,
    amount: credited,
    reinstatementId,
    metadata: { integration: provider, connectionId, deliveryId },
  })
  await addRefunded(scope, provider, sale.invoiceId, -reinstatedGross)
  return isReinstated ? { customerId } : { customerId, ignored: 'the sale has no refund' }
}
