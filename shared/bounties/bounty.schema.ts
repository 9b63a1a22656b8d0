/** Schemas of bounties. */
import { z } from 'zod'
import { idText, maxInstantLength, pageFields, queryBoolean } from '../kernel/input-fields.js'
import { bountyTypes, performanceScopes, startModes, submissionFrequencies } from './bounty.entity.js'
import { maxFilesOfSubmission, maxRewardAmount, maxUrlsOfSubmission } from './limits.js'
import { performanceAttributes } from './performance/attributes.js'
import { socialMetrics, socialPlatforms } from './social/platforms.js'

const instant = (description: string) => z.string().max(maxInstantLength).nullish().meta({ description })
const count = () => z.int().min(1).max(1_000_000_000)
const hostName = z
  .string()
  .max(255)
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'Must be a domain such as example.com.')

const IncrementalBonus = z.object({
  incrementCount: count().optional().meta({ description: 'Views or likes per increment.' }),
  bonusPerIncrement: z.int().min(1).max(maxRewardAmount).optional().meta({ description: 'Cents per increment.' }),
  maxCount: count().optional().meta({ description: 'Views or likes beyond this number earn nothing.' }),
})

export const SubmissionRequirementsSchema = z.object({
  image: z
    .object({ max: z.int().min(1).max(maxFilesOfSubmission).optional() })
    .optional()
    .meta({ description: 'Requires an image.' }),
  url: z
    .object({
      max: z.int().min(1).max(maxUrlsOfSubmission).optional(),
      domains: z.array(hostName).max(20).optional(),
    })
    .optional()
    .meta({ description: 'Requires an address, of one of the domains if there are any.' }),
  socialMetrics: z
    .object({
      platform: z.enum(socialPlatforms),
      metric: z.enum(socialMetrics),
      minCount: count().optional(),
      incrementalBonus: IncrementalBonus.optional(),
    })
    .optional()
    .meta({ description: 'Rewards the views or likes of a post of the partner.' }),
})

export const PerformanceConditionSchema = z.object({
  attribute: z.enum(performanceAttributes),
  operator: z.literal('gte').default('gte'),
  value: z.number().min(1).max(1_000_000_000_000).meta({ description: 'The goal: a number, or cents.' }),
})

const changeable = {
  name: z.string().trim().min(1).max(100).nullish().meta({ description: 'Required for type submission; generated for performance.' }),
  description: z.string().max(5000).nullish(),
  startsAt: instant('Start, with start mode absolute. Defaults to now.'),
  endsAt: instant('End. Excludes endsAfterDays.'),
  endsAfterDays: z.int().min(1).max(3650).nullish().meta({ description: 'Days from the enrolment to the end, with start mode relative.' }),
  submissionsOpenAt: instant('Before this time partners can only save drafts.'),
  submissionFrequency: z
    .enum(submissionFrequencies)
    .nullish()
    .meta({ description: 'One submission is possible in each of these periods.' }),
  maxSubmissions: z.int().min(2).max(50).nullish().meta({ description: 'Submissions of a partner, if more than one is allowed.' }),
  rewardAmount: z.int().min(1).max(maxRewardAmount).nullish().meta({ description: 'Cents.' }),
  rewardDescription: z.string().trim().min(1).max(100).nullish().meta({ description: 'The reward in words, such as a shirt.' }),
  performanceCondition: PerformanceConditionSchema.nullish(),
  submissionRequirements: SubmissionRequirementsSchema.nullish(),
  groupIds: z.array(idText()).max(100).nullish().meta({ description: 'Groups of partners; empty for all.' }),
  partnerTagIds: z.array(idText()).max(100).nullish().meta({ description: 'A partner needs one of these tags; empty for all.' }),
}

export const createBountyBodySchema = z.object({
  ...changeable,
  type: z.enum(bountyTypes),
  startMode: z.enum(startModes).default('absolute'),
  performanceScope: z.enum(performanceScopes).nullish().meta({ description: 'Whether activity before the start counts.' }),
  sendNotificationEmails: z.boolean().default(false).meta({ description: 'Sends an email to eligible partners at the start.' }),
})
export type CreateBounty = z.infer<typeof createBountyBodySchema>

/** Type, start mode and performance scope are fixed. */
export const updateBountyBodySchema = z.object(changeable)
export type UpdateBounty = z.infer<typeof updateBountyBodySchema>

export const getBountiesQuerySchema = z.object({
  partnerId: idText().optional().meta({ description: 'Only open bounties of this partner, with its dates.' }),
  includeSubmissionsCount: queryBoolean().default(false).meta({ description: 'Adds numbers of submissions.' }),
  ...pageFields(100),
})
export type GetBounties = z.infer<typeof getBountiesQuerySchema>

const ref = z.object({ id: z.string() })
export const SubmissionCounts = z.object({ total: z.number(), submitted: z.number(), approved: z.number() })

export const BountySchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  description: z.string().nullable(),
  type: z.enum(bountyTypes),
  startMode: z.enum(startModes),
  startsAt: z.string().nullable(),
  endsAt: z.string().nullable(),
  endsAfterDays: z.number().nullable(),
  submissionsOpenAt: z.string().nullable(),
  submissionFrequency: z.enum(submissionFrequencies).nullable(),
  maxSubmissions: z.number(),
  rewardAmount: z.number().nullable().describe('Cents.'),
  rewardDescription: z.string().nullable(),
  performanceCondition: PerformanceConditionSchema.nullable(),
  performanceScope: z.enum(performanceScopes).nullable(),
  submissionRequirements: SubmissionRequirementsSchema.nullable(),
  socialMetricsLastSyncedAt: z.string().nullish(),
  groups: ref.array(),
  partnerTags: ref.array(),
  submissionsCountData: SubmissionCounts.optional(),
})
export type BountyResponse = z.infer<typeof BountySchema>

export const BountyParams = z.object({ bountyId: idText().meta({ description: 'Id of the bounty.' }) })
export const DeletedBounty = z.object({ id: z.string() })
