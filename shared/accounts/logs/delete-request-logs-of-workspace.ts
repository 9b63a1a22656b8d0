import type { JobScope } from '../../kernel/scope.js'
import { logDeleteBatch } from '../limits.js'
import { deleteLogsOf } from './log.queries.js'

/** Deletes some of a closed workspace's log; true while there may be more. */
export async function deleteRequestLogsOfWorkspace({ em }: JobScope, workspaceId: string): Promise<boolean> {
  return (await deleteLogsOf(em, workspaceId, logDeleteBatch)) > 0
}
