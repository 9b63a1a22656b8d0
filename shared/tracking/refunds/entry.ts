/** Entries beside a sale: what was given back of it, and what of that came again. */
import type { InWorkspace } from '../../accounts/index.js'
import { clickIdTime, newClickId } from '../../kernel/ids.js'
import { countSale, insertSale, type SaleRow } from '../conversions/conversion.queries.js'
import { havePartition } from '../event-partitions.js'
import { addRefund } from './refund.queries.js'
import type { Sums } from './share-of-sale.js'

export interface Given {
  /** What is given back; negative for what comes again. */
  part: Sums
  /** What the entry adds to the count of sales. */
  sales: -1 | 0 | 1
  metadata: SaleRow['metadata']
}

export function entryOf({ now }: InWorkspace, sale: SaleRow, { part, sales, metadata }: Given): SaleRow {
  const id = newClickId(now().getTime())
  return {
    ...sale,
    id,
    timestamp: new Date(clickIdTime(id)),
    amount: -part.counted,
    original_amount: -part.original,
    sales,
    refund_of: sale.id,
    metadata,
  }
}

/** Stores and counts it. The customer and the sale's refunds are locked by now. */
export async function recordEntry(scope: InWorkspace, sale: SaleRow, entry: SaleRow): Promise<void> {
  await havePartition(scope.pool, 'sale_events', entry.timestamp)
  await insertSale(scope, entry)
  const { customer_id: customerId, link_id: linkId, amount, original_amount: original, sales, timestamp: at } = entry
  await addRefund(scope, sale.id, { counted: -amount, original: -original })
  await countSale(scope, { customerId, linkId, amount, sales, isNew: false, converts: false, at })
}
