import type { JobScope } from '../../kernel/scope.js'

/** Moves the commissions for a merged customer to the customer it was merged into. */
export async function moveCommissionsOfMergedCustomer({ em }: JobScope, merge: { customerId: string; mergedId: string }): Promise<void> {
  await em.execute('update commissions set customer_id = ? where customer_id = ?', [merge.customerId, merge.mergedId])
}
