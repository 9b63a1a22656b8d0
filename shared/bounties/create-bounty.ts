import { publishWebhookEvent, requireFeature, type WorkspaceScope } from '../accounts/index.js'
import { newId } from '../kernel/ids.js'
import { requireProgramId } from '../partners/index.js'
import { parseDate, requireValidSettings, storeAudience } from './bounty-settings.js'
import { Bounty } from './bounty.entity.js'
import { audiencesOf } from './bounty.queries.js'
import type { BountyResponse, CreateBounty } from './bounty.schema.js'
import type { Audience } from './eligibility.js'
import { openBountyJob } from './jobs.js'
import { presentBounty } from './present-bounty.js'

/** Creates a bounty. A job opens it at its start. Settings of the other type are ignored. */
export async function createBounty(scope: WorkspaceScope, input: CreateBounty): Promise<BountyResponse> {
  const bounty = scope.em.create(Bounty, newBounty(scope, requireProgramId(scope), input))
  requireValidSettings(scope, bounty)
  if (input.sendNotificationEmails) requireFeature(scope.workspace, 'bountyEmails')
  await scope.em.persistAndFlush(bounty)
  await storeAudience(scope, bounty, { groupIds: input.groupIds ?? [], partnerTagIds: input.partnerTagIds ?? [] })
  scope.enqueue(openBountyJob, { bountyId: bounty.id })
  const presented = presentBounty(bounty, (await audiencesOf(scope, [bounty.id])).get(bounty.id) as Audience)
  await publishWebhookEvent(scope, 'bounty.created', async () => [presented])
  return presented
}

function newBounty({ now }: WorkspaceScope, programId: string, input: CreateBounty): Bounty {
  const at = now()
  const isSubmission = input.type === 'submission'
  const startsAt = parseDate('startsAt', input.startsAt, at)
  return {
    id: newId('bnty_', at.getTime()),
    programId,
    type: input.type,
    name: isSubmission ? (input.name ?? null) : null,
    description: input.description ?? null,
    startMode: input.startMode,
    startsAt: startsAt ?? (input.startMode === 'absolute' ? at : null),
    endsAt: parseDate('endsAt', input.endsAt, at) ?? null,
    endsAfterDays: input.endsAfterDays ?? null,
    submissionsOpenAt: isSubmission ? (parseDate('submissionsOpenAt', input.submissionsOpenAt, at) ?? null) : null,
    submissionFrequency: isSubmission ? (input.submissionFrequency ?? null) : null,
    maxSubmissions: isSubmission ? (input.maxSubmissions ?? 1) : 1,
    rewardAmount: input.rewardAmount ?? null,
    rewardDescription: isSubmission ? (input.rewardDescription ?? null) : null,
    performanceCondition: isSubmission ? null : (input.performanceCondition ?? null),
    performanceDisabledAt: null,
    performanceScope: isSubmission ? null : (input.performanceScope ?? null),
    submissionRequirements: isSubmission ? (input.submissionRequirements ?? null) : null,
    socialMetricsLastSyncedAt: null,
    notifiesPartners: input.sendNotificationEmails,
    notifiedThrough: null,
    openedAt: null,
    closedAt: null,
    createdAt: at,
    updatedAt: at,
  }
}
