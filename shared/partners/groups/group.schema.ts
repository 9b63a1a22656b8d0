import { z } from 'zod'
import { imageText } from '../../files/index.js'
import { pageFields, queryBoolean, stringList } from '../../kernel/input-fields.js'
import { asciiDomain } from '../../links/index.js'
import { maxPartnerTotalsPage } from '../limits.js'
import { groupColors, holdingPeriods, linkStructures } from './partner-group.entity.js'

const name = z.string().trim().min(1).max(190)
const slug = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Use lower case letters, digits and single hyphens.')
const color = z.enum(groupColors).nullable()

export const createGroupBodySchema = z.object({ name, slug, color: color.optional() })
export type CreateGroup = z.infer<typeof createGroupBodySchema>

const host = /^(?:localhost:\d{1,5}|(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9])$/
const AdditionalLinkSchema = z.object({
  domain: z
    .string()
    .max(253)
    .transform(asciiDomain)
    .refine((value) => host.test(value), 'Must be a host name, or localhost with a port.'),
  path: z
    .string()
    .max(2000)
    .default('')
    .transform((value) => value.toLowerCase()),
  validationMode: z.enum(['domain', 'exact']),
})

const metric = z.number().min(0)
const MoveRuleSchema = z.union([
  z.object({
    attribute: z.enum(['totalLeads', 'totalConversions', 'totalSaleAmount', 'totalCommissions']),
    operator: z.literal('gte').default('gte'),
    value: metric,
  }),
  z.object({
    attribute: z.enum(['totalLeads', 'totalConversions', 'totalSaleAmount', 'totalCommissions']),
    operator: z.literal('between'),
    value: z
      .object({ min: z.number().positive(), max: z.number().positive() })
      .refine(({ min, max }) => max > min, { message: 'max must be greater than min.' }),
  }),
  z.object({ attribute: z.literal('partnerGroup'), operator: z.enum(['eq', 'ne']), value: z.string().max(100) }),
  z.object({ attribute: z.literal('partnerGroup'), operator: z.enum(['in', 'notIn']), value: z.string().max(100).array().min(1).max(100) }),
])

/** Contents of pages that clients edit; stored as sent. */
const maxPageData = 100_000
const PageData = z
  .record(z.string().max(100), z.unknown())
  .refine((data) => JSON.stringify(data).length <= maxPageData, `Must not exceed ${maxPageData} characters as JSON.`)
  .nullable()

export const updateGroupBodySchema = z.object({
  name: name.optional(),
  slug: slug.optional(),
  color: color.optional(),
  logo: imageText().nullish(),
  wordmark: imageText().nullish(),
  brandColor: z
    .string()
    .max(7)
    .regex(/^#[0-9a-fA-F]{6}$/, 'Must be a colour such as #1a2b3c.')
    .nullish(),
  additionalLinks: AdditionalLinkSchema.array().max(100).nullish(),
  maxPartnerLinks: z.int().min(0).max(100).optional(),
  utmTemplateId: z.string().max(100).nullish(),
  linkStructure: z.enum(linkStructures).optional(),
  applicationFormData: PageData.optional(),
  applicationFormPublished: z.boolean().optional().meta({ description: 'Whether anyone can apply to the group on its page.' }),
  landerData: PageData.optional(),
  holdingPeriodDays: z.literal(holdingPeriods).optional(),
  autoApprovePartners: z.boolean().optional(),
  updateAutoApprovePartnersForAllGroups: z.boolean().optional(),
  updateHoldingPeriodDaysForAllGroups: z.boolean().optional(),
  moveRules: MoveRuleSchema.array().max(10).nullish().meta({ description: 'An empty list removes the rules.' }),
})
export type UpdateGroup = z.infer<typeof updateGroupBodySchema>

export const GroupParams = z.object({ groupIdOrSlug: z.string() })
export const DefaultLinkParams = GroupParams.extend({ defaultLinkId: z.string() })

export const groupSortKeys = [
  'createdAt',
  'totalPartners',
  'totalClicks',
  'totalLeads',
  'totalSales',
  'totalSaleAmount',
  'totalConversions',
  'totalCommissions',
] as const

export const countGroupsQuerySchema = z.object({ search: z.string().max(190).optional() })
export const getGroupsQuerySchema = countGroupsQuerySchema.extend({
  groupIds: stringList().optional(),
  sortBy: z.enum(groupSortKeys).default('totalSaleAmount'),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
  includeExpandedFields: queryBoolean().optional(),
  ...pageFields(maxPartnerTotalsPage),
})
export type GetGroups = z.infer<typeof getGroupsQuerySchema>

const UtmTemplateOfGroup = z.object({
  id: z.string(),
  name: z.string(),
  utm_source: z.string().nullable(),
  utm_medium: z.string().nullable(),
  utm_campaign: z.string().nullable(),
  utm_term: z.string().nullable(),
  utm_content: z.string().nullable(),
  ref: z.string().nullable(),
})

/** The rewards and the discount are ids: the domain that owns them adds the objects. */
export const GroupSchema = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  color: z.string().nullable(),
  logo: z.string().nullable(),
  wordmark: z.string().nullable(),
  brandColor: z.string().nullable(),
  holdingPeriodDays: z.number(),
  autoApprovePartnersEnabledAt: z.string().nullable(),
  clickRewardId: z.string().nullable(),
  leadRewardId: z.string().nullable(),
  saleRewardId: z.string().nullable(),
  referralRewardId: z.string().nullable(),
  discountId: z.string().nullable(),
  utmTemplate: UtmTemplateOfGroup.nullable(),
  additionalLinks: z
    .object({ domain: z.string(), path: z.string(), validationMode: z.enum(['domain', 'exact']) })
    .array()
    .nullable(),
  maxPartnerLinks: z.number(),
  linkStructure: z.enum(linkStructures),
  moveRules: z.record(z.string(), z.unknown()).array().nullable(),
  applicationFormData: z.record(z.string(), z.unknown()).nullable(),
  applicationFormPublishedAt: z.string().nullable(),
  landerData: z.record(z.string(), z.unknown()).nullable(),
  landerPublishedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type GroupResponse = z.infer<typeof GroupSchema>

export const GroupWithTotalsSchema = GroupSchema.extend({
  totalPartners: z.number(),
  totalClicks: z.number(),
  totalLeads: z.number(),
  totalSales: z.number(),
  totalSaleAmount: z.number(),
  totalConversions: z.number(),
  totalCommissions: z.number(),
  netRevenue: z.number(),
})
export type GroupWithTotals = z.infer<typeof GroupWithTotalsSchema>

export const GroupRules = z.object({ id: z.string(), name: z.string(), moveRules: z.record(z.string(), z.unknown()).array() }).array()
export const DeletedGroup = z.object({ id: z.string() })

export const MovePartners = z.object({
  partnerIds: z.string().max(100).array().min(1).max(100),
  disableGroupMove: z.boolean().optional().meta({ description: 'Whether move rules leave these partners alone from now on.' }),
})
export const MovedPartners = z.object({ count: z.number().meta({ description: 'Partners that changed their group.' }) })

export const defaultLinkBodySchema = z.object({
  domain: z
    .string()
    .min(1)
    .max(190)
    .overwrite(asciiDomain)
    .optional()
    .meta({ description: 'A changed domain moves all links of the program. New links take that of the program.' }),
  url: z.url({ protocol: /^https?$/ }).max(32_000),
})
export const updateDefaultLinkBodySchema = defaultLinkBodySchema.partial()
export const DefaultLinkSchema = z.object({ id: z.string(), domain: z.string(), url: z.string(), createdAt: z.string() })
