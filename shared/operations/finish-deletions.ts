import { deleteWorkspaceData, forgetClosingsBefore, workspacesClosedBefore } from '../accounts/index.js'
import type { JobScope } from '../kernel/scope.js'
import { days, hours } from '../kernel/time.js'

/** A batch of clicks that was kept on a disk may come back so late; then it must still be known that nobody wants it. */
const remembered = days(32)

/** Deletes once more what workspaces hold that were deleted: what a job gave up, and whatever came after it. */
export async function finishDeletions(scope: JobScope): Promise<void> {
  const now = scope.now().getTime()
  for (const workspaceId of await workspacesClosedBefore(scope.em, new Date(now - hours(12))))
    scope.enqueue(deleteWorkspaceData, { workspaceId })
  await forgetClosingsBefore(scope.em, new Date(now - remembered))
}
