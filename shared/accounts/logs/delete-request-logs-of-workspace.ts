import type { JobScope } from '../../kernel/scope.js'
import { logDeleteBatchSize } from '../limits.js'
import { deleteLogsOfWorkspace } from './store-logs.queries.js'

/** Deletes a batch of the log of a closed workspace; true while there may be more. */
export async function deleteRequestLogsOfWorkspace({ em }: JobScope, workspaceId: string): Promise<boolean> {
  return (await deleteLogsOfWorkspace(em, workspaceId, logDeleteBatchSize)) > 0
}
