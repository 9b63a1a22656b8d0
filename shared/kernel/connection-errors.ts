import { isDeadlock } from './db/is-deadlock.js'
import type { Log } from './log.js'
import { seconds } from './time.js'

/** Logs errors that are retried: lost connections as warnings, at most one a second, because every pool reports every retry. */
export function connectionErrorLogger(log: Pick<Log, 'info' | 'warn'>): (error: Error) => void {
  let nextAt = 0
  return (error) => {
    if (isDeadlock(error)) return log.info('deadlock in the database, retrying')
    const now = Date.now()
    if (now < nextAt) return
    nextAt = now + seconds(1)
    log.warn({ err: error }, 'connection failed, retrying')
  }
}
