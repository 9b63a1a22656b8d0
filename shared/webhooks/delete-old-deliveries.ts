import { minIdAt } from '../kernel/ids.js'
import { inTransaction, type JobScope } from '../kernel/scope.js'
import { deliveryRetentionMs } from './limits.js'
import { deleteBatchesBefore, deleteDeliveriesBefore, deleteEventsBefore } from './log/retention.queries.js'

const batchSize = 5000

/** Deletes deliveries and events past their retention, in batches. Returns the number of deleted rows. */
export async function deleteOldDeliveries(scope: JobScope): Promise<number> {
  const firstKeptId = minIdAt('evt_', scope.now().getTime() - deliveryRetentionMs)
  let deleted = 0
  for (const deleteBatch of [deleteBatchesBefore, deleteDeliveriesBefore, deleteEventsBefore]) {
    for (let count = batchSize; count === batchSize;) {
      count = await inTransaction(scope, () => deleteBatch(scope, firstKeptId, batchSize))
      deleted += count
    }
  }
  return deleted
}
