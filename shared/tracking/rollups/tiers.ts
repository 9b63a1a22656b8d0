/**
 * The spans over which clicks are added up. Buckets begin at multiples of their span since the Unix epoch, so each is made of whole ones of
 * the tier before.
 */
import { days, hours, minutes } from '../../kernel/time.js'

export interface Tier {
  /** In `click_totals` and `click_rollups`. Never reused for another span. */
  code: number
  /** Milliseconds. */
  span: number
}

/** For totals only: the offset of every time zone is a multiple of a quarter of an hour. */
export const quarter: Tier = { code: 0, span: minutes(15) }
export const hour: Tier = { code: 1, span: hours(1) }

/** From short to long. By fours from the day on: thirty days are some nine buckets, a year a dozen. */
export const tiersOfRollups: readonly Tier[] = [
  hour,
  { code: 2, span: hours(6) },
  { code: 3, span: days(1) },
  { code: 4, span: days(4) },
  { code: 5, span: days(16) },
  { code: 6, span: days(64) },
]
export const tiers: readonly Tier[] = [quarter, ...tiersOfRollups]

export const floorTo = (instant: number, span: number) => Math.floor(instant / span) * span
export const ceilTo = (instant: number, span: number) => Math.ceil(instant / span) * span
