import type { JobScope } from '../kernel/scope.js'
import { deleteSomeOfWorkspace } from './delete-memory.queries.js'

const batch = 5000

/** Deletes some of what a closed workspace remembers; true while there may be more. */
export const deleteMemoriesOfWorkspace = (scope: JobScope, workspaceId: string): Promise<boolean> =>
  deleteSomeOfWorkspace(scope, workspaceId, batch)
