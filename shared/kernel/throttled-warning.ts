import type { Log } from './log.js'
import { seconds } from './time.js'

/** Returns a function that logs at most one warning per interval, for errors that every request of an outage may have. */
export function throttledWarning(log: Log, message: string, intervalMs = seconds(10)): (error: unknown) => void {
  let nextAt = 0
  let suppressed = 0
  return (error) => {
    const now = performance.now()
    if (now < nextAt) {
      suppressed++
      return
    }
    log.warn({ err: error, suppressed }, message)
    nextAt = now + intervalMs
    suppressed = 0
  }
}
