import { z } from 'zod'
import { foldEmail, Email } from '../../accounts/index.js'
import { imageText } from '../../files/index.js'
import { countryCode, networkStatuses, payoutMethods, platformTypes, username } from '../../partners/index.js'
import { partnerRole } from '../members/partner-users.js'

const monthlyTraffic = [
  'ZeroToOneThousand',
  'OneThousandToTenThousand',
  'TenThousandToFiftyThousand',
  'FiftyThousandToOneHundredThousand',
  'OneHundredThousandPlus',
] as const
const earningStructures = [
  'Revenue_Share',
  'Per_Lead',
  'Per_Sale',
  'Per_Click',
  'Flat_Fee',
  'Monthly_Retainer',
  'One_Time_Payment',
] as const
const salesChannels = ['Blogs', 'Coupons', 'Direct_Reselling', 'Newsletters', 'Social_Media', 'Events', 'Company_Referrals'] as const
const maxInterests = 8

export const PlatformSchema = z.object({
  type: z.enum(platformTypes),
  identifier: z.string(),
  verifiedAt: z.string().nullable(),
  subscribers: z.number(),
  posts: z.number(),
  views: z.number(),
})

export const PartnerProfileSchema = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string().nullable(),
  email: z.string().nullable(),
  image: z.string().nullable(),
  description: z.string().nullable(),
  country: z.string().nullable(),
  profileType: z.enum(['individual', 'company']),
  companyName: z.string().nullable(),
  networkStatus: z.enum(networkStatuses),
  identityVerifiedAt: z.string().nullable(),
  defaultPayoutMethod: z.enum(payoutMethods).nullable(),
  payoutsEnabledAt: z.string().nullable(),
  invoiceSettings: z.object({ address: z.string().optional(), taxId: z.string().optional() }).nullable(),
  monthlyTraffic: z.string().nullable(),
  industryInterests: z.string().array(),
  preferredEarningStructures: z.string().array(),
  salesChannels: z.string().array(),
  platforms: PlatformSchema.array(),
  role: partnerRole.meta({ description: 'Your role in this partner account.' }),
  createdAt: z.string(),
})
export type PartnerProfileResponse = z.infer<typeof PartnerProfileSchema>

export const createPartnerAccountSchema = z.object({
  name: z.string().trim().min(1).max(100).optional().meta({ description: 'Defaults to the name of your user account.' }),
  country: countryCode.nullish().meta({ description: 'Two-letter country code.' }),
})

const identifier = z.string().trim().min(1).max(190)
const platforms = z
  .object(
    Object.fromEntries(platformTypes.map((type) => [type, identifier.nullish()])) as Record<
      (typeof platformTypes)[number],
      z.ZodOptional<z.ZodNullable<typeof identifier>>
    >,
  )
  .meta({ description: 'Website and social accounts; null removes one. A changed one is not verified.' })

export const updatePartnerProfileSchema = z.object({
  name: z.string().trim().min(1).max(100).optional(),
  username: username.min(3).optional(),
  email: Email.transform(foldEmail).optional().meta({ description: 'The address of your own user account.' }),
  image: imageText().nullish(),
  description: z.string().max(5000).nullish(),
  country: countryCode.nullish(),
  profileType: z.enum(['individual', 'company']).optional(),
  companyName: z.string().trim().max(190).nullish(),
  invoiceSettings: z.object({ address: z.string().max(500).optional(), taxId: z.string().max(100).optional() }).nullish(),
  monthlyTraffic: z.enum(monthlyTraffic).nullish(),
  industryInterests: z.string().max(100).array().max(maxInterests).optional(),
  preferredEarningStructures: z.enum(earningStructures).array().max(earningStructures.length).optional(),
  salesChannels: z.enum(salesChannels).array().max(salesChannels.length).optional(),
  platforms: platforms.optional(),
})
