/** Request schemas of commissions. */
import { z } from 'zod'
import { intervals, metadataConditions } from '../../analytics/index.js'
import { deprecatedPageFields } from '../../kernel/input-fields.js'
import { paginationError } from '../../kernel/pagination.js'
import { maxSaleAmount } from '../../tracking/index.js'
import { commissionStatuses, commissionTypes, settableStatuses } from './commission-states.js'

const id = () => z.string().max(100).optional()
const severalIds = (what: string) =>
  z
    .string()
    .max(5000)
    .optional()
    .meta({ description: `Filter by ${what}: one id, or several separated by commas; a leading - excludes them.` })

const filterFields = {
  type: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Filter by type: one or several separated by commas; a leading - excludes them.', enum: [...commissionTypes] }),
  customerId: id().meta({ description: 'Filter by customer.' }),
  payoutId: id().meta({ description: 'Filter by payout.' }),
  partnerId: severalIds('partner'),
  tenantId: z.string().max(255).optional().meta({ description: 'Filter by your own id of the partner; ignored with `partnerId`.' }),
  groupId: severalIds('group of the partner'),
  partnerTagId: severalIds('tag of the partner'),
  invoiceId: z.string().max(255).optional().meta({ description: 'Return the commission of this invoice; all other filters are ignored.' }),
  status: z.enum(commissionStatuses).optional().meta({
    description:
      'Filter by status. Without it, duplicate, fraud and canceled commissions are left out unless type, customer, payout or partner are set.',
  }),
  interval: z.enum(intervals).default('all').meta({ description: 'Filter by date, in relation to now.' }),
  start: z.string().max(100).optional().meta({ description: 'Start of the dates; takes precedence over `interval`.' }),
  end: z.string().max(100).optional().meta({ description: 'End of the dates, by default today.' }),
  timezone: z.string().max(100).optional().meta({ description: 'IANA time zone of the days; default UTC.' }),
  query: metadataConditions(),
}

export const countCommissionsQuerySchema = z.object(filterFields)
export type CommissionFilter = z.infer<typeof countCommissionsQuerySchema>

export const getCommissionsQuerySchema = z
  .object({
    ...filterFields,
    sortBy: z.enum(['createdAt', 'amount']).default('createdAt').meta({ description: 'Field to sort by.' }),
    sortOrder: z.enum(['asc', 'desc']).default('desc').meta({ description: 'Sort direction.' }),
    endingBefore: z.string().max(100).optional().meta({ description: 'Cursor: id of the commission before which the page ends.' }),
    startingAfter: z.string().max(100).optional().meta({ description: 'Cursor: id of the commission after which the page starts.' }),
    ...deprecatedPageFields(100),
  })
  .superRefine((query, context) => {
    const error = paginationError(query)
    if (error) context.addIssue({ code: 'custom', path: [error.field], message: error.message })
  })
export type GetCommissions = z.infer<typeof getCommissionsQuerySchema>

const status = z.enum(settableStatuses).meta({ description: 'New status. The commission leaves its payout.' })

/** A refinement, which leaves the published schema as it is. */
const limited = (amount: z.ZodNumber) =>
  amount.refine((value) => Math.abs(value) <= maxSaleAmount, { message: `The amount must not exceed ${maxSaleAmount}.` })

export const updateCommissionBodySchema = z.object({
  earnings: limited(z.number().min(0))
    .optional()
    .meta({ description: 'Earnings of the partner in cents; by default computed from the reward.' }),
  saleAmount: limited(z.number().min(0)).optional().meta({ description: 'New amount of the sale, in the smallest unit of the currency.' }),
  modifySaleAmount: limited(z.number()).optional().meta({ description: 'Change of the amount of the sale; negative to reduce it.' }),
  currency: z.string().max(10).default('usd').meta({ description: 'Currency of the amounts; converted to dollars.' }),
  status: status.optional(),
  amount: limited(z.number().min(0)).optional().meta({ description: 'Older name of `saleAmount`.', deprecated: true }),
  modifyAmount: limited(z.number()).optional().meta({ description: 'Older name of `modifySaleAmount`.', deprecated: true }),
})
export type UpdateCommission = z.infer<typeof updateCommissionBodySchema>

export const bulkUpdateCommissionsBodySchema = z
  .object({ commissionIds: z.array(z.string().max(100)).min(1).max(100), status })
  .refine(({ commissionIds }) => new Set(commissionIds).size === commissionIds.length, {
    message: 'commissionIds must not contain duplicates.',
    path: ['commissionIds'],
  })
export type BulkUpdateCommissions = z.infer<typeof bulkUpdateCommissionsBodySchema>

export const UpdatedCommission = z.object({ id: z.string(), status: z.enum(commissionStatuses) })

const StatusTotals = z.object({ count: z.number(), amount: z.number(), earnings: z.number() })
export const CommissionCount = z.record(z.enum(['all', ...commissionStatuses]), StatusTotals)
export type CommissionCount = z.infer<typeof CommissionCount>
