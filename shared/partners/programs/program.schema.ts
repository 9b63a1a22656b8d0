import { z } from 'zod'
import { ImageInput } from '../../files/index.js'
import { ApplicationFormInput, ApplicationFormSchema } from '../application-form.schema.js'
import { countryCode } from '../enrolments/partner-input.schema.js'
import { payoutModes, rewardEvents } from './program.entity.js'

export const programCategories = [
  'AI',
  'Development',
  'Design',
  'Productivity',
  'Finance',
  'Marketing',
  'Ecommerce',
  'Security',
  'Education',
  'Health',
  'Consumer',
  'Support',
] as const
const minPayoutAmounts = [0, 1000, 2000, 5000, 10_000] as const

const requirementOperator = z.enum(['is', 'is_not'])
const ApplicationRequirementSchema = z.object({
  key: z.enum(['country', 'emailDomain']),
  operator: requirementOperator,
  value: z.string().max(190).array().min(1).max(250),
})
/** No applicant has a country that does not exist: all of them would be rejected. */
const ApplicationRequirementInput = z.discriminatedUnion('key', [
  z.object({ key: z.literal('country'), operator: requirementOperator, value: countryCode.array().min(1).max(250) }),
  z.object({ key: z.literal('emailDomain'), operator: requirementOperator, value: z.string().max(190).array().min(1).max(250) }),
])

const address = (description: string) =>
  z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullish()
    .meta({ description })

const programFields = {
  domain: z.string().max(190).nullish().meta({ description: 'Domain of the workspace on which partner links live.' }),
  primaryRewardEvent: z.enum(rewardEvents).optional(),
  minPayoutAmount: z.literal(minPayoutAmounts).optional().meta({ description: 'Cents that a payout must reach.' }),
  payoutMode: z.enum(payoutModes).optional(),
  logo: ImageInput.nullish().meta({ description: 'Logo of the program: an address, or a base64 data URL.' }),
  description: z.string().max(5000).nullish(),
  supportEmail: z.email().max(255).nullish().meta({ description: 'Address for replies to emails of the program.' }),
  helpUrl: address('Help page of the program.'),
  termsUrl: address('Terms of the program.'),
  categories: z.enum(programCategories).array().max(programCategories.length).optional(),
}
const EmbedDataInput = z.object({
  faq: z
    .object({ question: z.string().min(1).max(500), answer: z.string().min(1).max(5000) })
    .array()
    .max(30)
    .optional(),
  leaderboard: z.object({ mode: z.enum(['enabled', 'disabled']).default('enabled') }).optional(),
  hidePoweredByBadge: z.boolean().optional(),
  hideEarnings: z.boolean().optional(),
  customTermsUrl: address('Terms that the page links to.').optional(),
})
export type EmbedData = z.infer<typeof EmbedDataInput>
const name = z.string().trim().min(1).max(190)
const slug = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Use lower case letters, digits and single hyphens.')
const url = z.url({ protocol: /^https?$/ }).max(32_000)

export const createProgramBodySchema = z.object({
  name,
  slug: slug.optional().meta({ description: 'Derived from the name if absent.' }),
  url: url.meta({ description: 'Default destination of partner links.' }),
  ...programFields,
})
export type CreateProgram = z.infer<typeof createProgramBodySchema>

export const updateProgramBodySchema = z.object({
  name: name.optional(),
  slug: slug.optional(),
  url: url.optional(),
  ...programFields,
  messagingEnabled: z.boolean().optional(),
  embedData: EmbedDataInput.nullish().meta({ description: 'What embedded pages of the program show.' }),
  applicationRequirements: ApplicationRequirementInput.array().max(2).nullish(),
  referralFormData: ApplicationFormInput.nullish(),
  inviteEmailData: z
    .object({ subject: z.string().max(255).nullish(), title: z.string().max(255).nullish(), body: z.string().max(5000).nullish() })
    .nullish(),
})
export type UpdateProgram = z.infer<typeof updateProgramBodySchema>

export const ProgramParams = z.object({ programId: z.string() })

export const ProgramSchema = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  logo: z.string().nullable(),
  domain: z.string().nullable(),
  url: z.string().nullable(),
  description: z.string().nullable(),
  primaryRewardEvent: z.enum(rewardEvents),
  minPayoutAmount: z.number(),
  payoutMode: z.enum(payoutModes),
  addedToMarketplaceAt: z.string().nullable(),
  messagingEnabledAt: z.string().nullable(),
  partnerNetworkEnabledAt: z.string().nullable(),
  categories: z.string().array(),
  defaultFolderId: z.string().nullable(),
  defaultGroupId: z.string(),
  supportEmail: z.string().nullable(),
  helpUrl: z.string().nullable(),
  termsUrl: z.string().nullable(),
  referralFormData: ApplicationFormSchema.nullable(),
  applicationRequirements: ApplicationRequirementSchema.array().nullable(),
  inviteEmailData: z.record(z.string(), z.unknown()).nullable(),
  embedData: z.record(z.string(), z.unknown()).nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  startedAt: z.string().nullable(),
  deactivatedAt: z.string().nullable(),
})
export type ProgramResponse = z.infer<typeof ProgramSchema>

export const DeletedProgram = z.object({ id: z.string() })
