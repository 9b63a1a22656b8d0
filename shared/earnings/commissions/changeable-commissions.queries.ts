import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'
import type { RefundableCommission } from './apply-refund.js'
import type { CommissionType } from './commission-states.js'

/** A commission with whether its payout allows changes. */
export interface ChangeableCommission extends RefundableCommission {
  programId: string
  partnerId: string
  type: CommissionType
  quantity: number
}

const columns = `c.id, c.program_id as "programId", c.partner_id as "partnerId", c.type, c.quantity, c.status, c.payout_id as "payoutId",
  coalesce(payouts.status in ('pending', 'canceled'), true) as "isMutable", c.amount::float8 as amount, c.earnings::float8 as earnings,
  c.event_amount::float8 as "eventAmount", c.event_earnings::float8 as "eventEarnings", c.refunded_amount::float8 as "refundedAmount"`

/** The commissions of the program with these ids, in their order. */
export async function changeableCommissions({ em }: Scope, programId: string, ids: readonly string[]): Promise<ChangeableCommission[]> {
  return em.execute(
    `select ${columns} from commissions c left join payouts on payouts.id = c.payout_id
     where c.program_id = ? and c.id = any (?::text[]) order by c.id`,
    [programId, arrayLiteral(ids)],
  )
}

/** The sale commissions in payouts that are not being paid and not paid whose sales were refunded in part or in full. */
export async function refundedCommissionsOf({ em }: Scope, payoutIds: readonly string[]): Promise<ChangeableCommission[]> {
  const rows: ChangeableCommission[] = await em.execute(
    `select ${columns} from commissions c join payouts on payouts.id = c.payout_id
     where c.payout_id = any (?::text[]) and c.type = 'sale' and c.refunded_amount > 0
       and payouts.status in ('pending', 'canceled', 'failed') order by c.id`,
    [arrayLiteral(payoutIds)],
  )
  return rows.map((row) => ({ ...row, isMutable: true }))
}
