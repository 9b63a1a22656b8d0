/** Inputs and answers of the figures over all workspaces. Amounts are cents. */
import { z } from 'zod'
import { intervals } from '../../analytics/index.js'
import { payoutStatuses } from '../../earnings/index.js'
import { idText, maxInstantLength, pageFields } from '../../kernel/input-fields.js'
import { countryCode } from '../../partners/index.js'

const range = (interval: (typeof intervals)[number]) => ({
  interval: z.enum(intervals).default(interval).meta({ description: 'Time range up to now.' }),
  start: z.string().max(maxInstantLength).optional().meta({ description: 'First day. Takes precedence over `interval`.' }),
  end: z.string().max(maxInstantLength).optional().meta({ description: 'Last day. Default: today.' }),
})
const programId = idText().optional().meta({ description: 'Only this program.' })
const text = z.string().nullable()

export const adminCommissionsQuerySchema = z.object({
  programId,
  timezone: z.string().max(100).default('UTC').meta({ description: 'Time zone of the days.' }),
  ...range('mtd'),
})
export const AdminCommissions = z.object({
  programs: z
    .object({
      id: z.string(),
      slug: z.string(),
      name: z.string(),
      url: text,
      logo: text,
      addedToMarketplaceAt: text,
      commissions: z.number(),
      fees: z.number(),
    })
    .array()
    .meta({ description: 'The 100 programs with the highest earnings of partners in the range. `fees` are the expected ones.' }),
  timeseries: z.object({ start: z.string(), commissions: z.number() }).array(),
})
export type AdminCommissions = z.infer<typeof AdminCommissions>

export const adminPayoutsQuerySchema = z.object({
  programId,
  status: z.enum(['processing', 'completed', 'failed']).optional().meta({ description: 'Default: all invoices except failed ones.' }),
  ...range('mtd'),
  ...pageFields(100),
})
export type AdminPayoutsQuery = z.infer<typeof adminPayoutsQuerySchema>
export const AdminPayouts = z.object({
  invoices: z
    .object({
      date: z.string(),
      programId: z.string(),
      programName: z.string(),
      programLogo: text,
      status: z.enum(['processing', 'completed', 'failed']),
      amount: z.number(),
      fee: z.number(),
      total: z.number(),
    })
    .array(),
  timeseriesData: z.object({ date: z.string(), payouts: z.number(), fees: z.number(), total: z.number() }).array(),
  totalInvoices: z.number(),
})
export type AdminPayouts = z.infer<typeof AdminPayouts>

const payoutFilter = { country: countryCode.optional(), programId }
export const paypalPayoutsQuerySchema = z.object(payoutFilter)
export const stablecoinPayoutsQuerySchema = z.object({ ...payoutFilter, status: z.enum(payoutStatuses).optional() })
export const PayoutsToPay = z
  .object({
    program: z.object({ id: z.string(), name: z.string(), logo: text }),
    partner: z.object({ id: z.string(), name: z.string(), email: text, image: text, country: text }),
    status: z.enum(payoutStatuses),
    amount: z.number(),
  })
  .array()
export type PayoutsToPay = z.infer<typeof PayoutsToPay>

export const topProgramsQuerySchema = z.object(range('mtd'))
export const TopPrograms = z.object({
  programs: z
    .object({
      id: z.string(),
      programId: z.string(),
      name: z.string(),
      logo: text,
      leads: z.number(),
      sales: z.number(),
      saleAmount: z.number(),
      commissions: z.number(),
      partners: z.number().meta({ description: 'Partners who have earned something.' }),
    })
    .array(),
})
export type TopPrograms = z.infer<typeof TopPrograms>

export const revenueQuerySchema = z.object(range('1y'))
export const Revenue = z.object({
  timeseries: z
    .object({
      date: z.string(),
      mrr: z.number().meta({ description: 'Always 0: this installation bills no subscriptions.' }),
      payoutFees: z.number().meta({ description: 'A sixth of the fees of the six months before.' }),
      totalRevenue: z.number(),
    })
    .array(),
})
export type Revenue = z.infer<typeof Revenue>
