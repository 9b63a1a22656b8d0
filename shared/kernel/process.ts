/** How a process of ours begins and ends. */
import type { Log } from './log.js'
import { seconds } from './time.js'

const patience = seconds(30)

/**
 * Calls `close` once, on SIGINT, SIGTERM or a manager's `shutdown` message, and exits when it is done. A second signal, or
 * half a minute, ends the process at once.
 */
export function closeOnSignal(log: Log, close: () => Promise<void>): void {
  let closing = false
  const end = () => {
    if (closing) process.exit(1)
    closing = true
    setTimeout(() => process.exit(1), patience).unref()
    close().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'closing failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  process.on('message', (message) => message === 'shutdown' && end())
}

/** Tells a manager (the supervisor or PM2) that this process serves now. */
export const tellReady = () => process.send?.('ready')

/** The one sentence for a start that failed; the caller exits. */
export function startFailure(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
