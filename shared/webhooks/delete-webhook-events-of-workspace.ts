import type { JobScope } from '../kernel/scope.js'
import { deleteBundlesOf, deleteDeliveriesOf, deleteEventsOf } from './log/retention.queries.js'

/** One transaction holds so many rows locked, and no more. */
const most = 1000

/** Deletes some of what a closed workspace was told; answers whether there may be more. */
export async function deleteWebhookEventsOfWorkspace(scope: JobScope, workspaceId: string): Promise<boolean> {
  return (
    (await deleteBundlesOf(scope, workspaceId, most)) > 0 ||
    (await deleteDeliveriesOf(scope, workspaceId, most)) > 0 ||
    (await deleteEventsOf(scope, workspaceId, most)) > 0
  )
}
