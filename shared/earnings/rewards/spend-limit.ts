/** Limits of what a reward pays to a partner within a day, a week, a month, or altogether. */

export const spendLimitIntervals = ['allTime', 'day', 'week', 'month'] as const
export type SpendLimitInterval = (typeof spendLimitIntervals)[number]

/** Start of the interval that contains `at`, in UTC. Weeks start on Sunday. Null for all time. */
export function spendWindowStart(interval: SpendLimitInterval, at: Date): Date | null {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  switch (interval) {
    case 'allTime':
      return null
    case 'day':
      return new Date(Date.UTC(year, month, day))
    case 'week':
      return new Date(Date.UTC(year, month, day - at.getUTCDay()))
    case 'month':
      return new Date(Date.UTC(year, month))
  }
}

/** What may still be paid of `earnings` when `used` of the limit is spent. */
export const limitEarnings = (earnings: number, limit: number, used: number) => Math.max(0, Math.min(earnings, limit - used))
