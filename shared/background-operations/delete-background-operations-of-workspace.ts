import { deleteBatch } from '../kernel/db/delete-batch.queries.js'
import type { JobScope } from '../kernel/scope.js'

/** Kept small: each row cascades to its result parts, which may be large. */
const batchSize = 20

/** Deletes a batch of a closed workspace's operations; true while there may be more. A running worker finds its operation gone and stops. */
export const deleteBackgroundOperationsOfWorkspace = async ({ em }: JobScope, workspaceId: string): Promise<boolean> =>
  (await deleteBatch(em, 'background_operations', 'workspace_id = ?', [workspaceId], batchSize)) > 0
