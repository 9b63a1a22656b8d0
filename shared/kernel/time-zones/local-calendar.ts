/** Arithmetic with local times. A local time is stored as if it were UTC, so the UTC methods of `Date` apply. */
import { days } from '../time.js'

export const startOfDay = (local: number) => Math.floor(local / days(1)) * days(1)
export const startOfMonth = (local: number, ahead = 0) => startOfMonthNumber(local, new Date(local).getUTCMonth() + ahead)
export const startOfQuarter = (local: number) => startOfMonthNumber(local, Math.floor(new Date(local).getUTCMonth() / 3) * 3)
export const startOfYear = (local: number) => startOfMonthNumber(local, 0)

const startOfMonthNumber = (local: number, month: number) => Date.UTC(new Date(local).getUTCFullYear(), month, 1)

/** The same day and time a number of months earlier, or the last day of that month if it is shorter. */
export function monthsBefore(local: number, months: number): number {
  const first = startOfMonth(local, -months)
  const lastDay = new Date(startOfMonth(first, 1) - 1).getUTCDate()
  const day = Math.min(new Date(local).getUTCDate(), lastDay)
  return first + days(day - 1) + (local - startOfDay(local))
}
