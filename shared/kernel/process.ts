/** How a process of ours begins and ends. */
import type { Log } from './log.js'
import { StartRefusal } from './start-refusal.js'
import { seconds } from './time.js'

const patience = seconds(30)

/**
 * Calls `close` once, on SIGINT, SIGTERM, a manager's `shutdown` message or the manager's death, and exits when it is done. A second
 * signal, or half a minute, ends the process at once.
 */
export function closeOnSignal(log: Log, close: () => Promise<void>): void {
  let closing = false
  const begin = () => {
    if (closing) return
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
  const end = () => (closing ? process.exit(1) : begin())
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  process.on('message', (message) => message === 'shutdown' && begin())
  process.on('disconnect', begin)
  if (process.send && !process.connected) begin() // the manager died while this process was starting
}

/** Tells a manager (the supervisor or PM2) that this process serves now. */
export const tellReady = () => process.send?.('ready')

/** What to print when a start failed: one sentence for what the operator can mend, the whole trace for what is our fault. */
export function startFailure(error: unknown): string {
  if (error instanceof StartRefusal) return error.message
  return error instanceof Error ? String(error.stack) : String(error)
}
