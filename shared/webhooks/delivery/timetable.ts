/** When a delivery is tried again, and how long a receiver that fails is left alone. Pure. */
import { firstPause, firstRetry, longestPause, longestRetry, retriesFor } from '../limits.js'

/**
 * The next try after so many failed ones; null where the time for it is over. A fifth is left to chance, so that retries don't return in
 * step.
 */
export function nextTry(failed: number, now: Date, giveUpAt: Date, chance: number): Date | null {
  const delay = Math.min(firstRetry * 3 ** (failed - 1), longestRetry) * (0.9 + chance * 0.2)
  const at = new Date(now.getTime() + delay)
  return at > giveUpAt ? null : at
}

/** The end of the next pause after so many in a row. */
export const endOfPause = (pauses: number, now: Date) => new Date(now.getTime() + Math.min(firstPause * 2 ** pauses, longestPause))

/** How long a delivery is tried that is new, or is to be sent again as if it were. */
export const endOfRetries = (now: Date) => new Date(now.getTime() + retriesFor)
