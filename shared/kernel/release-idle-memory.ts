/** Releases heap memory while the process is idle (docs/decisions/0037). */
import { executionAsyncResource } from 'node:async_hooks'
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { seconds } from './time.js'

/** Consecutive idle checks after which the process counts as idle. */
const idleChecks = 5
/** Event loop utilization up to which a check counts as idle, because garbage collection also uses time. */
const maxIdleUtilization = 0.5

let isActive = false

/**
 * Objects that stay reachable while the process is idle. A collection that finds no object of a hidden class deletes the class, and V8 then
 * discards the code that it optimized for such objects. Node 20 never recovers: `process.nextTick` takes twice as long from then on.
 */
const kept: { response?: object; tick?: object } = {}

/** Called by every request, job and background loop, so it must be cheap. Keeps the latest response, and with it request and connection. */
export function markActive(response?: object): void {
  isActive = true
  if (response) kept.response = response
}

/**
 * Makes V8 prefer a small heap while the process is idle. V8 shrinks an idle heap by itself, but only a minute after a load; this detector
 * needs seconds.
 */
export function releaseMemoryWhenIdle(): void {
  process.nextTick(() => (kept.tick = executionAsyncResource()))
  setInterval(idleDetector(optimizeForSize), seconds(1)).unref()
}

const optimizeForSize = (idle: boolean) => setFlagsFromString(idle ? '--optimize-for-size' : '--no-optimize-for-size')

/** Returns a check to be called periodically. It reports when the process becomes idle and when it is active again. */
export function idleDetector(onChange: (idle: boolean) => void): () => void {
  let checks = 0
  let since = performance.eventLoopUtilization()
  return () => {
    const previous = checks
    checks = isActive || performance.eventLoopUtilization(since).utilization > maxIdleUtilization ? 0 : checks + 1
    since = performance.eventLoopUtilization()
    isActive = false
    if (checks === idleChecks) onChange(true)
    if (checks === 0 && previous >= idleChecks) onChange(false)
  }
}
