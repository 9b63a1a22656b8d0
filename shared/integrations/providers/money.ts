import { minorDigits } from '../../tracking/index.js'
import { type Json, numberAt } from './json.js'

/** An amount in minor units. Providers send whole numbers; a fraction, which no amount can have, is rounded. */
export function amountAt(body: Json | undefined, ...paths: string[]): number | undefined {
  const amount = numberAt(body, ...paths)
  return amount === undefined ? undefined : Math.round(amount)
}

/** The part of the paid amount that is no taxes. A credit of the customer may have paid the rest of the total. */
export const netOfPaid = (paid: number, { total, net }: { total: number; net: number }) =>
  total > 0 ? Math.round((paid * net) / total) : paid

/** Converts a decimal amount, as number or text, to minor units of its currency. */
export function minorUnitsAt(body: Json | undefined, currency: string, ...paths: string[]): number | undefined {
  const amount = numberAt(body, ...paths)
  return amount === undefined ? undefined : Math.round(amount * 10 ** minorDigits(currency.toLowerCase()))
}
