/** Refund entries: rows of `sale_events` that refund a sale, or reinstate a refund. */
import { isDeepStrictEqual } from 'node:util'
import type { InWorkspace } from '../../accounts/index.js'
import { clickIdTime, newClickId } from '../../kernel/ids.js'
import { addToSaleCounters, insertSale, type SaleRow } from '../conversions/conversion.queries.js'
import { ensureEventPartition } from '../event-partitions.js'
import type { AmountPair } from './refund-amounts.js'
import { addRefund } from './refund.queries.js'

export interface RefundEntryInput {
  /** The refunded amount; negative for a reinstatement. */
  part: AmountPair
  /** Change of the number of sales. */
  sales: -1 | 0 | 1
  metadata: SaleRow['metadata']
}

export function buildEntry({ now }: InWorkspace, sale: SaleRow, { part, sales, metadata }: RefundEntryInput): SaleRow {
  const id = newClickId(now().getTime())
  return {
    ...sale,
    id,
    timestamp: new Date(clickIdTime(id)),
    amount: -part.converted,
    original_amount: -part.original,
    sales,
    refund_of: sale.id,
    // The values of the sale win, so that analytics that filter by metadata deduct the refund exactly where the sale counts.
    metadata: sale.metadata || metadata ? { ...metadata, ...sale.metadata } : null,
    refund_metadata: metadata,
  }
}

/** The metadata that was sent with the refund of an entry. In earlier entries, which do not have it apart, it is what the sale lacks. */
export function ownMetadata(
  { metadata, refund_metadata: sent }: Pick<SaleRow, 'metadata' | 'refund_metadata'>,
  ofSale: SaleRow['metadata'],
): SaleRow['metadata'] {
  if (sent) return sent
  if (!metadata || !ofSale) return metadata
  const own = Object.entries(metadata).filter(([name, value]) => !isDeepStrictEqual(value, ofSale[name]))
  return own.length > 0 ? Object.fromEntries(own) : null
}

/** Stores the entry and updates the counters. The customer and the refunds of the sale must be locked. */
export async function recordEntry(scope: InWorkspace, sale: SaleRow, entry: SaleRow): Promise<void> {
  await ensureEventPartition(scope.pool, 'sale_events', entry.timestamp)
  await insertSale(scope, entry)
  const { customer_id: customerId, link_id: linkId, amount, original_amount: original, sales, timestamp: at } = entry
  await addRefund(scope, sale.id, { converted: -amount, original: -original })
  await addToSaleCounters(scope, { customerId, linkId, amount, sales, isNew: false, converts: false, at })
}
