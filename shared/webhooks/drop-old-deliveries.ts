import { firstIdAt } from '../kernel/ids.js'
import { inTransaction, type JobScope } from '../kernel/scope.js'
import { deliveryLifetime } from './limits.js'
import { deleteBundlesBefore, deleteDeliveriesBefore, deleteEventsBefore } from './log/retention.queries.js'

const batch = 5000

/** Deletes deliveries, and then the events that they were of, when their time is over; a batch at a time. */
export async function dropOldDeliveries(scope: JobScope): Promise<number> {
  const bound = firstIdAt('evt_', scope.now().getTime() - deliveryLifetime)
  let gone = 0
  for (const deleteSome of [deleteBundlesBefore, deleteDeliveriesBefore, deleteEventsBefore]) {
    for (let count = batch; count === batch;) {
      count = await inTransaction(scope, () => deleteSome(scope, bound, batch))
      gone += count
    }
  }
  return gone
}
