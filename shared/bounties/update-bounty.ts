import { isDeepStrictEqual } from 'node:util'
import { publishWebhookEvent, type WorkspaceScope } from '../accounts/index.js'
import { openAgain, parseDate, requireValidSettings, storeAudience } from './bounty-settings.js'
import type { Bounty } from './bounty.entity.js'
import { audiencesOf, submissionCountsOf } from './bounty.queries.js'
import type { BountyResponse, UpdateBounty } from './bounty.schema.js'
import type { Audience } from './eligibility.js'
import { criteriaFixed } from './errors.js'
import { presentBounty } from './present-bounty.js'
import { lockBounty } from './require-bounty.js'

const copied = {
  submission: [
    'name',
    'description',
    'endsAfterDays',
    'submissionFrequency',
    'rewardAmount',
    'rewardDescription',
    'submissionRequirements',
  ],
  performance: ['description', 'endsAfterDays', 'rewardAmount', 'performanceCondition'],
} as const satisfies Record<Bounty['type'], readonly (keyof UpdateBounty)[]>

/** Updates the provided fields; settings of the other type are ignored. A changed bounty is opened again, so that counts follow. */
export async function updateBounty(scope: WorkspaceScope, id: string, input: UpdateBounty): Promise<BountyResponse> {
  const bounty = await lockBounty(scope, id)
  await requireSameCriteria(scope, bounty, input)
  const at = scope.now()
  for (const field of copied[bounty.type]) if (input[field] !== undefined) Object.assign(bounty, { [field]: input[field] })
  setDates(bounty, input, at)
  if (bounty.type === 'submission' && input.maxSubmissions !== undefined) bounty.maxSubmissions = input.maxSubmissions ?? 1
  requireValidSettings(scope, bounty)
  // The end of a bounty is reported once, unless it ends again.
  if (!bounty.endsAt || bounty.endsAt > at) bounty.closedAt = null
  bounty.updatedAt = at
  openAgain(scope, bounty)
  await scope.em.flush()
  await storeAudience(scope, bounty, input)
  const presented = presentBounty(bounty, (await audiencesOf(scope, [id])).get(id) as Audience)
  await publishWebhookEvent(scope, 'bounty.updated', async () => [presented])
  return presented
}

function setDates(bounty: Bounty, input: UpdateBounty, now: Date): void {
  const startsAt = parseDate('startsAt', input.startsAt, now)
  const endsAt = parseDate('endsAt', input.endsAt, now)
  const submissionsOpenAt = parseDate('submissionsOpenAt', input.submissionsOpenAt, now)
  if (startsAt !== undefined) bounty.startsAt = startsAt ?? (bounty.startMode === 'absolute' ? now : null)
  if (endsAt !== undefined) bounty.endsAt = endsAt
  if (submissionsOpenAt !== undefined && bounty.type === 'submission') bounty.submissionsOpenAt = submissionsOpenAt
}

/** Partners relied on what is counted. */
async function requireSameCriteria(scope: WorkspaceScope, bounty: Bounty, input: UpdateBounty): Promise<void> {
  const attribute = input.performanceCondition?.attribute
  const isAttributeChanged = attribute !== undefined && attribute !== bounty.performanceCondition?.attribute
  const isSocialChanged =
    input.submissionRequirements !== undefined &&
    !isDeepStrictEqual(input.submissionRequirements?.socialMetrics, bounty.submissionRequirements?.socialMetrics)
  if (!isAttributeChanged && !isSocialChanged) return
  if (!(await submissionCountsOf(scope, [bounty.id])).has(bounty.id)) return
  throw criteriaFixed(isAttributeChanged ? 'performanceCondition.attribute' : 'submissionRequirements.socialMetrics')
}
