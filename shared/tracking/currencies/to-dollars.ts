import type { Scope } from '../../kernel/scope.js'
import { minorDigits } from './minor-units.js'
import { latestRate } from './rate.queries.js'
import { referenceDay, referenceRates } from './reference-rates.js'

export interface Money {
  /** In the currency's smallest unit. */
  amount: number
  /** Three letters, lower case. */
  currency: string
}

export interface Converted extends Money {
  /** Of which day the rate is; null where none was needed or known. */
  rateDay: string | null
}

/** The same worth in cents of a dollar. An amount whose currency nobody knows stays as it is. */
export async function toDollars(scope: Pick<Scope, 'em'>, { amount, currency }: Money): Promise<Converted> {
  if (currency === 'usd') return { amount, currency, rateDay: null }
  const rate = (await latestRate(scope, currency)) ?? builtIn(currency)
  if (!rate) return { amount, currency, rateDay: null }
  return { amount: dollarCents(amount, currency, rate.perDollar), currency: 'usd', rateDay: rate.day }
}

export const dollarCents = (amount: number, currency: string, perDollar: number) =>
  Math.round((amount / 10 ** minorDigits(currency) / perDollar) * 100)

function builtIn(currency: string) {
  const perDollar = Object.hasOwn(referenceRates, currency) ? referenceRates[currency] : undefined
  return perDollar === undefined ? null : { perDollar, day: referenceDay }
}
