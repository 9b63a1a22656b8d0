import { sendEmailJob } from '../../accounts/index.js'
import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { withPortalLink } from '../../partners/index.js'
import { bountyName } from '../bounty-name.js'
import { Bounty } from '../bounty.entity.js'
import { audiencesOf } from '../bounty.queries.js'
import { type Audience, isForPartner } from '../eligibility.js'
import { draftReminderEmail } from '../emails.js'
import { reminderLeadMs } from '../limits.js'
import { effectivePeriod, submissionPeriod } from '../periods.js'
import { openDraftsAfter } from './drafts-to-remind.queries.js'
import { BountySubmission } from './submission.entity.js'

const batchSize = 100

/** Sends partners who can submit one email about each draft whose period ends soon. */
export async function remindPartners(scope: JobScope, stop: AbortSignal): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined && !stop.aborted;) {
    const after: string = last
    last = await inTransaction(scope, () => remindBatch(scope, after))
    scope.em.clear()
  }
}

/** Returns the last draft of the batch. */
async function remindBatch(scope: JobScope, after: string): Promise<string | undefined> {
  const { em } = scope
  const now = scope.now()
  const drafts = await openDraftsAfter(scope, now, after, batchSize)
  const found = await em.find(Bounty, { id: drafts.map(({ bountyId }) => bountyId) })
  const bounties = new Map(found.map((bounty) => [bounty.id, bounty]))
  const audiences = await audiencesOf(scope, [...bounties.keys()])
  const due = drafts.flatMap((draft) => {
    const bounty = bounties.get(draft.bountyId)
    if (!bounty || !isForPartner(bounty, audiences.get(bounty.id) as Audience, draft)) return []
    const { end } = submissionPeriod(bounty.submissionFrequency, effectivePeriod(bounty, draft.enrolledAt), draft.periodNumber)
    return end && end > now && end.getTime() - now.getTime() <= reminderLeadMs ? [{ ...draft, bounty, end }] : []
  })
  await em.nativeUpdate(BountySubmission, { id: due.map(({ id }) => id) }, { remindedAt: now })
  for (const { email: to, bounty, end, programName } of due) {
    const message = draftReminderEmail(programName, bountyName(bounty) ?? bounty.id, end)
    if (to) scope.enqueue(sendEmailJob, { to, ...withPortalLink(scope, message) })
  }
  return drafts.at(-1)?.id
}
