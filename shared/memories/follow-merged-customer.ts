import type { JobScope } from '../kernel/scope.js'
import { rebindMemories } from './about.queries.js'

/** What is remembered about a customer who was merged into another is remembered about the other. */
export async function followMergedCustomer(
  scope: JobScope,
  { workspaceId, customerId, mergedId }: { workspaceId: string; customerId: string; mergedId: string },
): Promise<void> {
  await rebindMemories(scope, workspaceId, mergedId, customerId)
}
