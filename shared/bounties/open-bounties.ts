/** What happens at the start and at the end of a bounty. */
import { LockMode } from '@mikro-orm/postgresql'
import { sendEmailJob } from '../accounts/index.js'
import { inTransaction, type JobScope } from '../kernel/scope.js'
import { runInBatches } from '../links/index.js'
import { partnerEmailsFor } from '../partner-accounts/index.js'
import { withPortalLink } from '../partners/index.js'
import { bountyName } from './bounty-name.js'
import { Bounty } from './bounty.entity.js'
import { activePartnersAfter, audiencesOf, noSubmissions, submissionCountsOf } from './bounty.queries.js'
import { type Audience, isOpenForPartner } from './eligibility.js'
import { bountyClosedEmail, bountyOpenedEmail } from './emails.js'
import { notifyPartnersJob } from './jobs.js'
import { planCountsOfProgram } from './performance/pending-counts.queries.js'
import { effectivePeriod } from './periods.js'
import { emailReviewers } from './submissions/notify.js'
import { programOf } from './submissions/submission.queries.js'

/** Bounties of one run; the next run takes further ones. */
const maxBounties = 500
const emailBatchSize = 100

/** Opens bounties whose start has come: plans their counts and the emails to partners. */
export async function openBounties(scope: JobScope, bountyId: string | null): Promise<void> {
  const due = await scope.em.find(
    Bounty,
    { ...(bountyId ? { id: bountyId } : {}), openedAt: null, $or: [{ startsAt: null }, { startsAt: { $lte: scope.now() } }] },
    { fields: ['id'], limit: maxBounties },
  )
  for (const { id } of due) await inTransaction(scope, () => openBounty(scope, id))
}

async function openBounty(scope: JobScope, id: string): Promise<void> {
  const isOpened = await scope.em.nativeUpdate(Bounty, { id, openedAt: null }, { openedAt: scope.now() })
  const bounty = await scope.em.findOne(Bounty, id, { refresh: true })
  if (!isOpened || !bounty) return
  if (bounty.performanceCondition) await planCountsOfProgram(scope, bounty.programId, bounty.performanceCondition.attribute)
  if (bounty.notifiesPartners) scope.enqueue(notifyPartnersJob, { bountyId: id })
}

/** Sends the users of each eligible partner one email. The last notified enrolment is stored with the emails, so nothing is sent twice. */
export const notifyPartners = (scope: JobScope, payload: { bountyId: string }): Promise<void> =>
  runInBatches(scope, notifyPartnersJob, payload, () => notifyBatch(scope, payload.bountyId))

async function notifyBatch(scope: JobScope, bountyId: string): Promise<boolean> {
  const bounty = await scope.em.findOne(Bounty, bountyId, { refresh: true, lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!bounty) return false
  const partners = await activePartnersAfter(scope, bounty.programId, bounty.notifiedThrough ?? '', emailBatchSize)
  const last = partners.at(-1)
  if (!last) return false
  const audience = (await audiencesOf(scope, [bountyId])).get(bountyId) as Audience
  const { name } = await programOf(scope, bounty.programId)
  const eligible = partners.filter((partner) => isOpenForPartner(bounty, audience, partner, scope.now()))
  const partnerIds = eligible.map(({ partnerId }) => partnerId)
  const recipients = await partnerEmailsFor(scope, partnerIds, 'newBounty')
  for (const { partnerId, enrolledAt } of eligible) {
    const { end } = effectivePeriod(bounty, enrolledAt)
    const email = withPortalLink(scope, bountyOpenedEmail(name, bountyName(bounty) ?? bountyId, end))
    for (const to of recipients.get(partnerId) ?? []) scope.enqueue(sendEmailJob, { to, ...email })
  }
  bounty.notifiedThrough = last.enrolmentId
  return true
}

/** Notifies reviewers about bounties that have ended and what waits for them. */
export async function closeBounties(scope: JobScope): Promise<void> {
  const ended = await scope.em.find(Bounty, { closedAt: null, endsAt: { $lte: scope.now() } }, { fields: ['id'], limit: maxBounties })
  for (const { id } of ended) await inTransaction(scope, () => closeBounty(scope, id))
}

async function closeBounty(scope: JobScope, id: string): Promise<void> {
  const isClosed = await scope.em.nativeUpdate(Bounty, { id, closedAt: null }, { closedAt: scope.now() })
  const bounty = await scope.em.findOne(Bounty, id, { refresh: true })
  if (!isClosed || !bounty) return
  const { submitted } = (await submissionCountsOf(scope, [id])).get(id) ?? noSubmissions
  await emailReviewers(scope, bounty, bountyClosedEmail(bountyName(bounty) ?? id, submitted))
}
