import type { JobScope } from '../kernel/scope.js'
import { forgetMemoriesAbout } from './delete-memory.queries.js'

/** What is remembered about a customer goes with the customer, and what its history says. */
export const forgetMemoriesOfCustomer = (
  scope: JobScope,
  { workspaceId, customerId }: { workspaceId: string; customerId: string },
): Promise<void> => forgetMemoriesAbout(scope, workspaceId, customerId, scope.now())
