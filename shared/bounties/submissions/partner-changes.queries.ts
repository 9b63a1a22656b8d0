import type { Scope } from '../../kernel/scope.js'
import type { EnrolmentChange } from '../../partners/index.js'

/**
 * Rejects what a banned partner submitted, and takes that back once the partner is not banned any more. Follows the present status, so that
 * the order of events does not matter. Only the service rejects without a reviewer.
 */
export async function applyBanToSubmissions({ em, now }: Scope, { programId, partnerId }: EnrolmentChange): Promise<void> {
  const enrolments: { status: string }[] = await em.execute('select status from enrolments where program_id = ? and partner_id = ?', [
    programId,
    partnerId,
  ])
  const at = now()
  if (enrolments[0]?.status === 'banned')
    await em.execute(
      `update bounty_submissions set status = 'rejected', rejection_reason = 'other', rejection_note = 'The partner was banned.',
         reviewed_at = ?, updated_at = ?
       where program_id = ? and partner_id = ? and status = 'submitted'`,
      [at, at, programId, partnerId],
    )
  else
    await em.execute(
      `update bounty_submissions set status = 'submitted', rejection_reason = null, rejection_note = null, reviewed_at = null, updated_at = ?
       where program_id = ? and partner_id = ? and status = 'rejected' and reviewer_id is null`,
      [at, programId, partnerId],
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
