import { z } from 'zod'
import { OfferedDiscountSchema, RewardSchema } from '../../earnings/index.js'
import { pageFields } from '../../kernel/input-fields.js'
import { enrolmentStatuses, programCategories } from '../../partners/index.js'

const rewardTypes = ['sale', 'lead', 'click', 'discount'] as const

const filter = {
  category: z.enum(programCategories).optional().meta({ description: 'Filter by category.' }),
  rewardType: z.enum(rewardTypes).optional().meta({ description: 'Filter by what the default group offers.' }),
  featured: z.stringbool().optional().meta({ description: 'Only featured programs, or only others.' }),
  search: z.string().trim().max(190).optional().meta({ description: 'Text in name, slug, domain, url or description.' }),
}
const status = z
  .enum([...enrolmentStatuses, 'null'])
  .optional()
  .meta({ description: 'Filter by the status of your enrolment; `null`: not enrolled.' })
const sorting = {
  sortBy: z.enum(['name', 'recency', 'popularity']).default('popularity').meta({ description: 'Order of the programs.' }),
  sortOrder: z
    .enum(['asc', 'desc'])
    .default('desc')
    .meta({ description: 'Direction; descending popularity begins with the most popular.' }),
  ...pageFields(100),
}

export const getMarketplaceQuerySchema = z.object({ ...filter, ...sorting })
export const getNetworkProgramsQuerySchema = z.object({ ...filter, status, ...sorting })
export type GetNetworkPrograms = z.infer<typeof getNetworkProgramsQuerySchema>
export const countNetworkProgramsQuerySchema = z.object({
  ...filter,
  status,
  groupBy: z.enum(['category', 'rewardType', 'status']).optional(),
})
export type CountNetworkPrograms = z.infer<typeof countNetworkProgramsQuerySchema>

const text = z.string().nullable()
export const NetworkProgramSchema = z.object({
  id: z.string(),
  slug: z.string(),
  defaultGroupId: z.string(),
  name: z.string(),
  logo: text,
  domain: text,
  url: text,
  description: text,
  rewards: RewardSchema.array().meta({ description: 'Click, lead and sale reward of the default group.' }),
  discount: OfferedDiscountSchema.nullable(),
  termsUrl: text,
  applicationRequirements: z.unknown(),
  categories: z.string().array(),
  featuredOnMarketplaceAt: text,
  marketplaceHeaderImage: text,
  status: z.enum(enrolmentStatuses).nullable().meta({ description: 'Status of your enrolment.' }),
})
export type NetworkProgram = z.infer<typeof NetworkProgramSchema>
export const MarketplaceProgramSchema = NetworkProgramSchema.omit({ status: true })

const counted = { _count: z.number() }
export const NetworkProgramCount = z.union([
  z.number(),
  z.object({ category: z.string(), ...counted }).array(),
  z.object({ type: z.enum(rewardTypes), ...counted }).array(),
  z.object({ status: text, ...counted }).array(),
])
export type NetworkProgramCount = z.infer<typeof NetworkProgramCount>

export const NetworkSummarySchema = z.object({
  featuredPrograms: NetworkProgramSchema.array(),
  mostPopular: NetworkProgramSchema.array(),
  newPrograms: NetworkProgramSchema.array(),
  categories: z.record(z.enum(programCategories), NetworkProgramSchema.array()),
})
export type NetworkSummary = z.infer<typeof NetworkSummarySchema>
