import type { InWorkspace } from '../../accounts/index.js'
import { buyerOfInvoice, reinstateSale } from '../../tracking/index.js'
import { creditedUpTo } from './apply-refund.js'
import type { Applied, Origin } from './apply.js'
import { Awaited } from './awaited.js'
import type { ReinstatementOutcome } from './outcome.js'
import { addRefunded, isRefundTold, lockSale } from './sale.queries.js'

/** What was given back of a sale came again. Before the refund is known it is tried again: providers do not keep to any order. */
export async function applyReinstatement(
  scope: InWorkspace,
  { references, reinstatementId, undoes, amount }: ReinstatementOutcome,
  { provider, connectionId, deliveryId }: Origin,
): Promise<Applied> {
  const sale = await lockSale(scope, provider, references)
  if (sale?.attributed === false) return { customerId: null, ignored: "the sale was nobody's" }
  if (await isRefundTold(scope, reinstatementId))
    return { customerId: sale && (await buyerOfInvoice(scope, sale.sale)), ignored: 'it was told before' }
  if (!sale?.attributed || sale.refunded <= 0 || (undoes && !(await isRefundTold(scope, undoes))))
    throw new Awaited(`no refund of the sale ${references.join(' or ')} is known`)

  const customerId = await buyerOfInvoice(scope, sale.sale)
  const again = Math.min(amount, sale.refunded)
  const credited = creditedUpTo(sale, sale.refunded) - creditedUpTo(sale, sale.refunded - again)
  if (credited === 0) return { customerId, ignored: 'it is too small to count' }
  const isBack = await reinstateSale(scope, {
    invoiceId: sale.sale,
    amount: credited,
    reinstatementId,
    metadata: { integration: provider, connectionId, deliveryId },
  })
  await addRefunded(scope, provider, sale.sale, -again)
  return isBack ? { customerId } : { customerId, ignored: 'nothing of the sale was given back' }
}
