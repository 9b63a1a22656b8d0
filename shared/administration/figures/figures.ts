/** Figures over all workspaces. */
import type { z } from 'zod'
import { resolveRange } from '../../analytics/index.js'
import type { AdminScope } from '../../kernel/scope.js'
import { bucketStarts } from '../../kernel/time-zones/buckets.js'
import { zoneOf } from '../../kernel/time-zones/zone.js'
import {
  commissionsByTime,
  countInvoices,
  invoicesByTime,
  invoicesIn,
  payoutsOfMethod,
  programsByCommissions,
  programsBySales,
  revenueByTime,
  type TimeRange,
} from './figures.queries.js'
import type {
  AdminCommissions,
  adminCommissionsQuerySchema,
  AdminPayouts,
  AdminPayoutsQuery,
  paypalPayoutsQuerySchema,
  PayoutsToPay,
  Revenue,
  revenueQuerySchema,
  stablecoinPayoutsQuerySchema,
  TopPrograms,
  topProgramsQuerySchema,
} from './figures.schema.js'

type RangeInput = Pick<AdminPayoutsQuery, 'interval' | 'start' | 'end'>

function rangeOf({ now }: AdminScope, { interval, start, end }: RangeInput, timezone = 'UTC'): TimeRange {
  const zone = zoneOf(timezone)
  const range = resolveRange({ interval, start, end }, zone, now().getTime())
  const starts = bucketStarts(range, zone).map((start) => new Date(start).toISOString())
  return { from: new Date(range.from), to: new Date(range.to), unit: range.unit, starts }
}

/** Earnings of partners that count, by program and over time. */
export async function adminCommissions(
  scope: AdminScope,
  { programId, timezone, ...input }: z.infer<typeof adminCommissionsQuerySchema>,
): Promise<AdminCommissions> {
  const range = rangeOf(scope, input, timezone)
  // Each reads the commissions of the range once.
  const [programs, timeseries] = await Promise.all([
    programsByCommissions(scope, range, programId, scope.config.payoutFee.rate),
    commissionsByTime(scope, range, programId),
  ])
  return { programs, timeseries }
}

/** Invoices of payouts, the last one first, and their sums over time. */
export async function adminPayouts(
  scope: AdminScope,
  { programId, status, page = 1, pageSize, ...input }: AdminPayoutsQuery,
): Promise<AdminPayouts> {
  const range = rangeOf(scope, input)
  const filter = { programId, status }
  const [invoices, timeseriesData, totalInvoices] = await Promise.all([
    invoicesIn(scope, range, filter, { limit: pageSize, offset: (page - 1) * pageSize }),
    invoicesByTime(scope, range, filter),
    countInvoices(scope, range, filter),
  ])
  return { invoices, timeseriesData, totalInvoices }
}

/** Payouts to PayPal addresses that wait for their payment, the largest first. */
export const paypalPayouts = (scope: AdminScope, query: z.infer<typeof paypalPayoutsQuerySchema>): Promise<PayoutsToPay> =>
  payoutsOfMethod(scope, 'paypal', query)

/** Payouts to wallets, the largest first. */
export const stablecoinPayouts = (scope: AdminScope, query: z.infer<typeof stablecoinPayoutsQuerySchema>): Promise<PayoutsToPay> =>
  payoutsOfMethod(scope, 'stablecoin', query)

/** The programs with the highest sales of partner links in the range. */
export const topPrograms = async (scope: AdminScope, query: z.infer<typeof topProgramsQuerySchema>): Promise<TopPrograms> => ({
  programs: await programsBySales(scope, rangeOf(scope, query)),
})

/** Fees of payouts over time. */
export async function revenue(scope: AdminScope, query: z.infer<typeof revenueQuerySchema>): Promise<Revenue> {
  const rows = await revenueByTime(scope, rangeOf(scope, query))
  return { timeseries: rows.map(({ date, payoutFees }) => ({ date, mrr: 0, payoutFees, totalRevenue: payoutFees })) }
}
