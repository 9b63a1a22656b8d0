import { minorDigits } from '../../tracking/index.js'
import { type Json, numberAt } from './json.js'

/** What is written with a point, or as text, in the smallest unit of its currency. */
export function minorAt(body: Json | undefined, currency: string, ...paths: string[]): number | undefined {
  const amount = numberAt(body, ...paths)
  return amount === undefined ? undefined : Math.round(amount * 10 ** minorDigits(currency.toLowerCase()))
}
