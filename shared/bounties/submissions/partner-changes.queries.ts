import type { Scope } from '../../kernel/scope.js'
import type { EnrolmentChange } from '../../partners/index.js'

/** Rejects what a banned partner submitted. */
export async function rejectSubmissionsOfBanned({ em, now }: Scope, { programId, partnerId, to }: EnrolmentChange): Promise<void> {
  if (to !== 'banned') return
  await em.execute(
    `update bounty_submissions set status = 'rejected', rejection_reason = 'other', reviewed_at = ?, updated_at = ?
     where program_id = ? and partner_id = ? and status = 'submitted'`,
    [now(), now(), programId, partnerId],
  )
}

interface MergedPartner {
  programId: string
  sourcePartnerId: string
  targetPartnerId: string
}

// What a reviewer has to see or has decided outlasts a draft.
const rankOf = (row: string) => `case ${row}.status when 'approved' then 2 when 'submitted' then 1 else 0 end`

/**
 * Submissions and files of the source become the target's. Of two for one period an approved one stays, else a submitted one, else the
 * target's.
 */
export async function moveSubmissionsOfMergedPartner({ em }: Scope, merger: MergedPartner): Promise<void> {
  const { programId, sourcePartnerId, targetPartnerId } = merger
  const samePeriod =
    's.program_id = ? and s.partner_id = ? and t.partner_id = ? and t.bounty_id = s.bounty_id and t.period_number = s.period_number'
  const partners = [programId, sourcePartnerId, targetPartnerId]
  await em.execute(
    `delete from bounty_submissions t using bounty_submissions s where ${samePeriod} and ${rankOf('s')} > ${rankOf('t')}`,
    partners,
  )
  await em.execute(`delete from bounty_submissions s using bounty_submissions t where ${samePeriod}`, partners)
  await em.execute('update bounty_submissions set partner_id = ? where program_id = ? and partner_id = ?', [
    targetPartnerId,
    programId,
    sourcePartnerId,
  ])
  await em.execute(
    `update bounty_files set partner_id = ? where partner_id = ? and bounty_id in (select id from bounties where program_id = ?)`,
    [targetPartnerId, sourcePartnerId, programId],
  )
}
