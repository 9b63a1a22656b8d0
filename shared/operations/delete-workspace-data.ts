import { deleteRequestLogsOfWorkspace, deleteWorkspaceData as workspaceClosed, deleteWorkspaceRow } from '../accounts/index.js'
import { deleteDeliveriesOfWorkspace } from '../integrations/index.js'
import type { JobScope } from '../kernel/scope.js'
import { deleteLinksOfWorkspace, inBatches, pastRequests } from '../links/index.js'
import { deleteMemoriesOfWorkspace } from '../memories/index.js'
import { deleteWebhookEventsOfWorkspace } from '../webhooks/index.js'

/** What a workspace may have much of, each deleted a batch at a time; true while there may be more. The rest goes with its row. */
const parts: ((scope: JobScope, workspaceId: string) => Promise<boolean>)[] = [deleteLinksOfWorkspace, deleteMemoriesOfWorkspace, deleteDeliveriesOfWorkspace, deleteWebhookEventsOfWorkspace, deleteRequestLogsOfWorkspace]

/** Deletes all that a closed workspace holds, and at last the workspace. May be killed at any moment and taken up again. */
export async function deleteWorkspaceData(scope: JobScope, payload: { workspaceId: string }): Promise<void> {
  await pastRequests()
  await inBatches(scope, workspaceClosed, payload, async () => {
    for (const deleteSome of parts) if (await deleteSome(scope, payload.workspaceId)) return true
    await deleteWorkspaceRow(scope.em, payload.workspaceId)
    return false
  })
}
