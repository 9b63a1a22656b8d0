import type { InWorkspace } from '../../accounts/index.js'
import type { SaleRow } from '../conversions/conversion.queries.js'
import { saleReinstated } from '../conversions/events.js'
import { entryOf, recordEntry } from './entry.js'
import { lockSale } from './lock-sale.js'
import { claimRefund, entryOfRefund, lockRefunds } from './refund.queries.js'
import { shareComingAgain } from './share-of-sale.js'

export interface Reinstatement {
  invoiceId: string
  /** In the currency of the sale; no more comes again than was given back. */
  amount: number
  /** Under one id it happens once. */
  reinstatementId: string
  metadata: SaleRow['metadata']
}

/** What was given back of a sale came again, as when a dispute is won. Answers whether anything did by this. */
export async function reinstateSale(scope: InWorkspace, { invoiceId, amount, reinstatementId, metadata }: Reinstatement): Promise<boolean> {
  const sale = await lockSale(scope, { invoiceId })
  const refunded = await lockRefunds(scope, sale.id)
  if (refunded.original <= 0 || (await entryOfRefund(scope, reinstatementId))) return false

  const again = shareComingAgain({ original: sale.original_amount, counted: sale.amount }, refunded, amount)
  const wasFull = refunded.original === sale.original_amount && refunded.counted === sale.amount
  const entry = entryOf(scope, sale, { part: { original: -again.original, counted: -again.counted }, sales: wasFull ? 1 : 0, metadata })
  if (!(await claimRefund(scope, reinstatementId, entry.id))) return false
  await recordEntry(scope, sale, entry)
  const { customer_id: customerId, link_id: linkId, click_id: clickId, currency } = entry
  scope.announce(saleReinstated, {
    workspaceId: scope.workspace.id,
    eventId: entry.id,
    saleEventId: sale.id,
    customerId,
    linkId,
    clickId,
    amount: again.counted,
    currency,
  })
  return true
}
