import type { JobScope } from '../kernel/scope.js'
import { deleteBatchesOfWorkspace, deleteDeliveriesOfWorkspace, deleteEventsOfWorkspace } from './log/retention.queries.js'

/** Limits the rows locked by one transaction. */
const batchSize = 1000

/** Deletes a batch of a closed workspace's events and deliveries; true while there may be more. */
export async function deleteWebhookEventsOfWorkspace(scope: JobScope, workspaceId: string): Promise<boolean> {
  return (
    (await deleteBatchesOfWorkspace(scope, workspaceId, batchSize)) > 0 ||
    (await deleteDeliveriesOfWorkspace(scope, workspaceId, batchSize)) > 0 ||
    (await deleteEventsOfWorkspace(scope, workspaceId, batchSize)) > 0
  )
}
