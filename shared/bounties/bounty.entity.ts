import { defineEntity, type InferEntity, p, type PrimaryKeyProp } from '@mikro-orm/postgresql'
import type { PerformanceAttribute } from './performance/attributes.js'
import type { SocialMetric, SocialPlatform } from './social/platforms.js'

export const bountyTypes = ['performance', 'submission'] as const
export type BountyType = (typeof bountyTypes)[number]
export const startModes = ['absolute', 'relative'] as const
export const submissionFrequencies = ['day', 'week', 'month'] as const
export type SubmissionFrequency = (typeof submissionFrequencies)[number]
export const performanceScopes = ['new', 'lifetime'] as const

export interface PerformanceCondition {
  attribute: PerformanceAttribute
  operator: 'gte'
  value: number
}

export interface SocialMetricsRequirement {
  platform: SocialPlatform
  metric: SocialMetric
  minCount?: number | undefined
  incrementalBonus?:
    | { incrementCount?: number | undefined; bonusPerIncrement?: number | undefined; maxCount?: number | undefined }
    | undefined
}

/** What a submission must contain. */
export interface SubmissionRequirements {
  image?: { max?: number | undefined } | undefined
  url?: { max?: number | undefined; domains?: string[] | undefined } | undefined
  socialMetrics?: SocialMetricsRequirement | undefined
}

/** A task for partners of a program, with a reward for those who fulfil it. */
export const Bounty = defineEntity({
  name: 'Bounty',
  tableName: 'bounties',
  properties: {
    id: p.string().primary(),
    programId: p.string(),
    /** Null for a performance bounty, whose name derives from its reward and condition. */
    name: p.string().nullable(),
    description: p.string().nullable(),
    type: p.string().$type<BountyType>(),
    /** A relative bounty starts for each partner with the enrolment. */
    startMode: p.string().$type<(typeof startModes)[number]>().default('absolute'),
    startsAt: p.datetime().nullable(),
    endsAt: p.datetime().nullable(),
    endsAfterDays: p.integer().nullable(),
    submissionsOpenAt: p.datetime().nullable(),
    submissionFrequency: p.string().$type<SubmissionFrequency>().nullable(),
    maxSubmissions: p.integer().default(1),
    /** Cents. */
    rewardAmount: p.integer().nullable(),
    rewardDescription: p.string().nullable(),
    performanceCondition: p.json<PerformanceCondition>().nullable(),
    /** Since then the service does not count. */
    performanceDisabledAt: p.datetime().nullable(),
    performanceScope: p.string().$type<(typeof performanceScopes)[number]>().nullable(),
    submissionRequirements: p.json<SubmissionRequirements>().nullable(),
    socialMetricsLastSyncedAt: p.datetime().nullable(),
    notifiesPartners: p.boolean().default(false),
    /** The last enrolment that was notified. */
    notifiedThrough: p.string().nullable(),
    /** When the service noticed the start and the end. */
    openedAt: p.datetime().nullable(),
    closedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type Bounty = Omit<InferEntity<typeof Bounty>, typeof PrimaryKeyProp>
