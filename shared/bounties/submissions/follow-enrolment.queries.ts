import type { Scope } from '../../kernel/scope.js'
import type { EnrolmentChange } from '../../partners/index.js'

/** Rejects what a banned partner submitted, and deletes what a partner who left the program has not been awarded. */
export async function followEnrolment({ em, now }: Scope, { programId, partnerId, to }: EnrolmentChange): Promise<void> {
  if (to === 'banned')
    await em.execute(
      `update bounty_submissions set status = 'rejected', rejection_reason = 'other', reviewed_at = ?, updated_at = ?
       where program_id = ? and partner_id = ? and status = 'submitted'`,
      [now(), now(), programId, partnerId],
    )
  if (to === null)
    await em.execute(`delete from bounty_submissions where program_id = ? and partner_id = ? and status <> 'approved'`, [
      programId,
      partnerId,
    ])
}
