/** The year of a partner: totals over all programs, and how it compares with other partners. */
import { z } from 'zod'
import type { PartnerScope } from '../../partner-accounts/index.js'
import { earningsOfYear, shareOfPartnersBelow } from './year-in-review.queries.js'

export const yearQuerySchema = z.object({
  year: z.coerce.number().int().min(2000).max(9999).optional().meta({ description: 'Default: the current year, in UTC.' }),
})

const totals = { leads: z.number(), sales: z.number(), saleAmount: z.number().describe('Cents.'), earnings: z.number().describe('Cents.') }
export const YearInReview = z.object({
  year: z.number(),
  totals: z.object(totals),
  percentiles: z
    .object({ sales: z.number(), earnings: z.number() })
    .nullable()
    .meta({ description: 'Share of the earning partners with less, in percent. Null without earnings in that year.' }),
})

export async function yearInReview(scope: PartnerScope, { year }: z.infer<typeof yearQuerySchema>): Promise<z.infer<typeof YearInReview>> {
  const chosen = year ?? scope.now().getUTCFullYear()
  const range = { from: new Date(Date.UTC(chosen, 0, 1)), to: new Date(Date.UTC(chosen + 1, 0, 1)) }
  const sums = await earningsOfYear(scope, scope.partner.id, range)
  const percentiles = sums.earnings > 0 ? await shareOfPartnersBelow(scope, sums, range) : null
  return { year: chosen, totals: sums, percentiles }
}
