import type { JobScope } from '../kernel/scope.js'
import { moveMemoriesToCustomer } from './subject.queries.js'

/** Moves the memories about a merged customer to the customer it was merged into. */
export async function moveMergedCustomer(
  scope: JobScope,
  { workspaceId, customerId, mergedId }: { workspaceId: string; customerId: string; mergedId: string },
): Promise<void> {
  await moveMemoriesToCustomer(scope, workspaceId, mergedId, customerId)
}
