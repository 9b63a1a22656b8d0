import { deleteWorkspaceData, deleteClosedWorkspacesBefore, workspacesClosedBefore } from '../accounts/index.js'
import type { JobScope } from '../kernel/scope.js'
import { days, hours } from '../kernel/time.js'

/** How long the ids of deleted workspaces are stored: a spooled click batch may arrive this late and must still be rejected. */
const retention = days(32)

/** Deletes the data of closed workspaces again: what a failed job left behind, and what arrived after its job. */
export async function finishDeletions(scope: JobScope): Promise<void> {
  const now = scope.now().getTime()
  for (const workspaceId of await workspacesClosedBefore(scope.em, new Date(now - hours(12))))
    scope.enqueue(deleteWorkspaceData, { workspaceId })
  await deleteClosedWorkspacesBefore(scope.em, new Date(now - retention))
}
