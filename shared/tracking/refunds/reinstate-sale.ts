import type { InWorkspace } from '../../accounts/index.js'
import type { SaleRow } from '../conversions/conversion.queries.js'
import { saleReinstated } from '../conversions/events.js'
import { lockSale } from './lock-sale.js'
import { computeReinstatement } from './refund-amounts.js'
import { buildEntry, recordEntry } from './refund-entry.js'
import { claimRefund, findEntryIdByRefund, lockRefunds } from './refund.queries.js'

export interface Reinstatement {
  invoiceId: string
  /** In the currency of the sale; limited to the refunded amount. */
  amount: number
  /** Idempotency key. */
  reinstatementId: string
  metadata: SaleRow['metadata']
}

/** Reverses a refund in full or in part, as when a dispute is won. Returns whether this call changed anything. */
export async function reinstateSale(scope: InWorkspace, { invoiceId, amount, reinstatementId, metadata }: Reinstatement): Promise<boolean> {
  const sale = await lockSale(scope, { invoiceId })
  const refunded = await lockRefunds(scope, sale.id)
  if (refunded.original <= 0 || (await findEntryIdByRefund(scope, reinstatementId))) return false

  const reinstated = computeReinstatement({ original: sale.original_amount, converted: sale.amount }, refunded, amount)
  const wasFull = refunded.original === sale.original_amount && refunded.converted === sale.amount
  const entry = buildEntry(scope, sale, {
    part: { original: -reinstated.original, converted: -reinstated.converted },
    sales: wasFull ? 1 : 0,
    metadata,
  })
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
    amount: reinstated.converted,
    currency,
  })
  return true
}
