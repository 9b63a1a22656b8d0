import { isDeadlock } from './db/is-deadlock.js'
import type { Log } from './log.js'
import { seconds } from './time.js'

const intervalMs = seconds(10)
const maxPerInterval = 5

/**
 * Logs errors that are retried: lost connections as warnings, each message once in ten seconds and at most five messages, because every
 * pool reports every retry.
 */
export function connectionErrorLogger(log: Pick<Log, 'info' | 'warn'>): (error: Error) => void {
  const reported = new Set<string>()
  let nextAt = 0
  return (error) => {
    if (isDeadlock(error)) return log.info('deadlock in the database, retrying')
    const now = performance.now()
    if (now >= nextAt) {
      reported.clear()
      nextAt = now + intervalMs
    }
    if (reported.has(error.message) || reported.size === maxPerInterval) return
    reported.add(error.message)
    log.warn({ err: error }, 'connection failed, retrying')
  }
}
