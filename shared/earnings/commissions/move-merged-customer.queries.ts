import type { JobScope } from '../../kernel/scope.js'
import { lockEarningsOfProgram } from './commission.queries.js'

/**
 * Moves the commissions for a merged customer to the customer it was merged into. Waits for commissions that are being computed, which may
 * have read the events before the merge.
 */
export async function moveCommissionsOfMergedCustomer(
  scope: JobScope,
  { workspaceId, customerId, mergedId }: { workspaceId: string; customerId: string; mergedId: string },
): Promise<void> {
  const programs: { id: string }[] = await scope.em.execute('select id from programs where workspace_id = ? order by id', [workspaceId])
  for (const { id } of programs) await lockEarningsOfProgram(scope, id)
  await scope.em.execute('update commissions set customer_id = ? where customer_id = ?', [customerId, mergedId])
}
