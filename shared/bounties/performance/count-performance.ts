import { newId } from '../../kernel/ids.js'
import { markActive } from '../../kernel/release-idle-memory.js'
import { forkScope, inTransaction, type JobScope } from '../../kernel/scope.js'
import { seconds } from '../../kernel/time.js'
import { type EnrolmentChange, isInRange } from '../../partners/index.js'
import { Bounty } from '../bounty.entity.js'
import { audiencesOf, type EnrolledPartner, findEnrolledPartner } from '../bounty.queries.js'
import { type Audience, isActivePartner, isForPartner } from '../eligibility.js'
import { lateCountMs } from '../limits.js'
import { effectivePeriod, type Period } from '../periods.js'
import { notifyGoalReached, notifyReviewers } from '../submissions/notify.js'
import type { PerformanceAttribute } from './attributes.js'
import { type PartnerRef, partnersToCount, planCountsOfPartners, postponeCount, takePendingCounts } from './pending-counts.queries.js'
import { achievedByNewCustomers, achievedSince, storeCount } from './performance.queries.js'

/** Then the job makes room for another, possibly in another process. */
const sliceMs = seconds(30)
const batchSize = 100
const retryDelayMs = seconds(5)

/**
 * Counts what partners achieved for performance bounties, from the events themselves: a count does not depend on how often it runs, and
 * what was achieved before the end counts when it is processed within a day. An error delays only the partner concerned.
 */
export async function countPerformance(scope: JobScope, stop: AbortSignal): Promise<void> {
  const end = performance.now() + sliceMs
  let partners: PartnerRef[]
  do {
    partners = await partnersToCount(scope.pool, scope.now(), batchSize)
    if (partners.length > 0) markActive()
    for (const partner of partners) {
      if (stop.aborted || performance.now() > end) return
      await countOrPostpone(forkScope(scope), partner)
    }
  } while (partners.length > 0)
}

/** What a partner achieved while it was invited or inactive may fulfil a bounty that is for it now. */
export async function countActivePartner(scope: JobScope, { programId, partnerId, to }: EnrolmentChange): Promise<void> {
  if (to === 'approved') await planCountsOfPartners(scope, { programId, partnerIds: [partnerId] })
}

async function countOrPostpone(scope: JobScope, ref: PartnerRef): Promise<void> {
  try {
    await inTransaction(scope, () => countPartner(scope, ref))
  } catch (error) {
    scope.log.error({ err: error, ...ref }, 'performance could not be counted, retrying')
    await postponeCount(scope.pool, ref, new Date(scope.now().getTime() + retryDelayMs))
  }
}

async function countPartner(scope: JobScope, ref: PartnerRef): Promise<void> {
  if (!(await takePendingCounts(scope, ref))) return
  const partner = await findEnrolledPartner(scope, ref.programId, ref.partnerId)
  if (!partner || !isActivePartner(partner)) return
  const now = scope.now()
  const bounties = await scope.em.find(Bounty, {
    programId: ref.programId,
    type: 'performance',
    performanceDisabledAt: null,
    $or: [{ endsAt: null }, { endsAt: { $gt: new Date(now.getTime() - lateCountMs) } }],
  })
  const audiences = await audiencesOf(
    scope,
    bounties.map(({ id }) => id),
  )
  for (const bounty of bounties) {
    const period = effectivePeriod(bounty, partner.enrolledAt)
    const isCounted = period.start <= now && (period.end === null || now.getTime() - period.end.getTime() < lateCountMs)
    if (isCounted && isForPartner(bounty, audiences.get(bounty.id) as Audience, partner)) await countBounty(scope, bounty, partner, period)
  }
}

async function countBounty(scope: JobScope, bounty: Bounty, partner: EnrolledPartner, period: Period): Promise<void> {
  const condition = bounty.performanceCondition
  if (!condition) return
  const { attribute, value } = condition
  const isLifetime = bounty.performanceScope === 'lifetime'
  const achieved = isLifetime
    ? await achievedUntil(scope, partner, attribute, period.end)
    : await achievedByNewCustomers(scope, partner, attribute, period)
  const now = scope.now()
  const isCompleted = await storeCount(scope, {
    id: newId('bnty_sub_', now.getTime()),
    bountyId: bounty.id,
    programId: partner.programId,
    partnerId: partner.partnerId,
    count: isLifetime ? Math.min(achieved, value) : achieved,
    isReached: isInRange(achieved, condition),
    now,
  })
  if (!isCompleted) return
  await notifyReviewers(scope, bounty, partner.name)
  await notifyGoalReached(scope, bounty, partner.partnerId)
}

/** The total of the partner, without what was achieved after the end. */
async function achievedUntil(
  scope: JobScope,
  partner: EnrolledPartner,
  attribute: PerformanceAttribute,
  end: Date | null,
): Promise<number> {
  const isOver = end !== null && end <= scope.now()
  return partner[attribute] - (isOver ? await achievedSince(scope, partner, attribute, end) : 0)
}
