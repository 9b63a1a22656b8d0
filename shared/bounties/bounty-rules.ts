/** Which combinations of settings a bounty may have. Pure. */
import type { Bounty } from './bounty.entity.js'
import { metricsOf } from './social/platforms.js'

export type BountySettings = Pick<
  Bounty,
  | 'type'
  | 'name'
  | 'startMode'
  | 'startsAt'
  | 'endsAt'
  | 'endsAfterDays'
  | 'submissionsOpenAt'
  | 'submissionFrequency'
  | 'maxSubmissions'
  | 'rewardAmount'
  | 'rewardDescription'
  | 'performanceCondition'
  | 'performanceScope'
  | 'submissionRequirements'
>

/** The first violated rule as a message, or null. */
export const bountyError = (bounty: BountySettings): string | null =>
  dateError(bounty) ?? (bounty.type === 'performance' ? performanceError(bounty) : submissionError(bounty))

function dateError({ startMode, startsAt, endsAt, endsAfterDays }: BountySettings): string | null {
  if (startMode === 'relative' && startsAt) return 'startsAt is not allowed with start mode relative. Omit it.'
  if (endsAt && endsAfterDays) return 'Send either endsAt or endsAfterDays, not both.'
  if (startMode === 'absolute' && endsAfterDays) return 'endsAfterDays requires start mode relative. Send endsAt instead.'
  if (startsAt && endsAt && endsAt <= startsAt) return 'endsAt must be after startsAt.'
  return null
}

function performanceError(bounty: BountySettings): string | null {
  if (!bounty.rewardAmount) return 'rewardAmount is required for a performance bounty.'
  if (!bounty.performanceCondition) return 'performanceCondition is required for a performance bounty.'
  if (!bounty.performanceScope) return 'performanceScope is required for a performance bounty.'
  if (bounty.startMode === 'relative' && bounty.performanceScope === 'lifetime')
    return 'performanceScope must be new with start mode relative.'
  return null
}

function submissionError(bounty: BountySettings): string | null {
  const { name, rewardAmount, rewardDescription, submissionFrequency, maxSubmissions, endsAt, endsAfterDays } = bounty
  if (!name) return 'name is required for a submission bounty.'
  if (!rewardAmount && !rewardDescription) return 'rewardAmount or rewardDescription is required.'
  if (submissionFrequency && maxSubmissions === 1) return 'submissionFrequency requires maxSubmissions.'
  if (submissionFrequency && !endsAt && !endsAfterDays) return 'submissionFrequency requires endsAt or endsAfterDays.'
  return openingError(bounty) ?? requirementsError(bounty)
}

function openingError({ submissionsOpenAt, startsAt, endsAt }: BountySettings): string | null {
  if (!submissionsOpenAt) return null
  if (!endsAt) return 'submissionsOpenAt requires endsAt.'
  if ((startsAt && submissionsOpenAt < startsAt) || submissionsOpenAt > endsAt)
    return 'submissionsOpenAt must be between startsAt and endsAt.'
  return null
}

function requirementsError({ submissionRequirements, rewardAmount, submissionsOpenAt }: BountySettings): string | null {
  const social = submissionRequirements?.socialMetrics
  if (!social) return null
  const { platform, metric, minCount = 0, incrementalBonus } = social
  if (!metricsOf[platform].includes(metric))
    return `submissionRequirements.socialMetrics.metric of ${platform} must be ${metricsOf[platform].join(' or ')}.`
  if (!rewardAmount) return 'rewardAmount is required with submissionRequirements.socialMetrics.'
  if (submissionsOpenAt) return 'submissionsOpenAt is not allowed with submissionRequirements.socialMetrics, which has no drafts.'
  const { incrementCount, bonusPerIncrement, maxCount } = incrementalBonus ?? {}
  const field = 'submissionRequirements.socialMetrics.incrementalBonus'
  if ((incrementCount === undefined) !== (bonusPerIncrement === undefined))
    return `${field} requires both incrementCount and bonusPerIncrement.`
  if (maxCount !== undefined && incrementCount !== undefined && maxCount < incrementCount)
    return `${field}.maxCount must not be less than incrementCount.`
  if (maxCount !== undefined && maxCount < minCount) return `${field}.maxCount must not be less than minCount.`
  return null
}
