import type { Scope } from '../../kernel/scope.js'
import type { EnrolmentChange } from '../../partners/index.js'

/** Only the service rejects without a reviewer, because of a ban. One of an account that was merged into an active one stays rejected. */
const mergedNote = 'The partner was banned before the accounts were merged.'
const rejectedByBan = `status = 'rejected' and reviewer_id is null and rejection_note is distinct from '${mergedNote}'`

async function statusOf({ em }: Scope, programId: string, partnerId: string): Promise<string | undefined> {
  const enrolments: { status: string }[] = await em.execute('select status from enrolments where program_id = ? and partner_id = ?', [
    programId,
    partnerId,
  ])
  return enrolments[0]?.status
}

/**
 * Rejects what a banned partner submitted, and takes that back once the partner is not banned any more. Follows the present status, so that
 * the order of events does not matter. Without an enrolment, as after a merge, nothing changes.
 */
export async function applyBanToSubmissions(scope: Scope, { programId, partnerId }: EnrolmentChange): Promise<void> {
  const status = await statusOf(scope, programId, partnerId)
  if (status === 'banned') await rejectSubmitted(scope, programId, partnerId)
  else if (status !== undefined)
    await scope.em.execute(
      `update bounty_submissions set status = 'submitted', rejection_reason = null, rejection_note = null, reviewed_at = null, updated_at = ?
       where program_id = ? and partner_id = ? and ${rejectedByBan}`,
      [scope.now(), programId, partnerId],
    )
}

async function rejectSubmitted({ em, now }: Scope, programId: string, partnerId: string): Promise<void> {
  await em.execute(
    `update bounty_submissions set status = 'rejected', rejection_reason = 'other', rejection_note = 'The partner was banned.',
       reviewed_at = ?, updated_at = ?
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
 * target's. What a ban of the source rejected stays rejected unless the target is banned, too; what it submitted to a banned target does
 * not wait for a review.
 */
export async function moveSubmissionsOfMergedPartner(scope: Scope, merger: MergedPartner): Promise<void> {
  const { em } = scope
  const { programId, sourcePartnerId, targetPartnerId } = merger
  const isBanned = (await statusOf(scope, programId, targetPartnerId)) === 'banned'
  if (!isBanned)
    await em.execute(`update bounty_submissions set rejection_note = ? where program_id = ? and partner_id = ? and ${rejectedByBan}`, [
      mergedNote,
      programId,
      sourcePartnerId,
    ])
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
  if (isBanned) await rejectSubmitted(scope, programId, targetPartnerId)
}
