/**
 * The time spans of buckets. Buckets start at multiples of their span since the Unix epoch, so each consists of whole buckets of the
 * previous tier.
 */
import { days, hours, minutes } from '../kernel/time.js'

export interface Tier {
  /** Stored in totals and rollups. Never reused for another span. */
  code: number
  /** Milliseconds. */
  span: number
}

/** For totals only: the offset of every time zone is a multiple of 15 minutes. */
export const quarterHour: Tier = { code: 0, span: minutes(15) }
export const hour: Tier = { code: 1, span: hours(1) }

/** From short to long. Multiples of four from the day on: thirty days need some nine buckets, a year a dozen. */
export const rollupTiers: readonly Tier[] = [
  hour,
  { code: 2, span: hours(6) },
  { code: 3, span: days(1) },
  { code: 4, span: days(4) },
  { code: 5, span: days(16) },
  { code: 6, span: days(64) },
]
export const tiers: readonly Tier[] = [quarterHour, ...rollupTiers]

export const floorTo = (instant: number, span: number) => Math.floor(instant / span) * span
export const ceilTo = (instant: number, span: number) => Math.ceil(instant / span) * span
