/** Payouts of a partner in all its programs. */
import { z } from 'zod'
import { payoutStatuses } from '../../earnings/index.js'
import { csvLine } from '../../kernel/csv.js'
import { idText, pageFields } from '../../kernel/input-fields.js'
import type { PartnerScope } from '../../partner-accounts/index.js'
import { countPayoutsOfPartner, payoutsOfPartner } from './own-payouts.queries.js'

const filter = {
  programId: idText().optional().meta({ description: 'Filter by program.' }),
  status: z.enum(payoutStatuses).optional().meta({ description: 'Filter by status.' }),
}
export const ownPayoutsQuerySchema = z.object({
  ...filter,
  sortBy: z.enum(['createdAt', 'amount', 'initiatedAt', 'paidAt']).default('createdAt'),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
  ...pageFields(100),
})
export type OwnPayoutsQuery = z.infer<typeof ownPayoutsQuerySchema>
export const countOwnPayoutsQuerySchema = z.object(filter)

const instant = z.string().nullable()
export const OwnPayout = z.object({
  id: z.string(),
  program: z.object({ id: z.string(), name: z.string(), slug: z.string(), logo: z.string().nullable() }),
  amount: z.number().describe('Cents.'),
  currency: z.string(),
  status: z.enum(payoutStatuses),
  description: z.string().nullable(),
  periodStart: instant,
  periodEnd: instant,
  createdAt: z.string(),
  initiatedAt: instant,
  paidAt: instant,
  failureReason: z.string().nullable(),
  method: z.string().nullable(),
})
export type OwnPayout = z.infer<typeof OwnPayout>
export const OwnPayoutCount = z.object({ status: z.enum(payoutStatuses), count: z.number(), amount: z.number() }).array()

export const listOwnPayouts = (scope: PartnerScope, query: OwnPayoutsQuery): Promise<OwnPayout[]> =>
  payoutsOfPartner(scope, scope.partner.id, query)

/** More than anyone is paid in many years. */
const maxExported = 10_000

/** The payouts as lines of a CSV file, newest first. */
export async function exportOwnPayouts(scope: PartnerScope, filter: z.infer<typeof countOwnPayoutsQuerySchema>): Promise<string[]> {
  const order = { sortBy: 'createdAt', sortOrder: 'desc' } as const
  const payouts = await payoutsOfPartner(scope, scope.partner.id, { ...filter, ...order, page: 1, pageSize: maxExported })
  const columns = [
    'id',
    'createdAt',
    'status',
    'amount',
    'currency',
    'method',
    'periodStart',
    'periodEnd',
    'initiatedAt',
    'paidAt',
  ] as const
  return [
    csvLine(['program', ...columns]),
    ...payouts.map((payout) => csvLine([payout.program.name, ...columns.map((name) => payout[name])])),
  ]
}

/** Number and amount per status. */
export const countOwnPayouts = (
  scope: PartnerScope,
  query: z.infer<typeof countOwnPayoutsQuerySchema>,
): Promise<z.infer<typeof OwnPayoutCount>> => countPayoutsOfPartner(scope, scope.partner.id, query)
