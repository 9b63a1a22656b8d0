import type { Action } from '../actions/action.js'

/** Currencies without minor units whose amounts Stripe nevertheless sends in hundredths, and never a fraction. */
const sentInHundredths = new Set(['ugx'])

/** The action with its amounts in the smallest unit of the currency, in which the service counts. */
export function inSmallestUnit(action: Action, currency: string | undefined): Action {
  if (!sentInHundredths.has(currency?.toLowerCase() ?? '')) return action
  if (action.kind === 'sale') return { ...action, amount: wholeUnits(action.amount), gross: wholeUnits(action.gross) }
  if (action.kind === 'reinstatement') return { ...action, amount: wholeUnits(action.amount) }
  if (action.kind !== 'refund' || action.amount === undefined) return action
  const { amount } = action
  return { ...action, amount: typeof amount === 'number' ? wholeUnits(amount) : { cumulative: wholeUnits(amount.cumulative) } }
}

const wholeUnits = (amount: number) => Math.round(amount / 100)
