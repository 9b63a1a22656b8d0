/** The retry schedule of deliveries and the pauses of failing receivers. Pure. */
import { firstPauseMs, firstRetryDelayMs, maxPauseMs, maxRetryDelayMs, retryPeriodMs } from '../limits.js'

/** The next attempt after `failedAttempts`, or null when the deadline has passed. The delay is jittered by 10 % so that retries spread out. */
export function nextAttemptAt(failedAttempts: number, now: Date, giveUpAt: Date, random: number): Date | null {
  const delay = Math.min(firstRetryDelayMs * 3 ** (failedAttempts - 1), maxRetryDelayMs) * (0.9 + random * 0.2)
  const at = new Date(now.getTime() + delay)
  return at > giveUpAt ? null : at
}

/** The end of the next pause after `pauses` consecutive ones. */
export const pauseEnd = (pauses: number, now: Date) => new Date(now.getTime() + Math.min(firstPauseMs * 2 ** pauses, maxPauseMs))

/** The last time at which a new or replayed delivery is retried. */
export const retryDeadline = (now: Date) => new Date(now.getTime() + retryPeriodMs)
