import { z } from 'zod'
import { pageFields, queryInteger, stringList } from '../../kernel/input-fields.js'
import { maxPartnerTotalsPage } from '../limits.js'
import { enrolmentStatuses } from '../partner.schema.js'

export const partnerSortKeys = [
  'createdAt',
  'totalClicks',
  'totalLeads',
  'totalConversions',
  'totalSaleAmount',
  'totalCommissions',
  'netRevenue',
  'earningsPerClick',
  'averageLifetimeValue',
  'clickToLeadRate',
  'clickToConversionRate',
  'leadToConversionRate',
  'returnOnAdSpend',
] as const
export type PartnerSortKey = (typeof partnerSortKeys)[number]

const formerSortKeys: Record<string, PartnerSortKey> = {
  clicks: 'totalClicks',
  leads: 'totalLeads',
  conversions: 'totalConversions',
  sales: 'totalSaleAmount',
  saleAmount: 'totalSaleAmount',
  totalSales: 'totalSaleAmount',
}

const bound = queryInteger(0).optional()
/** Lowest and highest values of totals. */
const ranges = {
  totalClicksMin: bound,
  totalClicksMax: bound,
  totalLeadsMin: bound,
  totalLeadsMax: bound,
  totalConversionsMin: bound,
  totalConversionsMax: bound,
  totalSaleAmountMin: bound,
  totalSaleAmountMax: bound,
  totalCommissionsMin: bound,
  totalCommissionsMax: bound,
}
export const rangedTotals = ['totalClicks', 'totalLeads', 'totalConversions', 'totalSaleAmount', 'totalCommissions'] as const

const filters = {
  groupId: z.string().optional().meta({ description: 'Id of a group, or several separated by commas; a leading `-` excludes them.' }),
  status: z.enum(enrolmentStatuses).optional(),
  country: z.string().optional().meta({ description: 'Country code, or several separated by commas; a leading `-` excludes them.' }),
  email: z.string().optional().meta({ description: 'Filter by email address. Takes precedence over `search`.' }),
  tenantId: z.string().optional().meta({ description: 'Filter by the id of the partner in your system.' }),
  search: z
    .string()
    .optional()
    .meta({ description: 'Filter by words in name, company name or email address, or by a whole address or id.' }),
}
const dashboardFilters = {
  ...ranges,
  partnerIds: stringList().optional(),
  partnerTagId: z.string().optional(),
  referredByPartnerId: z.string().optional(),
}

const sortBy = z
  .preprocess((value) => (typeof value === 'string' ? (formerSortKeys[value] ?? value) : value), z.enum(partnerSortKeys))
  .default('totalSaleAmount')

export const getPartnersQuerySchema = z.object({
  ...filters,
  sortBy,
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
  ...pageFields(maxPartnerTotalsPage),
})

/** The same with further filters, which the description leaves out. */
export const getFilteredPartnersQuerySchema = getPartnersQuerySchema.extend(dashboardFilters)
export type GetPartners = z.infer<typeof getFilteredPartnersQuerySchema>

/** The same without pages. */
export const exportedPartnersQuerySchema = getFilteredPartnersQuerySchema.omit({ page: true, pageSize: true }).extend({
  sortBy: sortBy.meta({ description: 'Field to sort by. Exports that run as a job are always sorted by enrolment.' }),
})

export const countPartnersQuerySchema = z.object({
  ...filters,
  ...dashboardFilters,
  groupBy: z.enum(['status', 'country', 'groupId', 'partnerTagId', 'referredByPartnerId']).optional(),
})
export type CountPartners = z.infer<typeof countPartnersQuerySchema>

export type PartnerFilter = Partial<Omit<CountPartners, 'groupBy'>>

export const PartnerCount = z.union([
  z.number(),
  z.array(
    z.object({
      status: z.enum(enrolmentStatuses).optional(),
      country: z.string().nullish(),
      groupId: z.string().nullish(),
      partnerTagId: z.string().nullish(),
      referredByPartnerId: z.string().nullish(),
      _count: z.number(),
    }),
  ),
])
