import { z } from 'zod'
import { imageText } from '../files/index.js'
import { idText, maxInstantLength, pageFields } from '../kernel/input-fields.js'
import {
  ApplicantSchema,
  enrolmentStatuses,
  type PlatformType,
  platformTypes,
  reapplicationTimeframes,
  rejectionReasons,
} from '../partners/index.js'
import { ApplicationFieldSchema } from './application-form.js'
import { maxApplicationsInBulk, maxApplicationsPage, maxAnswerLength, maxFormFields } from './limits.js'

export const ApplicationSchema = z.object({
  id: z.string(),
  createdAt: z.string(),
  partner: ApplicantSchema,
  applicationFormData: z.array(z.object({ label: z.string(), value: z.string().nullable() })).nullable(),
})
export type ApplicationResponse = z.output<typeof ApplicationSchema>

export const countApplicationsQuerySchema = z.object({
  country: z.string().max(2).optional().meta({ description: 'Filter by the country of the partner.' }),
  groupId: idText().optional().meta({ description: 'Filter by the group that the partner applied to.' }),
})
export const getApplicationsQuerySchema = countApplicationsQuerySchema.extend(pageFields(maxApplicationsPage))
export type GetApplications = z.infer<typeof getApplicationsQuerySchema>
export const ApplicationCount = z.object({ count: z.number() })

export const ApplicationParams = z.object({ applicationId: z.string() })
export const ApplicationDetailsSchema = ApplicationSchema.extend({
  reviewedAt: z.string().nullable(),
  rejectionReason: z.enum(rejectionReasons).nullable(),
  rejectionNote: z.string().nullable(),
  reviewedByUserId: z.string().nullable(),
})

export const applicationHistoryQuerySchema = z.object({ partnerId: idText() })
export const ApplicationHistory = z.object({
  applications: z.object({ id: z.string(), createdAt: z.string(), reviewedAt: z.string().nullable() }).array(),
})

const groupId = idText().nullish().meta({ description: 'Group to join. Defaults to the group that the partner applied to.' })
const partnerIds = idText().array().min(1).max(maxApplicationsInBulk)

export const approveApplicationBodySchema = z.object({ partnerId: idText(), groupId })
export const approveApplicationsBodySchema = z.object({ partnerIds, groupId })

const rejection = {
  rejectionReason: z.enum(rejectionReasons).optional(),
  rejectionNote: z.string().trim().max(500).optional().meta({ description: 'The partner reads it in the email.' }),
  reapplicationTimeframe: z.enum(reapplicationTimeframes).default('standard').meta({
    description: 'When the partner may apply again: at once, after 30 days, or never.',
  }),
  flagForFraud: z.boolean().optional().meta({ description: 'Whether the partner is suspected of fraud.' }),
  flagForFraudReason: z.string().max(2000).optional().meta({ description: 'Required with `flagForFraud`.' }),
}
export const rejectApplicationBodySchema = z.object({ partnerId: idText(), ...rejection })
export const rejectApplicationsBodySchema = z.object({ partnerIds, ...rejection })
export type RejectApplications = z.infer<typeof rejectApplicationsBodySchema>
export const ReviewedApplication = z.object({ partnerId: z.string() })
export const ReviewedApplications = z.object({ partnerIds: z.string().array() })

export const applicationFormQuerySchema = z.object({
  programSlug: z.string().max(190),
  group: z.string().max(190).optional().meta({ description: 'Id or slug of a group. Defaults to the default group.' }),
})
export const ApplyParams = z.object({ programSlug: z.string() })
/** `ref` names the site or campaign that the visitor comes from, `via` the partner who referred the visitor. */
export const applicationPageQuerySchema = z.object({
  group: z.string().max(190).optional(),
  ref: z.string().max(190).optional(),
  via: z.string().max(190).optional(),
})
export type FormAddress = z.infer<typeof applicationFormQuerySchema>

export const ApplicationForm = z.object({
  program: z.object({
    name: z.string(),
    slug: z.string(),
    logo: z.string().nullable(),
    description: z.string().nullable(),
    termsUrl: z.string().nullable(),
    supportEmail: z.string().nullable(),
  }),
  groupId: z.string(),
  fields: ApplicationFieldSchema.array(),
})

const country = z
  .string()
  .max(2)
  .regex(/^[A-Za-z]{2}$/, 'Must be a country code of two letters.')
  .transform((code) => code.toUpperCase())
  .nullish()
const referredBy = z.string().max(190).optional().meta({ description: 'Id or user name of the partner who referred the applicant.' })
const answers = {
  ...applicationFormQuerySchema.shape,
  referredBy,
  country,
  answers: z
    .object({
      fieldId: z.string().max(100),
      value: z.union([imageText(), z.string().max(maxAnswerLength).array().max(100)]),
    })
    .array()
    .max(maxFormFields)
    .default([]),
  platforms: z.object(Object.fromEntries(platformTypes.map((type) => [type, z.string().max(190).optional()]))).default({}),
}
const name = z.string().trim().min(1).max(100)
const email = z.preprocess((value) => (typeof value === 'string' ? value.trim() : value), z.email().max(100))

export const submitApplicationBodySchema = z.object({ ...answers, name, email, visitId: idText().optional() })
export const applyBodySchema = z.object({ ...answers, name: name.optional() })
export const SubmittedApplication = z.object({ status: z.literal('confirmationSent') })
export const PendingApplication = z.object({ id: z.string(), partnerId: z.string(), status: z.enum(enrolmentStatuses) })
export const withdrawApplicationBodySchema = z.object({ programSlug: z.string().max(190) })

/** The HTML form: fixed inputs, and one or more for each field of the group. */
export const ApplicationInputs = z
  .object({ name, email, country: z.preprocess((value) => value || undefined, country), visit: idText().optional(), via: referredBy })
  .catchall(imageText())

export const applicationAnalyticsQuerySchema = z.object({
  start: z.string().max(maxInstantLength).optional().meta({ description: 'Visits from this instant on. Defaults to 30 days ago.' }),
  end: z.string().max(maxInstantLength).optional().meta({ description: 'Visits before this instant. Defaults to now.' }),
  groupBy: z.enum(['count', 'timeseries', 'referralSource', 'country', 'partner']).default('count'),
})
export type ApplicationAnalyticsQuery = z.infer<typeof applicationAnalyticsQuerySchema>
const counts = {
  visits: z.number(),
  starts: z.number(),
  submissions: z.number(),
  approvals: z.number(),
  rejections: z.number(),
}
export const ApplicationAnalytics = z.union([z.object(counts), z.object({ key: z.string().nullable(), ...counts }).array()])

/** The answers of a request by the id of their field. */
export const namedAnswers = ({ answers: given, platforms }: Pick<z.infer<typeof applyBodySchema>, 'answers' | 'platforms'>) => ({
  fields: Object.fromEntries(given.map(({ fieldId, value }) => [fieldId, value])),
  platforms: platforms as Partial<Record<PlatformType, string>>,
})
