import { Workspace } from '../../accounts/index.js'
import { markActive } from '../../kernel/release-idle-memory.js'
import { extendScope, forkScope, inTransaction, type JobScope } from '../../kernel/scope.js'
import { seconds } from '../../kernel/time.js'
import { conversionsComputed } from '../events.js'
import { followMergedPartner } from '../merge/move-earnings.queries.js'
import { refreshPayouts } from '../payouts/refresh-payouts.queries.js'
import { spendWindowStart } from '../rewards/spend-limit.js'
import type { RefundableCommission } from './apply-refund.js'
import { type CommissionRow, insertCommissions, tryLockEarnings, updateCommissions } from './commission.queries.js'
import {
  computeCommissions,
  customerKey,
  type EarningEvent,
  type NewCommission,
  type PartnerState,
  spendKey,
} from './compute-commissions.js'
import { moveCommissionsToCustomers } from './move-merged-customer.queries.js'
import {
  type EarningPartner,
  findEarningPartner,
  firstCommissionsOf,
  type PartnerRef,
  partnersWithPendingEarnings,
  postponePendingEarnings,
  refundableCommissions,
  rewardsById,
  spentAmounts,
  takePendingEvents,
} from './pending-earnings.queries.js'
import { publishCreatedCommissions } from './publish-created-commissions.js'
import { holdSuspected } from './status-changes.queries.js'

/** Then the job makes room for another, possibly in another process. */
const sliceMs = seconds(30)
const maxPartners = 100
const concurrency = 3
const maxEvents = 500
const retryDelayMs = seconds(5)

/**
 * Computes the commissions of new leads, sales and refunds. Each partner's events are processed in their order, several partners at the
 * same time, by any number of processes. An error delays only the partner concerned.
 */
