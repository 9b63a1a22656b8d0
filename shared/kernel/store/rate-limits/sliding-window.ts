/**
 * A sliding window in slices: a request counts for the length of the window, or up to one slice less, and expires together with its slice.
 * The state of a caller is a few numbers, however many requests they send.
 */
import type { Rate, RateLimitResult } from '../rate-limits.js'

export const slices = 20

export interface WindowCount {
  /** How many of the requests are allowed: the first ones. */
  allowed: number
  /** Allowed requests per slice, these included. The last slice is the current one. */
  counts: number[]
  /** Milliseconds since the current slice began. */
  elapsedMs: number
}

export interface Counter {
  /** Counts as many of the requests as the window has room for, atomically. */
  consume(key: string, rate: Rate, requests: number): Promise<WindowCount>
  close(): Promise<void>
}

/** The result of one of the requests that were counted together; `index` is its position among them. */
export function toRateLimitResult({ requests, windowMs }: Rate, window: WindowCount, index = 0): RateLimitResult {
  const { counts, elapsedMs } = window
  const allowed = index < window.allowed
  const laterCount = allowed ? window.allowed - 1 - index : 0
  const used = counts.reduce((sum, count) => sum + count, 0) - laterCount
  const slicesToWait = slicesUntilExpired(counts, allowed ? 1 : used - requests + 1)
  return {
    allowed,
    limit: requests,
    remaining: Math.max(0, requests - used),
    resetsInMs: Math.max(1, Math.ceil(slicesToWait * (windowMs / slices) - elapsedMs)),
  }
}

/** How many slices must begin until `requests` requests have expired. */
function slicesUntilExpired(counts: number[], requests: number): number {
  let expired = 0
  const index = counts.findIndex((count) => (expired += count) >= requests)
  return index < 0 ? slices : index + 1
}
