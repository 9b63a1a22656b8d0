/** Schemas of partners: a summary within other objects, and the full enrolment in a program. */
import { z } from 'zod'
import { ApplicationFormSchema } from './application-form.schema.js'

export const networkStatuses = ['draft', 'submitted', 'approved', 'rejected', 'trusted'] as const
export const enrolmentStatuses = ['pending', 'approved', 'rejected', 'invited', 'declined', 'deactivated', 'banned', 'archived'] as const
export const payoutMethods = ['connect', 'stablecoin', 'paypal', 'tremendous'] as const
/** Websites and social networks where a partner has an account. */
export const platformTypes = ['website', 'youtube', 'twitter', 'linkedin', 'instagram', 'tiktok'] as const
export type PlatformType = (typeof platformTypes)[number]
export const banReasons = ['tos_violation', 'inappropriate_content', 'fake_traffic', 'fraud', 'spam', 'brand_abuse'] as const
export const rejectionReasons = ['needsMoreDetail', 'doesNotMeetRequirements', 'notTheRightFit', 'other'] as const

const name = z.string().max(190)
const email = z.string().max(190).nullable()
const companyName = z.string().max(190).nullable()
const description = z.string().max(5000).nullish()
const platforms = {
  website: z.string().nullish(),
  youtube: z.string().nullish(),
  twitter: z.string().nullish(),
  linkedin: z.string().nullish(),
  instagram: z.string().nullish(),
  tiktok: z.string().nullish(),
}

/** Partner within a commission, a lead or a sale. */
export const PartnerSummarySchema = z.object({
  id: z.string(),
  name,
  email,
  image: z.string().nullable(),
  payoutsEnabledAt: z.string().nullable(),
  country: z.string().nullable(),
  groupId: z.string().nullish(),
})

/** Partner within an event, with totals so far. */
export const PartnerWithTotalsSchema = PartnerSummarySchema.extend({
  totalClicks: z.number(),
  totalLeads: z.number(),
  totalConversions: z.number(),
  totalSales: z.number(),
  totalSaleAmount: z.number(),
  totalCommissions: z.number(),
})

/** Applicant to a program. */
export const ApplicantSchema = z.object({
  id: z.string(),
  name,
  companyName,
  email,
  image: z.string().nullable(),
  description,
  country: z.string().nullable(),
  groupId: z.string().nullish(),
  status: z.enum(enrolmentStatuses),
  ...platforms,
})

/** Link of a partner, with its counters. */
export const PartnerLinkSchema = z.object({
  id: z.string(),
  domain: z.string(),
  key: z.string(),
  shortLink: z.url(),
  url: z.string(),
  clicks: z.number().default(0),
  leads: z.number().default(0),
  conversions: z.number().default(0),
  sales: z.number().default(0),
  saleAmount: z.number().default(0),
})

/** Link as its partner sees it. */
export const OwnLinkSchema = PartnerLinkSchema.extend({
  partnerGroupDefaultLinkId: z.string().nullable().meta({ description: 'The default link of the group of which this link is a copy.' }),
})

const Review = z.object({
  rejectionReason: z.enum(rejectionReasons).nullable(),
  rejectionNote: z.string().nullable(),
  reviewedAt: z.string().nullable(),
})

const totals = {
  totalClicks: z.number().default(0),
  totalLeads: z.number().default(0),
  totalConversions: z.number().default(0),
  totalSales: z.number().default(0),
  totalSaleAmount: z.number().default(0).describe('Cents.'),
  netRevenue: z.number().default(0).describe('Sales minus commissions, in cents.'),
  earningsPerClick: z.number().nullish(),
  averageLifetimeValue: z.number().nullish(),
  clickToLeadRate: z.number().nullish(),
  clickToConversionRate: z.number().nullish(),
  leadToConversionRate: z.number().nullish(),
  returnOnAdSpend: z.number().nullish(),
}

/** Partner enrolled in one program. */
export const EnrolledPartnerSchema = z.object({
  id: z.string(),
  name,
  username: z.string().nullable(),
  email,
  image: z.string().nullable(),
  description,
  country: z.string().nullable(),
  companyName,
  networkStatus: z.enum(networkStatuses),
  defaultPayoutMethod: z.enum(payoutMethods).nullable(),
  paypalEmail: z.string().nullable(),
  stripeConnectId: z.string().nullable(),
  payoutsEnabledAt: z.string().nullable(),
  identityVerifiedAt: z.string().nullable(),
  programId: z.string(),
  groupId: z.string().nullish(),
  partnerId: z.string(),
  tenantId: z.string().nullable(),
  createdAt: z.string(),
  status: z.enum(enrolmentStatuses),
  links: z.array(PartnerLinkSchema).nullable(),
  totalCommissions: z.number().default(0),
  clickRewardId: z.string().nullish(),
  leadRewardId: z.string().nullish(),
  saleRewardId: z.string().nullish(),
  referralRewardId: z.string().nullish(),
  discountId: z.string().nullish(),
  applicationId: z.string().nullish(),
  bannedAt: z.string().nullish(),
  bannedReason: z.enum(banReasons).nullish(),
  referralFormData: ApplicationFormSchema.nullish(),
  application: Review.nullish(),
  tags: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
  ...totals,
  ...platforms,
  trustedAt: z.string().nullish().meta({ deprecated: true }),
})
export type EnrolledPartner = z.output<typeof EnrolledPartnerSchema>

const deprecated = z.number().meta({ deprecated: true })
/** Lists repeat totals under their former names. */
export const ListedPartnerSchema = EnrolledPartnerSchema.extend({
  clicks: deprecated,
  leads: deprecated,
  conversions: deprecated,
  sales: deprecated,
  saleAmount: deprecated,
})
export type ListedPartner = z.output<typeof ListedPartnerSchema>

const instant = z.string().nullable()
/** One partner of the program, with details that lists leave out. */
export const PartnerDetailsSchema = EnrolledPartnerSchema.extend({
  discount: z.object({ id: z.string(), provider: z.string() }).nullable(),
  lastLeadAt: instant,
  lastConversionAt: instant,
  customerDataSharingEnabledAt: instant,
  groupMoveDisabledAt: instant,
  riskMonitoringDisabledAt: instant,
  platforms: z
    .object({
      type: z.string(),
      identifier: z.string(),
      verifiedAt: instant,
      subscribers: z.number(),
      posts: z.number(),
      views: z.number(),
    })
    .array(),
  monthlyTraffic: z.string().nullable(),
  industryInterests: z.string().array().nullable(),
  preferredEarningStructures: z.string().array().nullable(),
  salesChannels: z.string().array().nullable(),
})
export type PartnerDetails = z.output<typeof PartnerDetailsSchema>
