/** Gives back what a start or a load left, in a moment in which nobody waits (docs/decisions/0037). */
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { seconds } from './time.js'

/** So many looks in a row must find that nothing happened. */
const quietLooks = 5
/** Share of the time that may be used though nobody came: collecting is work as well. */
const quietShare = 0.5

let stirred = false

/** Said at every request, every job, and whatever standing work does, so it must cost nothing. */
export const stir = () => void (stirred = true)

/**
 * V8 collects by itself when its program has long been quiet, a little at a time, and gives back what it can. Its measure of quiet takes a
 * minute after a load; ours takes seconds, and it is told.
 */
export const giveBackMemory = () => void setInterval(lookForQuiet(preferSmall), seconds(1)).unref()

const preferSmall = (quiet: boolean) => setFlagsFromString(quiet ? '--optimize-for-size' : '--no-optimize-for-size')

/** To be called again and again. Tells when it has become quiet and when somebody came. */
export function lookForQuiet(tell: (quiet: boolean) => void): () => void {
  let looks = 0
  let since = performance.eventLoopUtilization()
  return () => {
    const before = looks
    looks = stirred || performance.eventLoopUtilization(since).utilization > quietShare ? 0 : looks + 1
    since = performance.eventLoopUtilization()
    stirred = false
    if (looks === quietLooks) tell(true)
    if (looks === 0 && before >= quietLooks) tell(false)
  }
}
