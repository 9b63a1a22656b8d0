import type { JobScope } from '../kernel/scope.js'
import { deleteMemoriesOfCustomers } from './delete-memory.queries.js'

/**
 * Erases the memories about a deleted customer, and the texts in their history. Those about customers that were merged into it may not have
 * been moved yet.
 */
export const eraseCustomerMemories = (
  scope: JobScope,
  { workspaceId, customerId, mergedIds = [] }: { workspaceId: string; customerId: string; mergedIds?: string[] | undefined },
): Promise<void> => deleteMemoriesOfCustomers(scope, workspaceId, [customerId, ...mergedIds], scope.now())
