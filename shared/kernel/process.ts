/** Start and shutdown of a process. */
import type { Log } from './log.js'
import { StartupError } from './startup-error.js'
import { seconds } from './time.js'

const shutdownTimeoutMs = seconds(30)

/**
 * Calls `close` once, on SIGINT, SIGTERM, a `shutdown` message of the process manager or the manager's exit, and exits when it is done. A
 * second signal or the shutdown timeout exits at once.
 */
export function closeOnSignal(log: Log, close: () => Promise<void>): void {
  let closing = false
  const beginShutdown = () => {
    if (closing) return
    closing = true
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref()
    close().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'shutdown failed')
        process.exit(1)
      },
    )
  }
  const onSignal = () => (closing ? process.exit(1) : beginShutdown())
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  process.on('message', (message) => message === 'shutdown' && beginShutdown())
  process.on('disconnect', beginShutdown)
  if (process.send && !process.connected) beginShutdown() // the manager exited while this process was starting
}

/** Notifies the process manager (the supervisor or PM2) that this process is ready. */
export const notifyReady = () => process.send?.('ready')

/** What to print after a failed start: the message of a `StartupError`, the stack trace of any other error. */
export function formatStartupError(error: unknown): string {
  if (error instanceof StartupError) return error.message
  return error instanceof Error ? String(error.stack) : String(error)
}
