/** Schemas of submissions. */
import { z } from 'zod'
import { commissionStatuses } from '../../earnings/index.js'
import { idText, pageFields } from '../../kernel/input-fields.js'
import { maxFilesOfSubmission, maxRewardAmount, maxUrlsOfSubmission } from '../limits.js'
import { rejectionReasons, submissionStatuses } from './submission-states.js'

export const getSubmissionsQuerySchema = z.object({
  status: z.enum(submissionStatuses).optional().meta({ description: 'Filter by status. Without it, rejected submissions are left out.' }),
  groupId: idText().optional().meta({ description: 'Filter by group of the partner.' }),
  partnerId: idText().optional().meta({ description: 'Filter by partner.' }),
  sortBy: z
    .enum(['completedAt', 'performanceCount', 'socialMetricCount'])
    .default('completedAt')
    .meta({ description: 'Field to sort by.' }),
  sortOrder: z.enum(['asc', 'desc']).default('asc').meta({ description: 'Sort direction.' }),
  ...pageFields(100),
})
export type GetSubmissions = z.infer<typeof getSubmissionsQuerySchema>

export const SubmissionSchema = z.object({
  id: z.string(),
  bountyId: z.string(),
  partnerId: z.string(),
  description: z.string().nullable(),
  urls: z.array(z.string()).nullable(),
  files: z.array(z.object({ url: z.url(), fileName: z.string(), size: z.number().describe('Bytes.') })).nullable(),
  status: z.enum(submissionStatuses),
  performanceCount: z.number().nullable().describe('What a performance bounty counted so far.'),
  socialMetricCount: z.int().nullable().describe('Views or likes of the post.'),
  socialMetricsLastSyncedAt: z.string().nullish(),
  createdAt: z.string(),
  completedAt: z.string().nullable().describe('When it was submitted.'),
  reviewedAt: z.string().nullable(),
  rejectionReason: z.string().nullable(),
  rejectionNote: z.string().nullable(),
  periodNumber: z.int().min(1),
})
export type SubmissionResponse = z.infer<typeof SubmissionSchema>

const person = { id: z.string(), name: z.string().nullable(), email: z.string().nullable(), image: z.string().nullable() }

export const SubmissionDetailsSchema = SubmissionSchema.extend({
  partner: z.object({
    ...person,
    country: z.string().nullable(),
    payoutsEnabledAt: z.string().nullable(),
    groupId: z.string().nullable(),
    status: z.string().nullable(),
    bannedAt: z.string().nullable(),
    bannedReason: z.string().nullable(),
  }),
  commission: z
    .object({ id: z.string(), amount: z.number(), earnings: z.number(), status: z.enum(commissionStatuses), createdAt: z.string() })
    .nullable(),
  user: z.object(person).nullable().describe('The user who reviewed it.'),
})
export type SubmissionDetails = z.infer<typeof SubmissionDetailsSchema>

export const SubmissionParams = z.object({
  bountyId: idText().meta({ description: 'Id of the bounty.' }),
  submissionId: idText().meta({ description: 'Id of the submission.' }),
})

export const approveSubmissionBodySchema = z
  .object({
    rewardAmount: z
      .number()
      .min(1)
      .max(maxRewardAmount)
      .nullish()
      .meta({ description: 'Cents, for a bounty without a reward amount of its own.' }),
  })
  .optional()
export type ApproveSubmission = z.infer<typeof approveSubmissionBodySchema>

export const rejectSubmissionBodySchema = z
  .object({
    rejectionReason: z.enum(rejectionReasons).optional().meta({ description: 'Defaults to other.' }),
    rejectionNote: z.string().max(5000).optional().meta({ description: 'Note to the partner.' }),
  })
  .optional()
export type RejectSubmission = z.infer<typeof rejectSubmissionBodySchema>

/** A submission as a partner sends it. */
export const SubmissionInput = z.object({
  files: z
    .array(z.object({ url: z.string().max(2000), fileName: z.string().max(255), size: z.number().min(0) }))
    .max(maxFilesOfSubmission)
    .optional()
    .meta({ description: 'Files that were uploaded for this bounty.' }),
  urls: z.array(z.httpUrl().max(2000)).max(maxUrlsOfSubmission).optional(),
  description: z.string().max(1000).optional(),
  isDraft: z.boolean().default(false).meta({ description: 'Saves without submitting.' }),
  periodNumber: z.int().min(1).max(50).optional().meta({ description: 'Required when several submissions are possible.' }),
})
export type SubmissionInput = z.infer<typeof SubmissionInput>

export const createSubmissionBodySchema = SubmissionInput.extend({ partnerId: idText().meta({ description: 'The partner who submits.' }) })
export type CreateSubmission = z.infer<typeof createSubmissionBodySchema>

export const SubmissionCount = z.object({ bountyId: z.string(), status: z.enum(submissionStatuses), count: z.number() })
