/** Computes the commissions of one partner from its events, in the order in which they happened. */
import { newId } from '../../kernel/ids.js'
import { type EarningPart, type Earnings, earningsOfSale, earningsPerEvent } from '../rewards/apply-reward.js'
import { convertProducts } from '../rewards/convert-products.js'
import { type FirstCommission, isWithinDuration } from '../rewards/is-within-duration.js'
import { monthsBetween } from '../rewards/months-between.js'
import type { RewardContext, RewardTerms, SaleProduct } from '../rewards/reward-terms.js'
import { limitEarnings, type SpendLimitInterval, spendWindowStart } from '../rewards/spend-limit.js'
import { applyRefund, type RefundableCommission } from './apply-refund.js'
import { spendingStatuses } from './commission-states.js'

export interface EarningReward extends RewardTerms {
  id: string
  spendLimitAmount: number | null
  spendLimitInterval: SpendLimitInterval | null
}

interface EventBase {
  id: string
  at: Date
  customerId: string
  linkId: string
}

export interface ConversionEvent extends EventBase {
  kind: 'lead' | 'sale'
  quantity: number
  /** Cents; 0 for a lead. */
  amount: number
  /** As paid, in the smallest unit of its currency. Metadata lists products in this currency. */
  originalAmount: number
  currency: string
  invoiceId: string | null
  metadata: Record<string, unknown> | null
  customer: { country: string | null; signupDate: Date | null }
}

export interface RefundEvent extends EventBase {
  kind: 'refund'
  saleEventId: string
  /** Refunded cents; negative when a refund is reversed. */
  amount: number
}

export type EarningEvent = ConversionEvent | RefundEvent

export interface PartnerState {
  programId: string
  partnerId: string
  /** Null for a reward that does not exist or while the partner earns nothing. */
  rewards: Record<'lead' | 'sale', EarningReward | null>
  attributes: RewardContext['partner']
  /** By `customerKey`. */
  firstCommissions: Map<string, FirstCommission>
  /** What rewards with a spend limit have paid, by `spendKey`. */
  spent: Map<string, number>
  /** Start of the first interval of which `spent` knows what sales earned; null for all time, undefined for none. */
  spentSince?: Date | null
  /** Commissions that refunds may refer to, by event. */
  refundable: Map<string, RefundableCommission & { createdAt: Date }>
}

export const customerKey = (type: 'lead' | 'sale', customerId: string) => `${type} ${customerId}`

/** Sales are limited for each customer, leads for the partner. */
export const spendKey = (type: 'lead' | 'sale', customerId: string, start: Date | null) =>
  `${type} ${type === 'sale' ? customerId : ''} ${start?.getTime() ?? ''}`

/** How the earnings were computed, so that they can be verified when the reward has changed. */
export interface AppliedReward {
  parts: EarningPart[]
  /** Cents that were left of the spend limit, if that was less. */
  limit: number | null
}

export interface NewCommission extends RefundableCommission {
  eventId: string
  type: 'lead' | 'sale'
  quantity: number
  currency: string
  rewardId: string
  linkId: string
  customerId: string
  invoiceId: string | null
  description: string | null
  metadata: Record<string, unknown> | null
  appliedReward: AppliedReward
  createdAt: Date
}

export interface ComputedCommissions {
  added: NewCommission[]
  /** Existing commissions that refunds changed. */
  changed: Set<RefundableCommission>
}

/** Updates `state`, so that each event sees the commissions of the events before it. */
export function computeCommissions(state: PartnerState, events: readonly EarningEvent[]): ComputedCommissions {
  const added: NewCommission[] = []
  const changed = new Set<RefundableCommission>()
  for (const event of events) {
    if (event.kind === 'refund') {
      const commission = state.refundable.get(event.saleEventId)
      if (!commission) continue
      const before = spentBy(commission)
      applyRefund(commission, event.amount)
      addSpent(state, event.customerId, commission.createdAt, spentBy(commission) - before)
      if (!added.includes(commission as NewCommission)) changed.add(commission)
    } else {
      const commission = commissionOf(state, event)
      if (!commission) continue
      added.push(commission)
      state.refundable.set(event.id, commission)
      const key = customerKey(event.kind, event.customerId)
      if (!state.firstCommissions.has(key)) state.firstCommissions.set(key, firstCommissionOf(state, commission))
    }
  }
  return { added, changed }
}

