import { z } from 'zod'
import { pageFields } from '../../kernel/input-fields.js'
import { PlatformSchema } from '../../partner-accounts/index.js'
import { countryCode, networkStatuses, platformTypes } from '../../partners/index.js'

const text = z.string().nullable()
const filter = {
  networkStatus: z.enum(networkStatuses).optional(),
  country: countryCode.optional(),
  search: z.string().max(200).optional().meta({ description: 'The id (`pn_...`) or the email address of a partner.' }),
}
export const countPartnersQuerySchema = z.object(filter)
export type CountPartners = z.infer<typeof countPartnersQuerySchema>
export const listPartnersQuerySchema = z.object({
  ...filter,
  sortBy: z.enum(['createdAt', 'submittedAt', 'reviewedAt']).optional().meta({
    description:
      'Default: when they submitted their profile, if `networkStatus` is submitted; when it was reviewed, if approved or rejected.',
  }),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
  ...pageFields(100),
})
export type ListPartners = z.infer<typeof listPartnersQuerySchema>

const identity = { id: z.string(), name: z.string(), email: text, image: text }
export const PartnersForOperator = z
  .object({
    ...identity,
    description: text,
    country: text,
    companyName: text,
    createdAt: z.string(),
    submittedAt: text,
    reviewedAt: text,
    networkStatus: z.enum(networkStatuses),
    platforms: PlatformSchema.array(),
    changeHistoryLog: z.object({ field: z.string(), from: text, to: text, changedAt: z.string() }).array(),
    programs: z
      .object({
        id: z.string(),
        name: z.string(),
        logo: text,
        slug: z.string(),
        url: text,
        status: z.string(),
        totalSaleAmount: z.number(),
        totalCommissions: z.number(),
      })
      .array()
      .meta({ description: 'At most 50.' }),
    duplicatePartnerAccounts: z
      .object({ ...identity, country: text })
      .array()
      .meta({ description: 'Accounts that are paid to the same bank account or wallet, at most 10.' }),
  })
  .array()
export type PartnersForOperator = z.infer<typeof PartnersForOperator>
export const PartnerCount = z.object({ count: z.number() })

export const SharedPlatforms = z
  .object({ type: z.enum(platformTypes), identifier: z.string(), partners: z.object(identity).array() })
  .array()
export type SharedPlatforms = z.infer<typeof SharedPlatforms>

export const verifyPlatformBodySchema = z.object({
  platform: z.enum(platformTypes),
  identifier: z.string().trim().min(1).max(190),
  postUrl: z.url().max(2000).optional().meta({ description: 'A post by which the operator checked the account.' }),
})
export const VerifiedPlatform = z.object({ platform: PlatformSchema })
export const PartnerAccountDeletion = z.object({
  email: z.string().trim().toLowerCase().max(190),
  deletePartnerAccount: z.boolean().default(false).meta({ description: 'Otherwise only the connected payout account is removed.' }),
})
