import type { JobScope } from '../kernel/scope.js'
import { deleteOperations, operationsOfWorkspace } from './background-operation.queries.js'
import { deleteStoredFiles } from './store-result-file.js'

/** Kept small: each row cascades to its result parts, which may be large. */
const batchSize = 20

/**
 * Deletes a batch of a closed workspace's operations with their stored files; true while there may be more. A running worker finds its
 * operation gone and stops.
 */
export async function deleteBackgroundOperationsOfWorkspace(scope: JobScope, workspaceId: string): Promise<boolean> {
  const operations = await operationsOfWorkspace(scope, workspaceId, batchSize)
  await deleteStoredFiles(
    scope,
    operations.flatMap(({ storedFile }) => storedFile ?? []),
  )
  await deleteOperations(
    scope,
    operations.map(({ id }) => id),
  )
  return operations.length > 0
}
