import { bountyName } from './bounty-name.js'
import type { Bounty } from './bounty.entity.js'
import type { BountyResponse } from './bounty.schema.js'
import type { Audience } from './eligibility.js'

const iso = (date: Date | null | undefined) => date?.toISOString() ?? null
const refs = (ids: readonly string[]) => ids.map((id) => ({ id }))

export function presentBounty(bounty: Bounty, { groupIds, tagIds }: Audience): BountyResponse {
  return {
    id: bounty.id,
    name: bountyName(bounty),
    description: bounty.description ?? null,
    type: bounty.type,
    startMode: bounty.startMode,
    startsAt: iso(bounty.startsAt),
    endsAt: iso(bounty.endsAt),
    endsAfterDays: bounty.endsAfterDays ?? null,
    submissionsOpenAt: iso(bounty.submissionsOpenAt),
    submissionFrequency: bounty.submissionFrequency ?? null,
    maxSubmissions: bounty.maxSubmissions,
    rewardAmount: bounty.rewardAmount ?? null,
    rewardDescription: bounty.rewardDescription ?? null,
    performanceCondition: bounty.performanceCondition ?? null,
    performanceScope: bounty.performanceScope ?? null,
    submissionRequirements: bounty.submissionRequirements ?? null,
    socialMetricsLastSyncedAt: iso(bounty.socialMetricsLastSyncedAt),
    groups: refs(groupIds),
    partnerTags: refs(tagIds),
  }
}
