import type { Scope } from '../../kernel/scope.js'

/** Leads of the source become the target's. */
export async function moveLeadsOfMergedPartner(
  { em }: Pick<Scope, 'em'>,
  { programId, sourcePartnerId, targetPartnerId }: { programId: string; sourcePartnerId: string; targetPartnerId: string },
): Promise<void> {
  await em.execute('update submitted_leads set partner_id = ? where program_id = ? and partner_id = ?', [
    targetPartnerId,
    programId,
    sourcePartnerId,
  ])
}