export async function computeEarnings(scope: JobScope, stop: AbortSignal): Promise<void> {
  const end = performance.now() + sliceMs
  let computed = true
  while (computed && !stop.aborted && performance.now() < end) {
    const partners = await partnersWithPendingEarnings(scope.pool, scope.now(), maxPartners)
    if (partners.length > 0) markActive()
    computed = false
    const worker = async () => {
      for (let partner = partners.pop(); partner && !stop.aborted; partner = partners.pop()) {
        if (await computeOrPostpone(forkScope(scope), partner)) computed = true
      }
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
  }
}

/** Returns whether events were processed. */
async function computeOrPostpone(scope: JobScope, partner: PartnerRef): Promise<boolean> {
  try {
    return await inTransaction(scope, () => computePartner(scope, partner))
  } catch (error) {
    scope.log.error({ err: error, ...partner }, 'commissions could not be computed, retrying')
    await postponePendingEarnings(scope.pool, partner, new Date(scope.now().getTime() + retryDelayMs))
    return false
  }
}

/** Computes the next commissions of the partner. Returns whether there were events; false also while another process does it. */
export async function computePartner(scope: JobScope, ref: PartnerRef): Promise<boolean> {
  if (!(await tryLockEarnings(scope, ref))) return false
  const partner = await findEarningPartner(scope, ref)
  // A conversion of a partner who was merged into another account meanwhile.
  if (!partner && (await followMergedPartner(scope, ref))) return true
  const { events, count } = await takePendingEvents(scope, ref, maxEvents)
  if (partner && events.length > 0) {
    await recordCommissions(scope, ref, partner, events)
    if (partner.hasPostbacks) announceConversions(scope, ref, partner.workspaceId, events)
  }
  return count > 0
}

function announceConversions(scope: JobScope, ref: PartnerRef, workspaceId: string, events: readonly EarningEvent[]): void {
  const ids = (kind: EarningEvent['kind']) => events.flatMap((event) => (event.kind === kind ? event.id : []))
  scope.announce(conversionsComputed, { workspaceId, ...ref, leadIds: ids('lead'), saleIds: ids('sale') })
}

async function recordCommissions(
  scope: JobScope,
  ref: PartnerRef,
  partner: EarningPartner,
  events: readonly EarningEvent[],
): Promise<void> {
  const state = await loadState(scope, ref, partner, events)
  const { added, changed } = computeCommissions(state, events)
  const now = scope.now()
  const inserted = await insertCommissions(
    scope,
    added.map((commission) => toRow(ref, commission, now)),
  )
  await updateCommissions(scope, [...changed], now)
  const payoutIds = [...changed].map(({ id }) => state.before.get(id)?.payoutId ?? null)
  await refreshPayouts(scope, payoutIds, now)
  // It may have been held before its refund, which was reversed.
  const reinstated = [...changed].filter(({ id, status }) => status === 'pending' && state.before.get(id)?.status === 'refunded')
  await holdSuspected(
    scope,
    reinstated.map(({ id }) => id),
  )
  const workspace = inserted.length > 0 ? await scope.em.findOne(Workspace, { id: partner.workspaceId }) : null
  if (workspace) await publishCreatedCommissions(extendScope(scope, { workspace }), ref, inserted, partner.hasPostbacks)
}

/** Statuses of enrolments that earn commissions. */
const earningStatuses = new Set(['approved', 'archived', 'invited'])

async function loadState(
  scope: JobScope,
  ref: PartnerRef,
  { status, leadRewardId, saleRewardId, country, ...totals }: EarningPartner,
  events: readonly EarningEvent[],
): Promise<PartnerState & { before: Map<string, Pick<RefundableCommission, 'payoutId' | 'status'>> }> {
  const { workspaceId: _, hasPostbacks: __, ...counts } = totals
  const rewards = earningStatuses.has(status) ? await rewardsById(scope, [leadRewardId ?? '', saleRewardId ?? '']) : new Map()
  const customerIds = [...new Set(events.map(({ customerId }) => customerId))]
  await moveCommissionsToCustomers(scope, ref, customerIds)
  const first = await firstCommissionsOf(scope, ref, customerIds)
  const refundable = await refundableCommissions(
    scope,
    ref,
    events.flatMap((event) => (event.kind === 'refund' ? event.saleEventId : [])),
  )
  const state: PartnerState = {
    ...ref,
    rewards: { lead: rewards.get(leadRewardId ?? '') ?? null, sale: rewards.get(saleRewardId ?? '') ?? null },
    attributes: { country, ...counts },
    firstCommissions: new Map(first.map((one) => [customerKey(one.type, one.customerId), one])),
    spent: new Map(),
    refundable,
  }
  await loadSpent(scope, state, events, customerIds)
  return { ...state, before: new Map([...refundable.values()].map(({ id, payoutId, status }) => [id, { payoutId, status }])) }
}

async function loadSpent(
  scope: JobScope,
  state: PartnerState,
  events: readonly EarningEvent[],
  customerIds: readonly string[],
): Promise<void> {
  for (const type of ['lead', 'sale'] as const) {
    const interval = state.rewards[type]?.spendLimitInterval
    const at = events.find(({ kind }) => kind === type)?.at
    if (!interval || !at) continue
    const since = spendWindowStart(interval, at)
    if (type === 'sale') state.spentSince = since
    const spent = await spentAmounts(scope, state, { type, interval, since, customerIds })
    for (const { customerId, start, earnings } of spent) state.spent.set(spendKey(type, customerId, start), earnings)
  }
}

function toRow({ programId, partnerId }: PartnerRef, commission: NewCommission, now: Date): CommissionRow {
  const { id, type, status, amount, earnings, quantity, currency, eventAmount, eventEarnings, refundedAmount } = commission
  return {
    id,
    program_id: programId,
    partner_id: partnerId,
    type,
    status,
    amount,
    earnings,
    quantity,
    currency,
    event_amount: eventAmount,
    event_earnings: eventEarnings,
    refunded_amount: refundedAmount,
    reward_id: commission.rewardId,
    link_id: commission.linkId,
    customer_id: commission.customerId,
    user_id: null,
    event_id: commission.eventId,
    invoice_id: commission.invoiceId,
    description: commission.description,
    metadata: commission.metadata,
    applied_reward: commission.appliedReward,
    created_at: commission.createdAt,
    recorded_at: now,
    updated_at: now,
  }
}
