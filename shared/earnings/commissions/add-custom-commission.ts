import type { InWorkspace } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import { aggregatePayoutsJob } from '../jobs.js'
import { remainingAccount } from '../merge/move-earnings.queries.js'
import { type CommissionRow, insertCommissions, lockEarnings } from './commission.queries.js'
import { hasPostbacks } from './pending-earnings.queries.js'
import { publishCreatedCommissions } from './publish-created-commissions.js'

export interface CustomCommission {
  programId: string
  partnerId: string
  /** Cents; negative for a clawback. */
  earnings: number
  description?: string | null
  /** User who created it. */
  userId?: string | null
  at?: Date
  /** Identifies what it is for: a second commission with the same id is not created. */
  eventId?: string
}

/** Adds a commission that no event earned, such as a bonus, a bounty or a clawback. Returns its id; null if it existed already. */
export async function addCustomCommission(
  scope: InWorkspace,
  { programId, partnerId: namedId, earnings, description = null, userId = null, at = scope.now(), eventId }: CustomCommission,
): Promise<string | null> {
  // The partner may have been merged into another account since the caller read its id.
  const partnerId = await remainingAccount(scope, namedId)
  await lockEarnings(scope, [{ programId, partnerId }])
  const row: CommissionRow = {
    id: newId('cm_', at.getTime()),
    program_id: programId,
    partner_id: partnerId,
    type: 'custom',
    status: 'pending',
    amount: 0,
    earnings,
    quantity: 1,
    currency: 'usd',
    event_amount: 0,
    event_earnings: earnings,
    refunded_amount: 0,
    reward_id: null,
    link_id: null,
    customer_id: null,
    user_id: userId,
    event_id: eventId ?? null,
    invoice_id: null,
    description,
    metadata: null,
    applied_reward: null,
    created_at: at,
    recorded_at: scope.now(),
    updated_at: scope.now(),
  }
  const [id] = await insertCommissions(scope, [row])
  if (id === undefined) return null
  await publishCreatedCommissions(scope, { programId, partnerId }, [id], await hasPostbacks(scope, partnerId))
  scope.enqueue(aggregatePayoutsJob, { programId })
  return id
}
