/** When a bounty is open for a partner, and its submission periods. Pure. */
import { days } from '../kernel/time.js'
import type { Bounty, SubmissionFrequency } from './bounty.entity.js'

type Dates = Pick<Bounty, 'startMode' | 'startsAt' | 'endsAt' | 'endsAfterDays'>

/** From `start`, until but excluding `end`; null for no end. */
export interface Period {
  start: Date
  end: Date | null
}

/** A relative bounty starts with the enrolment, and may end some days later. */
export function effectivePeriod({ startMode, startsAt, endsAt, endsAfterDays }: Dates, enrolledAt: Date): Period {
  const start = startMode === 'relative' ? enrolledAt : (startsAt ?? enrolledAt)
  return { start, end: endsAfterDays ? new Date(start.getTime() + days(endsAfterDays)) : (endsAt ?? null) }
}

export const isWithin = ({ start, end }: Period, at: Date) => start <= at && (end === null || at < end)

/** Adds calendar units in UTC. A month that is too short ends on its last day. */
function addUnits(start: Date, frequency: SubmissionFrequency, count: number): Date {
  if (frequency !== 'month') return new Date(start.getTime() + days(frequency === 'week' ? 7 * count : count))
  const date = new Date(start)
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + count + 1, 0)).getUTCDate()
  date.setUTCFullYear(start.getUTCFullYear(), start.getUTCMonth() + count, Math.min(start.getUTCDate(), lastDay))
  return date
}

/** The period with the number, from 1. Without a frequency every period is the whole time. */
export function submissionPeriod(frequency: SubmissionFrequency | null | undefined, { start, end }: Period, number: number): Period {
  if (!frequency) return { start, end }
  const next = addUnits(start, frequency, number)
  return { start: addUnits(start, frequency, number - 1), end: end !== null && end < next ? end : next }
}
