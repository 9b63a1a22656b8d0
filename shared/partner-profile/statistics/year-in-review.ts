/** The year of a partner: totals over all programs, and how it compares with other partners. */
import { z } from 'zod'
import type { Scope } from '../../kernel/scope.js'
import { days } from '../../kernel/time.js'
import type { PartnerScope } from '../../partner-accounts/index.js'
import { earningsOfYear, percentilesOfYear, type Range, type YearPercentiles } from './year-in-review.queries.js'

export const yearQuerySchema = z.object({
  // PostgreSQL refuses the text of a timestamp in the year 10000, at which 9999 ends.
  year: z.coerce.number().int().min(2000).max(9998).optional().meta({ description: 'Default: the current year, in UTC.' }),
})

const totals = { leads: z.number(), sales: z.number(), saleAmount: z.number().describe('Cents.'), earnings: z.number().describe('Cents.') }
export const YearInReview = z.object({
  year: z.number(),
  totals: z.object(totals),
  percentiles: z
    .object({ sales: z.number(), earnings: z.number() })
    .nullable()
    .meta({ description: 'Share of the earning partners with less, in percent; computed once a day. Null without earnings in that year.' }),
})

export async function yearInReview(scope: PartnerScope, { year }: z.infer<typeof yearQuerySchema>): Promise<z.infer<typeof YearInReview>> {
  const chosen = year ?? scope.now().getUTCFullYear()
  const range = { from: new Date(Date.UTC(chosen, 0, 1)), to: new Date(Date.UTC(chosen + 1, 0, 1)) }
  const sums = await earningsOfYear(scope, scope.partner.id, range)
  const thresholds = sums.earnings > 0 ? await thresholdsOfYear(scope, chosen, range) : null
  const below = (values: readonly number[], own: number) => values.filter((value) => value < own).length
  const percentiles = thresholds && { sales: below(thresholds.sales, sums.sales), earnings: below(thresholds.earnings, sums.earnings) }
  return { year: chosen, totals: sums, percentiles }
}

/** The comparison reads the commissions of all programs: once a day, not per request. */
async function thresholdsOfYear(scope: Scope, year: number, range: Range): Promise<YearPercentiles | null> {
  const key = `year-percentiles:${year}`
  const cached = await scope.store.get(key)
  if (cached) return JSON.parse(cached) as YearPercentiles
  const thresholds = await percentilesOfYear(scope, range)
  if (thresholds) await scope.store.set(key, JSON.stringify(thresholds), days(1))
  return thresholds
}