/** What a commission takes of a spend limit. */
const spentBy = ({ status, earnings }: RefundableCommission) => (spendingStatuses.includes(status) ? earnings : 0)

/** A refund leaves more of the limit for later sales of the customer, a reversed one less. */
function addSpent(state: PartnerState, customerId: string, at: Date, change: number): void {
  const interval = state.rewards.sale?.spendLimitInterval
  if (!interval) return
  const start = spendWindowStart(interval, at)
  if (state.spentSince === undefined || (start && state.spentSince && start < state.spentSince)) return
  const key = spendKey('sale', customerId, start)
  state.spent.set(key, (state.spent.get(key) ?? 0) + change)
}

function commissionOf(state: PartnerState, event: ConversionEvent): NewCommission | null {
  const { kind: type, id: eventId, at, customerId, linkId, quantity, amount, currency, invoiceId } = event
  const reward = state.rewards[type]
  if (!reward) return null
  const first = state.firstCommissions.get(customerKey(type, customerId))
  const context = contextOf(state, event, first)
  const earned = type === 'sale' ? earningsOfSale(reward, context, event) : earningsPerEvent(reward, context, quantity)
  if (!earned) return null
  if (first && !isWithinDuration(first, { type, rewardId: reward.id, maxDuration: earned.maxDuration, at })) return null
  const earnings = withinSpendLimit(state, reward, event, earned)
  if (earnings <= 0) return null
  return {
    id: newId('cm_', at.getTime()),
    eventId,
    type,
    status: 'pending',
    payoutId: null,
    isMutable: true,
    amount,
    earnings,
    eventAmount: amount,
    eventEarnings: earnings,
    refundedAmount: 0,
    quantity,
    currency,
    rewardId: reward.id,
    linkId,
    customerId,
    invoiceId,
    description: earnings < earned.earnings ? 'Reduced because the spend limit of the reward is reached.' : null,
    metadata: event.metadata,
    appliedReward: { parts: earned.parts, limit: earnings < earned.earnings ? earnings : null },
    createdAt: at,
  }
}

function contextOf(
  state: PartnerState,
  { kind, at, amount, originalAmount, metadata, customer }: ConversionEvent,
  first: FirstCommission | undefined,
): RewardContext {
  const who = { country: customer.country, source: 'tracked' }
  if (kind === 'lead') return { customer: who, partner: state.attributes, lead: { metadata } }
  const startDate = first?.at ?? at
  return {
    customer: {
      ...who,
      signupDate: customer.signupDate?.getTime(),
      subscriptionStartDate: startDate.getTime(),
      subscriptionDurationMonths: monthsBetween(startDate, at),
    },
    partner: state.attributes,
    sale: {
      productId: metadata?.productId,
      amount,
      type: first ? 'recurring' : 'new',
      metadata,
      products: convertProducts(productsOf(metadata), { amount, originalAmount }),
    },
  }
}

/** Products of a sale, where the metadata lists them. */
function productsOf(metadata: Record<string, unknown> | null): SaleProduct[] {
  const products = metadata?.products
  if (!Array.isArray(products)) return []
  const valid = products.filter((one): one is SaleProduct => typeof one?.id === 'string' && isCount(one.amount) && isCount(one.quantity))
  return valid.length === products.length ? valid : []
}
const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0

/** Reduces the earnings to what is left of the spend limit, and adds them to what is spent. */
function withinSpendLimit(state: PartnerState, reward: EarningReward, event: ConversionEvent, { earnings }: Earnings): number {
  const { spendLimitAmount: limit, spendLimitInterval: interval } = reward
  if (limit === null || interval === null) return earnings
  const key = spendKey(event.kind, event.customerId, spendWindowStart(interval, event.at))
  const spent = state.spent.get(key) ?? 0
  const limited = limitEarnings(earnings, limit, spent)
  state.spent.set(key, spent + limited)
  return limited
}

const firstCommissionOf = (state: PartnerState, { type, status, createdAt, rewardId }: NewCommission): FirstCommission => ({
  status,
  at: createdAt,
  rewardId,
  maxDuration: state.rewards[type]?.maxDuration,
})
