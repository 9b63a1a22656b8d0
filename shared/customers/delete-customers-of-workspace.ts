import { deleteBatch } from '../kernel/db/delete-batch.queries.js'
import type { JobScope } from '../kernel/scope.js'

/** Aliases and claims are deleted by foreign key. */
const batchSize = 2000

/**
 * Deletes one batch of customers of a closed workspace; true while there may be more. No events are published: everything that references
 * them is deleted as well.
 */
export const deleteCustomersOfWorkspace = async ({ em }: JobScope, workspaceId: string): Promise<boolean> =>
  (await deleteBatch(em, 'customers', 'workspace_id = ?', [workspaceId], batchSize)) > 0
