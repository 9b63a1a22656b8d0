/** Schemas of payouts. */
import { z } from 'zod'
import { payoutStatuses } from '../../earnings/index.js'
import { pageFields } from '../../kernel/input-fields.js'
import { PartnerSummarySchema, payoutMethods } from '../../partners/index.js'

const filterFields = {
  status: z.enum(payoutStatuses).optional().meta({ description: 'Filter by status.' }),
  partnerId: z.string().max(100).optional().meta({ description: 'Filter by partner.' }),
  tenantId: z.string().max(255).optional().meta({ description: 'Filter by your own id of the partner; ignored with `partnerId`.' }),
  invoiceId: z.string().max(100).optional().meta({ description: 'Filter by invoice.' }),
  groupId: z
    .string()
    .max(5000)
    .optional()
    .meta({ description: 'Filter by group of the partner: one id, or several separated by commas; a leading - excludes them.' }),
}

export const getPayoutsQuerySchema = z.object({
  ...filterFields,
  sortBy: z.enum(['amount', 'initiatedAt', 'paidAt']).default('amount').meta({ description: 'Field to sort by.' }),
  sortOrder: z.enum(['asc', 'desc']).default('desc').meta({ description: 'Sort direction.' }),
  ...pageFields(100),
})
export type GetPayouts = z.infer<typeof getPayoutsQuerySchema>

export const countPayoutsQuerySchema = z.object({
  ...filterFields,
  groupBy: z.literal('status').optional().meta({ description: 'One row per status instead of one for all.' }),
  eligibility: z
    .enum(['eligible', 'ineligible'])
    .optional()
    .meta({ description: 'Only pending payouts that can be confirmed, or cannot.' }),
})
export type CountPayouts = z.infer<typeof countPayoutsQuerySchema>
export const PayoutCount = z.object({ status: z.enum([...payoutStatuses, 'all']), count: z.number(), amount: z.number() })

export const payoutFilterSchema = z.object(filterFields)

export const PayoutSchema = z.object({
  id: z.string(),
  invoiceId: z.string().nullable(),
  amount: z.number().describe('Cents.'),
  currency: z.string(),
  status: z.enum(payoutStatuses),
  description: z.string().nullish(),
  periodStart: z.string().nullable().describe('Date of the first commission.'),
  periodEnd: z.string().nullable().describe('Date of the last commission.'),
  createdAt: z.string(),
  updatedAt: z.string().optional(),
  initiatedAt: z.string().nullable(),
  paidAt: z.string().nullable(),
  failureReason: z.string().nullish(),
  mode: z.enum(['internal', 'external']).nullable().describe('Whether this service or an external system pays.'),
  method: z.enum(payoutMethods).nullable(),
  traceId: z.string().nullish(),
  partner: PartnerSummarySchema.extend({
    defaultPayoutMethod: z.enum(payoutMethods).nullable(),
    tenantId: z.string().nullable(),
  }),
  user: z
    .object({ id: z.string(), name: z.string().nullable(), email: z.string().nullable(), image: z.string().nullable() })
    .nullish()
    .describe('The user who confirmed the payout.'),
})
export type PayoutResponse = z.infer<typeof PayoutSchema>

export const PayoutParams = z.object({ id: z.string().meta({ description: 'Id of the payout.' }) })
