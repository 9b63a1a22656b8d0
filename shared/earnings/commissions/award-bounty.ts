import type { InWorkspace, WorkspaceScope } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import { insertCommissions, lockEarnings } from './commission.queries.js'
import { publishCreatedCommissions } from './publish-created-commissions.js'

export interface BountyAward {
  programId: string
  partnerId: string
  /** The event of the commission: a submission is awarded once. */
  submissionId: string
  /** Cents. */
  earnings: number
  description: string
}

/** Creates the commission of an approved bounty submission. Returns its id. */
export async function awardBounty(
  scope: InWorkspace & Partial<Pick<WorkspaceScope, 'actor'>>,
  { programId, partnerId, submissionId, earnings, description }: BountyAward,
): Promise<string> {
  const now = scope.now()
  const id = newId('cm_', now.getTime())
  await lockEarnings(scope, [{ programId, partnerId }])
  const row = { id, program_id: programId, partner_id: partnerId, type: 'custom', status: 'pending', quantity: 1, currency: 'usd' } as const
  const none = { reward_id: null, link_id: null, customer_id: null, invoice_id: null, metadata: null }
  const amounts = { amount: 0, earnings, event_amount: 0, event_earnings: earnings, refunded_amount: 0 }
  const userId = scope.actor?.user.id ?? null
  await insertCommissions(scope, [
    { ...row, ...none, ...amounts, user_id: userId, event_id: submissionId, description, created_at: now, updated_at: now },
  ])
  await publishCreatedCommissions(scope, programId, [id])
  return id
}
