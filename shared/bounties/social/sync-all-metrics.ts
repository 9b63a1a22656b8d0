import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { Bounty } from '../bounty.entity.js'
import { enrolledPartnersOf } from '../bounty.queries.js'
import { syncSocialMetricsJob } from '../jobs.js'
import { socialSyncIntervalMs } from '../limits.js'
import { effectivePeriod } from '../periods.js'
import { BountySubmission } from '../submissions/submission.entity.js'
import { accountsOf } from './accounts.queries.js'
import { bountiesToSync } from './due-bounties.queries.js'
import { isStillRead, syncSubmission } from './sync-metrics.js'

const batchSize = 100

/**
 * Syncs the bounty, or all bounties whose counts are old or not final. A post that cannot be read keeps its count. A bounty is marked as
 * synced once all of its posts were read: after a stop, the next run reads the others.
 */
export async function syncAllSocialMetrics(scope: JobScope, bountyId: string | null, stop: AbortSignal): Promise<void> {
  if (bountyId !== null) {
    const bounty = await scope.em.findOne(Bounty, bountyId)
    if (!bounty || (await syncBounty(scope, bounty, null, stop))) return
    return inTransaction(scope, async () => scope.enqueue(syncSocialMetricsJob, { bountyId }))
  }
  for (let after: string | undefined = ''; after !== undefined && !stop.aborted;) {
    const ids: string[] = await bountiesToSync(scope, scope.now(), after, batchSize)
    after = ids.at(-1)
    for (const bounty of await scope.em.find(Bounty, { id: ids }, { orderBy: { id: 'asc' } }))
      if (!stop.aborted) await syncBounty(scope, bounty, readBefore(bounty, scope.now()), stop)
  }
}

/** Posts that were read since then belong to this round, of which a stop may have left a part. */
function readBefore({ endsAt, socialMetricsLastSyncedAt: last }: Bounty, now: Date): Date {
  if (endsAt && endsAt <= now) return endsAt
  return new Date(last ? last.getTime() + socialSyncIntervalMs : now.getTime() - socialSyncIntervalMs)
}

/** Syncs the posts, or those last read before the time. Returns false if the process stops before all are read. */
async function syncBounty(scope: JobScope, bounty: Bounty, before: Date | null, stop: AbortSignal): Promise<boolean> {
  const social = bounty.submissionRequirements?.socialMetrics
  if (!social) return true
  // The time of the first read: if the bounty ends meanwhile, its final counts are still to be read.
  const syncedAt = scope.now()
  for (let last: string | undefined = ''; last !== undefined;) {
    const submissions = await nextSubmissions(scope, bounty.id, before, last)
    const partnerIds = submissions.map(({ partnerId }) => partnerId)
    const accounts = await accountsOf(scope, partnerIds, social.platform)
    const partners = await enrolledPartnersOf(scope, bounty.programId, partnerIds)
    for (const submission of submissions) {
      if (stop.aborted) return false
      const partner = partners.get(submission.partnerId) ?? null
      const lastReadAt = submission.socialMetricsLastSyncedAt ?? submission.createdAt
      if (!partner || !isStillRead(effectivePeriod(bounty, partner.enrolledAt), scope.now(), lastReadAt)) continue
      const account = accounts.get(submission.partnerId) ?? null
      await syncSubmission(scope, bounty, submission, { account, partner }).catch((error: unknown) => {
        scope.log.warn({ err: error, submissionId: submission.id }, 'metrics of a post could not be read')
      })
    }
    last = submissions.at(-1)?.id
    scope.em.clear()
  }
  await inTransaction(scope, () => scope.em.nativeUpdate(Bounty, { id: bounty.id }, { socialMetricsLastSyncedAt: syncedAt }))
  return true
}

const nextSubmissions = ({ em }: JobScope, bountyId: string, before: Date | null, after: string): Promise<BountySubmission[]> =>
  em.find(
    BountySubmission,
    {
      bountyId,
      status: { $in: ['draft', 'submitted'] },
      id: { $gt: after },
      ...(before ? { $or: [{ socialMetricsLastSyncedAt: null }, { socialMetricsLastSyncedAt: { $lt: before } }] } : {}),
    },
    { orderBy: { id: 'asc' }, limit: batchSize },
  )
