import { sendEmailJob } from '../../accounts/index.js'
import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { withPortalLink } from '../../partners/index.js'
import { bountyName } from '../bounty-name.js'
import { Bounty } from '../bounty.entity.js'
import { findEnrolledPartner } from '../bounty.queries.js'
import { draftReminderEmail } from '../emails.js'
import { reminderLeadMs } from '../limits.js'
import { effectivePeriod, submissionPeriod } from '../periods.js'
import { BountySubmission } from './submission.entity.js'
import { programOf } from './submission.queries.js'

const batchSize = 100

/** Sends partners one email about each draft whose period ends soon. */
export async function remindPartners(scope: JobScope, stop: AbortSignal): Promise<void> {
  let last = ''
  while (!stop.aborted) {
    const drafts = await inTransaction(scope, () => remindBatch(scope, last))
    if (drafts.length === 0) return
    last = drafts.at(-1)?.id ?? last
    scope.em.clear()
  }
}

async function remindBatch(scope: JobScope, after: string): Promise<BountySubmission[]> {
  const { em } = scope
  const drafts = await em.find(
    BountySubmission,
    { status: 'draft', remindedAt: null, performanceCount: null, id: { $gt: after } },
    { orderBy: { id: 'asc' }, limit: batchSize, refresh: true },
  )
  const bounties = await em.find(Bounty, { id: drafts.map(({ bountyId }) => bountyId) })
  for (const draft of drafts) {
    const bounty = bounties.find(({ id }) => id === draft.bountyId)
    // A post that counts too little is nothing that the partner can finish.
    if (bounty && !bounty.submissionRequirements?.socialMetrics) await remindPartner(scope, bounty, draft)
  }
  return drafts
}

async function remindPartner(scope: JobScope, bounty: Bounty, draft: BountySubmission): Promise<void> {
  const partner = await findEnrolledPartner(scope, draft.programId, draft.partnerId)
  if (!partner) return
  const { end } = submissionPeriod(bounty.submissionFrequency, effectivePeriod(bounty, partner.enrolledAt), draft.periodNumber)
  const now = scope.now()
  if (!end || end <= now || end.getTime() - now.getTime() > reminderLeadMs) return
  draft.remindedAt = now
  const { name } = await programOf(scope, draft.programId)
  if (partner.email)
    scope.enqueue(sendEmailJob, {
      to: partner.email,
      ...withPortalLink(scope, draftReminderEmail(name, bountyName(bounty) ?? bounty.id, end)),
    })
}
