import type { JobScope } from '../kernel/scope.js'
import { deleteWorkspaceBatch } from './delete-memory.queries.js'

const batchSize = 5000

/** Deletes a batch of a closed workspace's memories. Returns true while there may be more. */
export const deleteMemoriesOfWorkspace = (scope: JobScope, workspaceId: string): Promise<boolean> =>
  deleteWorkspaceBatch(scope, workspaceId, batchSize)
