import type { Scope } from '../../kernel/scope.js'
import { currencyUnknown } from './errors.js'
import { minorDigits } from './minor-units.js'
import { findRate, findRates, type Rate } from './rate.queries.js'
import { referenceDay, referenceRates } from './reference-rates.js'

export interface Money {
  /** In the currency's smallest unit. */
  amount: number
  /** Three letters, lower case. */
  currency: string
}

export interface ConvertedMoney extends Money {
  /** Day of the rate; null for dollars. */
  rateDay: string | null
}

/** Converts to cents of a dollar. Throws if no rate of the currency is known. */
export async function toDollars(scope: Pick<Scope, 'em'>, { amount, currency }: Money): Promise<ConvertedMoney> {
  const converted = convert({ amount, currency }, currency === 'usd' ? null : await findRate(scope, currency))
  if (!converted) throw currencyUnknown(currency)
  return converted
}

/** Returns a function that converts amounts in these currencies; null for one without a known rate. */
export async function dollarConverter(
  scope: Pick<Scope, 'em'>,
  currencies: readonly string[],
): Promise<(money: Money) => ConvertedMoney | null> {
  const rates = await findRates(scope, currencies)
  return (money) => convert(money, rates.get(money.currency) ?? null)
}

function convert({ amount, currency }: Money, found: Rate | null): ConvertedMoney | null {
  if (currency === 'usd') return { amount, currency, rateDay: null }
  const rate = found ?? referenceRate(currency)
  return rate && { amount: toDollarCents(amount, currency, rate.perDollar), currency: 'usd', rateDay: rate.day }
}

export const toDollarCents = (amount: number, currency: string, perDollar: number) =>
  Math.round((amount / 10 ** minorDigits(currency) / perDollar) * 100)

function referenceRate(currency: string) {
  const perDollar = Object.hasOwn(referenceRates, currency) ? referenceRates[currency] : undefined
  return perDollar === undefined ? null : { perDollar, day: referenceDay }
}
