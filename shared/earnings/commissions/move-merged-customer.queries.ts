import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { JobScope, Scope } from '../../kernel/scope.js'
import { lockEarningsOfProgram } from './commission.queries.js'
import type { PartnerRef } from './pending-earnings.queries.js'

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

/**
 * Moves the commissions of the partner for customers that were merged into one of these, should the job of the merge not have run yet.
 * Otherwise, the next lead of the customer would count as the first. The earnings of the partner must be locked.
 */
export async function moveCommissionsToCustomers({ em }: Scope, ref: PartnerRef, customerIds: readonly string[]): Promise<void> {
  await em.execute(
    `update commissions set customer_id = aliases.customer_id from customer_aliases aliases
     where aliases.customer_id = any (?::text[]) and commissions.customer_id = aliases.alias and program_id = ? and partner_id = ?`,
    [arrayLiteral(customerIds), ref.programId, ref.partnerId],
  )
}
