import type { JobScope } from '../kernel/scope.js'
import { deleteMemoriesOfCustomer } from './delete-memory.queries.js'

/** Erases the memories about a deleted customer, and the texts in their history. */
export const eraseCustomerMemories = (
  scope: JobScope,
  { workspaceId, customerId }: { workspaceId: string; customerId: string },
): Promise<void> => deleteMemoriesOfCustomer(scope, workspaceId, customerId, scope.now())
