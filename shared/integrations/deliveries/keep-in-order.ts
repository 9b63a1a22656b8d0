/** The housekeeping of deliveries. */
import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { forgetPreviousSecrets } from '../connections/connection.queries.js'
import { processDelivery } from '../jobs.js'
import { deleteBatch, deliveryLifetime, lostAfter, mostRequeued } from '../limits.js'
import { deleteSalesOf, deleteSome, restartLost } from './delivery.queries.js'

/** Deletes what was received a while ago, in steps that hold no lock for long, and secrets that serve no longer. */
export async function dropOldDeliveries(scope: JobScope): Promise<void> {
  const before = new Date(scope.now().getTime() - deliveryLifetime)
  await inTransaction(scope, () => forgetPreviousSecrets(scope))
  for (;;) if ((await inTransaction(scope, () => deleteSome(scope.em, 'receivedBefore', before, deleteBatch))) < deleteBatch) return
}

/** Deletes what a connection received that is gone. */
export async function deleteDeliveriesOfConnection(scope: JobScope, { connectionId }: { connectionId: string }): Promise<void> {
  for (;;) if ((await inTransaction(scope, () => deleteSome(scope.em, 'connection', connectionId, deleteBatch))) < deleteBatch) return
}

/** Deletes some of what a closed workspace received, and of the sales that came of it; true while there may be more. */
export const deleteDeliveriesOfWorkspace = async ({ em }: JobScope, workspaceId: string): Promise<boolean> =>
  (await deleteSome(em, 'workspace', workspaceId, deleteBatch)) > 0 || (await deleteSalesOf(em, workspaceId, deleteBatch)) > 0

/** Queues anew what waits although nothing is queued for it, as after the loss of a queue. */
export async function requeueLost(scope: JobScope): Promise<void> {
  const ids = await restartLost(scope, new Date(scope.now().getTime() - lostAfter), mostRequeued)
  for (const deliveryId of ids) scope.enqueue(processDelivery, { deliveryId })
}
