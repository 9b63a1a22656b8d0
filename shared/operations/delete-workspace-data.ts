import { deleteRequestLogsOfWorkspace, deleteWorkspaceData as workspaceClosed, deleteWorkspaceRow } from '../accounts/index.js'
import { deleteCustomersOfWorkspace } from '../customers/index.js'
import { deleteErrandsOfWorkspace } from '../errands/index.js'
import { deleteDeliveriesOfWorkspace } from '../integrations/index.js'
import { inTransaction, type JobScope } from '../kernel/scope.js'
import { deleteLinksOfWorkspace, inBatches, pastRequests } from '../links/index.js'
import { deleteMemoriesOfWorkspace } from '../memories/index.js'
import { deletionsOfEvents, forgetVisitors, refuseClicks } from '../tracking/index.js'
import { deleteWebhookEventsOfWorkspace } from '../webhooks/index.js'

/**
 * What a workspace may have much of, each deleted a batch at a time; true while there may be more. The rest goes with its row. Whoever
 * works for it first, then what they work on; sums after what they are made of.
 */
const parts: ((scope: JobScope, workspaceId: string) => Promise<boolean>)[] = [
  deleteErrandsOfWorkspace,
  deleteDeliveriesOfWorkspace,
  deleteLinks,
  deleteCustomersOfWorkspace,
  deleteMemoriesOfWorkspace,
  deleteWebhookEventsOfWorkspace,
  ...deletionsOfEvents,
  deleteRequestLogsOfWorkspace,
]

/** Deletes all that a closed workspace holds, and at last the workspace. May be killed at any moment and taken up again. */
export async function deleteWorkspaceData(scope: JobScope, payload: { workspaceId: string }): Promise<void> {
  await pastRequests()
  await inTransaction(scope, () => refuseClicks(scope))
  let done = 0
  await inBatches(scope, workspaceClosed, payload, async () => {
    const deleteSome = parts[done]
    if (!deleteSome) await deleteWorkspaceRow(scope.em, payload.workspaceId)
    // A step holds what one part needs, and nothing of the part before.
    else if (!(await deleteSome(scope, payload.workspaceId))) done++
    return deleteSome !== undefined
  })
}

async function deleteLinks(scope: JobScope, workspaceId: string): Promise<boolean> {
  const gone = await deleteLinksOfWorkspace(scope, workspaceId)
  await forgetVisitors(scope, gone)
  return gone.length > 0
}
