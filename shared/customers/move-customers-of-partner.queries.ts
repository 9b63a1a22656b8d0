import type { Scope } from '../kernel/scope.js'

/** Customers of a partner become customers of the account that the partner was merged into. */
export async function moveCustomersOfPartner(
  { em, now }: Scope,
  { programId, sourcePartnerId, targetPartnerId }: { programId: string; sourcePartnerId: string; targetPartnerId: string },
): Promise<void> {
  await em.execute('update customers set partner_id = ?, updated_at = ? where partner_id = ? and program_id = ?', [
    targetPartnerId,
    now(),
    sourcePartnerId,
    programId,
  ])
}
