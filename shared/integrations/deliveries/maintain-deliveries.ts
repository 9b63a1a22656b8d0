/** Maintenance of deliveries: retention, deletion and lost jobs. */
import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { deleteExpiredSecrets } from '../connections/connection.queries.js'
import { processDeliveryJob } from '../jobs.js'
import { deleteBatchSize, deliveryRetentionMs, lostAfterMs, maxRequeued } from '../limits.js'
import { deleteSalesOfWorkspace, deleteDeliveriesBy, claimLostDeliveries } from './delivery.queries.js'

/** Deletes deliveries past their retention, in small transactions, and expired previous secrets. */
export async function deleteOldDeliveries(scope: JobScope): Promise<void> {
  const before = new Date(scope.now().getTime() - deliveryRetentionMs)
  await inTransaction(scope, () => deleteExpiredSecrets(scope))
  for (;;)
    if ((await inTransaction(scope, () => deleteDeliveriesBy(scope.em, 'receivedBefore', before, deleteBatchSize))) < deleteBatchSize)
      return
}

/** Deletes the deliveries of a connection that was deleted, or whose shop is erased. */
export async function deleteDeliveriesOfConnection(scope: JobScope, { connectionId }: { connectionId: string }): Promise<void> {
  for (;;)
    if ((await inTransaction(scope, () => deleteDeliveriesBy(scope.em, 'connection', connectionId, deleteBatchSize))) < deleteBatchSize)
      return
}

/** Deletes a batch of a closed workspace's deliveries and stored sales; true while there may be more. */
export const deleteDeliveriesOfWorkspace = async ({ em }: JobScope, workspaceId: string): Promise<boolean> =>
  (await deleteDeliveriesBy(em, 'workspace', workspaceId, deleteBatchSize)) > 0 ||
  (await deleteSalesOfWorkspace(em, workspaceId, deleteBatchSize)) > 0

/** Enqueues jobs again for unprocessed deliveries whose jobs were lost. */
export async function requeueLostDeliveries(scope: JobScope): Promise<void> {
  const ids = await claimLostDeliveries(scope, new Date(scope.now().getTime() - lostAfterMs), maxRequeued)
  for (const deliveryId of ids) scope.enqueue(processDeliveryJob, { deliveryId })
}
