/** The terms of a program in words. Pure. */
import type { Output } from '../console/api-client.js'
import { formatCount, formatMoney } from '../console/kit/format.js'

type Details = Output<'getOwnProgram'>
export type Reward = Details['rewards'][number]
type Discount = NonNullable<Details['discount']>

const amountOf = (type: 'flat' | 'percentage', cents: number | null, percentage: number | null) =>
  type === 'flat' ? formatMoney(cents ?? 0) : `${percentage ?? 0} %`

const causes: Record<Reward['event'], string> = { click: 'click', lead: 'lead', sale: 'sale', referral: 'referred partner' }

/** "20 % of each sale, for 12 months of a customer". */
export function rewardSentence(reward: Reward): string {
  const { event, type, amountInCents, amountInPercentage, maxDuration, description, modifiers, spendLimitAmount, spendLimitInterval } =
    reward
  if (description) return description
  const amount = amountOf(type, amountInCents, amountInPercentage)
  const isPart = type === 'percentage'
  const base = `${amount} ${isPart ? 'of' : 'for'} each ${isPart && event === 'referral' ? 'commission of a referred partner' : causes[event]}`
  const parts = [
    event === 'sale' && durationOf(maxDuration),
    modifiers?.length && 'other amounts under conditions of the program',
    spendLimitAmount && `at most ${formatMoney(spendLimitAmount)}${spendLimitInterval ? ` per ${spendLimitInterval}` : ''}`,
  ].filter((part) => typeof part === 'string')
  return [base, ...parts].join(', ')
}

function durationOf(months: number | null): string {
  if (months === null) return 'for as long as the customer pays'
  if (months === 0) return 'for the first sale of a customer'
  return `for ${formatCount(months, 'month')} of a customer`
}

/** What a customer gets who comes by a link of the partner. */
export function discountSentence({ type, amount, maxDuration, description }: Discount): string {
  if (description) return description
  const value = type === 'flat' ? formatMoney(amount) : `${amount} %`
  if (maxDuration === null) return `Your referrals get ${value} off every payment`
  return maxDuration === 0
    ? `Your referrals get ${value} off their first payment`
    : `Your referrals get ${value} off for ${formatCount(maxDuration, 'month')}`
}
