import type { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { payoutStatuses } from '../../earnings/index.js'
import { requireProgramId } from '../../partners/index.js'
import { eligibleIdsSql, findPayoutTerms } from '../confirm/candidate.queries.js'
import { resolvePartner } from './list-payouts.js'
import { payoutTotals } from './payout-list.queries.js'
import type { CountPayouts, PayoutCount } from './payout.schema.js'

type Count = z.infer<typeof PayoutCount>

/** One row for all payouts, or one for each status, also for those without payouts. */
export async function countPayouts(scope: WorkspaceScope, { groupBy, eligibility, ...query }: CountPayouts): Promise<Count[]> {
  const programId = requireProgramId(scope)
  const pending = eligibility && {
    idsSql: eligibleIdsSql(programId, await findPayoutTerms(scope, programId)),
    isExcluded: eligibility === 'ineligible',
  }
  const counts: Count[] = await payoutTotals(scope, programId, await resolvePartner(scope, programId, query), pending)
  if (groupBy) return payoutStatuses.map((status) => counts.find((one) => one.status === status) ?? { status, count: 0, amount: 0 })
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return [{ status: 'all', count: sum(counts.map(({ count }) => count)), amount: sum(counts.map(({ amount }) => amount)) }]
}
