import { seconds } from '../../shared/kernel/time.js'

/** Corrections by less than this make no job late. */
const tolerance = seconds(1)

/**
 * Calls `onSetBack` with the number of milliseconds after the system clock was set back, as time synchronisation does on a machine that
 * started with a wrong time. Returns a function that stops and waits for a running call. `onSetBack` handles its errors.
 */
export function watchClock(
  onSetBack: (byMs: number) => Promise<void>,
  { intervalMs = seconds(5), now = Date.now }: { intervalMs?: number; now?: () => number } = {},
): () => Promise<void> {
  // The other clock is never set.
  const difference = () => now() - performance.now()
  let before = difference()
  let running = Promise.resolve()
  const timer = setInterval(() => {
    const after = difference()
    const byMs = before - after
    before = after
    if (byMs > tolerance) running = running.then(() => onSetBack(byMs))
  }, intervalMs).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
