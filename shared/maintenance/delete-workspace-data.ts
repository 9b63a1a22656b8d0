import { deleteRequestLogsOfWorkspace, deleteWorkspaceData as workspaceClosed, deleteWorkspaceRow } from '../accounts/index.js'
import { deleteBackgroundOperationsOfWorkspace } from '../background-operations/index.js'
import { deleteBountiesOfWorkspace } from '../bounties/index.js'
import { deleteMessagesOfWorkspace } from '../campaigns/index.js'
import { deleteCustomersOfWorkspace } from '../customers/index.js'
import { deleteCommissionsOfWorkspace } from '../earnings/index.js'
import { deleteDeliveriesOfWorkspace } from '../integrations/index.js'
import { inTransaction, type JobScope } from '../kernel/scope.js'
import { deleteLinksOfWorkspace, runInBatches, awaitEarlierRequests } from '../links/index.js'
import { deleteMemoriesOfWorkspace } from '../memories/index.js'
import { deleteEnrolmentsOfWorkspace } from '../partners/index.js'
import { rollupDeletionSteps } from '../rollups/index.js'
import { eventDeletionSteps, eraseVisitors, awaitRunningIngestion } from '../tracking/index.js'
import { deleteWebhookEventsOfWorkspace } from '../webhooks/index.js'

/**
 * Large parts of a workspace. Each call deletes one batch and returns whether there may be more. Everything else is deleted with the
 * workspace row. Order: running work before the data it changes, events before their aggregates.
 */
const steps: ((scope: JobScope, workspaceId: string) => Promise<boolean>)[] = [
  deleteBackgroundOperationsOfWorkspace,
  deleteDeliveriesOfWorkspace,
  deleteLinks,
  deleteBountiesOfWorkspace,
  deleteMessagesOfWorkspace,
  deleteCommissionsOfWorkspace,
  deleteEnrolmentsOfWorkspace,
  deleteCustomersOfWorkspace,
  deleteMemoriesOfWorkspace,
  deleteWebhookEventsOfWorkspace,
  ...eventDeletionSteps,
  ...rollupDeletionSteps,
  deleteRequestLogsOfWorkspace,
]

/** Deletes all data of a closed workspace, then the workspace. May be interrupted at any point and run again. */
export async function deleteWorkspaceData(scope: JobScope, payload: { workspaceId: string }): Promise<void> {
  await awaitEarlierRequests(scope)
  await inTransaction(scope, () => awaitRunningIngestion(scope))
  let stepIndex = 0
  await runInBatches(scope, workspaceClosed, payload, async () => {
    const deleteBatch = steps[stepIndex]
    if (!deleteBatch) await deleteWorkspaceRow(scope.em, payload.workspaceId)
    // A batch runs a single step, so it never holds the locks of two.
    else if (!(await deleteBatch(scope, payload.workspaceId))) stepIndex++
    return deleteBatch !== undefined
  })
}

async function deleteLinks(scope: JobScope, workspaceId: string): Promise<boolean> {
  const deleted = await deleteLinksOfWorkspace(scope, workspaceId)
  await eraseVisitors(scope, deleted)
  return deleted.length > 0
}
