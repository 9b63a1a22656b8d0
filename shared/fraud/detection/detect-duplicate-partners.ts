import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { findMonitoredEnrolment } from '../enrolments.queries.js'
import { type PartnerRef, pendingGroupsOfPartner } from '../groups/fraud-group.queries.js'
import { suspectPartner } from '../groups/suspect-partner.js'
import { duplicatesOf, isDuplicateDismissed, takeDuplicateChecks } from './duplicate-partners.queries.js'

/** Compares partners whose payout details changed with the other partners of their programs. */
export async function checkDuplicates(scope: JobScope, stop: AbortSignal): Promise<void> {
  // One partner per transaction, so that an error concerns no other and locks are held briefly.
  while (!stop.aborted) {
    const count = await inTransaction(scope, async () => {
      const partnerIds = await takeDuplicateChecks(scope, 1)
      for (const partnerId of partnerIds) await suspectDuplicates(scope, partnerId)
      return partnerIds.length
    })
    if (count === 0) return
  }
}

/** Suspects the partner and its duplicates, in all programs that they share or in one. What a user resolved is not raised again. */
export async function suspectDuplicates(scope: JobScope, partnerId: string, programId?: string): Promise<void> {
  const pairs = (await duplicatesOf(scope, partnerId))
    .filter((pair) => programId === undefined || pair.programId === programId)
    .flatMap(({ programId: id, duplicateId, shared }) => [
      { partner: { programId: id, partnerId }, duplicateId, shared },
      { partner: { programId: id, partnerId: duplicateId }, duplicateId: partnerId, shared },
    ])
    .toSorted((one, other) => (orderKey(one.partner) < orderKey(other.partner) ? -1 : 1))
  for (const { partner, duplicateId, shared } of pairs) {
    const enrolment = await findMonitoredEnrolment(scope, partner)
    // Locked first, so that a resolution that is under way has ended and is seen.
    await pendingGroupsOfPartner(scope, partner)
    if (!enrolment || (await isDuplicateDismissed(scope, partner, { duplicateId, shared }))) continue
    const event = { subject: duplicateId, duplicatePartnerId: duplicateId, metadata: { shared } }
    await suspectPartner(scope, partner, enrolment, [{ type: 'partnerDuplicateAccount', ...event }])
  }
}

const orderKey = ({ programId, partnerId }: PartnerRef) => `${programId} ${partnerId}`
