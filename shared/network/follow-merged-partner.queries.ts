import type { Scope } from '../kernel/scope.js'

/** Leads of the source, and what the program decided about it in the network, become the target's. Decisions about the target stay. */
export async function followMergedPartner(
  { em }: Pick<Scope, 'em'>,
  { programId, sourcePartnerId, targetPartnerId }: { programId: string; sourcePartnerId: string; targetPartnerId: string },
): Promise<void> {
  await em.execute('update submitted_leads set partner_id = ? where program_id = ? and partner_id = ?', [
    targetPartnerId,
    programId,
    sourcePartnerId,
  ])
  await em.execute(
    `update discovered_partners target set starred_at = coalesce(target.starred_at, source.starred_at),
       ignored_at = coalesce(target.ignored_at, source.ignored_at), invited_at = coalesce(target.invited_at, source.invited_at)
     from discovered_partners source
     where target.program_id = ? and target.partner_id = ? and source.program_id = target.program_id and source.partner_id = ?`,
    [programId, targetPartnerId, sourcePartnerId],
  )
  await em.execute(
    `update discovered_partners source set partner_id = ? where program_id = ? and partner_id = ?
       and not exists (select from discovered_partners own where own.program_id = source.program_id and own.partner_id = ?)`,
    [targetPartnerId, programId, sourcePartnerId, targetPartnerId],
  )
  await em.execute('delete from discovered_partners where program_id = ? and partner_id = ?', [programId, sourcePartnerId])
}
