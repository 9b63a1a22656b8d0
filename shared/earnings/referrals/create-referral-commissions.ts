import { Workspace } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import { extendScope, inTransaction, type JobScope } from '../../kernel/scope.js'
import type { EnrolmentChange } from '../../partners/index.js'
import { type CommissionRow, insertCommissions, lockEarnings } from '../commissions/commission.queries.js'
import type { PartnerRef } from '../commissions/pending-earnings.queries.js'
import { hasPostbacks } from '../commissions/pending-earnings.queries.js'
import { publishCreatedCommissions } from '../commissions/publish-created-commissions.js'
import { earningsOfSource, reachesThreshold } from './referral-earnings.js'
import {
  claimReferrals,
  findReferrer,
  historyOf,
  type PaidPayout,
  payoutsWithoutReferrals,
  type Referrer,
  salesOfPayout,
  type SourceRow,
} from './referral.queries.js'

const batchSize = 100

/** Creates the referral commissions for payouts that were sent since the last run. */
export async function createReferralCommissions(scope: JobScope, stop: AbortSignal): Promise<void> {
  for (let payouts = await payoutsWithoutReferrals(scope, batchSize); payouts.length > 0 && !stop.aborted;) {
    for (const payout of payouts) await inTransaction(scope, () => createForPayout(scope, payout))
    payouts = await payoutsWithoutReferrals(scope, batchSize)
  }
}

async function createForPayout(scope: JobScope, payout: PaidPayout): Promise<void> {
  if (!(await claimReferrals(scope, payout.id))) return
  const referrer = await findReferrer(scope, payout)
  if (!referrer) return
  const { reward } = referrer
  const { earned, ...first } = await historyOf(scope, payout)
  const rows = (await salesOfPayout(scope, payout.id)).map((source): ReferralEarning => ({
    earnings: earningsOfSource(reward, source, first),
    key: source.id,
    source,
  }))
  if (reachesThreshold(reward, earned)) rows.push({ earnings: reward.amountInCents ?? 0, key: payout.partnerId })
  await addReferralCommissions(scope, payout, referrer, rows)
}

/** Creates the referral commission for a partner who was approved. */
export async function rewardApproval(scope: JobScope, { programId, partnerId, from, to }: EnrolmentChange): Promise<void> {
  const isApproval = to === 'approved' && (from === null || from === 'pending' || from === 'rejected' || from === 'invited')
  const referrer = isApproval ? await findReferrer(scope, { programId, partnerId }) : null
  if (referrer?.reward.config.trigger !== 'partnerApproved') return
  await addReferralCommissions(scope, { programId, partnerId }, referrer, [
    { earnings: referrer.reward.amountInCents ?? 0, key: partnerId },
  ])
}

interface ReferralEarning {
  earnings: number
  /** What it is earned for, at most once: a commission or the referred partner. */
  key: string
  source?: SourceRow
}

const isPositive = ({ earnings }: ReferralEarning): boolean => earnings > 0

async function addReferralCommissions(
  scope: JobScope,
  referred: PartnerRef,
  { workspaceId, partnerId, reward }: Referrer,
  earned: readonly ReferralEarning[],
): Promise<void> {
  const { programId } = referred
  const partner = { programId, partnerId }
  const now = scope.now()
  await lockEarnings(scope, [partner])
  const rows = earned.filter(isPositive).map(({ earnings, key, source }): CommissionRow => ({
    id: newId('cm_', now.getTime()),
    program_id: programId,
    partner_id: partnerId,
    type: 'referral',
    status: 'pending',
    amount: 0,
    earnings,
    quantity: 1,
    currency: source?.currency ?? 'usd',
    event_amount: 0,
    event_earnings: earnings,
    refunded_amount: 0,
    reward_id: reward.id,
    link_id: null,
    customer_id: source?.customerId ?? null,
    user_id: null,
    event_id: null,
    invoice_id: `referral:${reward.config.trigger}:${key}`,
    description: null,
    metadata: null,
    applied_reward: null,
    source_commission_id: source?.id ?? null,
    source_partner_id: referred.partnerId,
    created_at: now,
    recorded_at: now,
    updated_at: now,
  }))
  const ids = await insertCommissions(scope, rows)
  const workspace = ids.length > 0 ? await scope.em.findOne(Workspace, { id: workspaceId }) : null
  if (!workspace) return
  await publishCreatedCommissions(extendScope(scope, { workspace }), partner, ids, await hasPostbacks(scope, partner.partnerId))
}
