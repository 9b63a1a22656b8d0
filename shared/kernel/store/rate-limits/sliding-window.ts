/**
 * A sliding window in slices: a request counts for the length of the window, or up to one slice less, and expires together with its slice.
 * The state of a caller is a few numbers, however many requests they send.
 */
import type { Rate, RateLimitResult } from '../rate-limits.js'

export const slices = 20

export interface WindowCount {
  allowed: boolean
  /** Allowed requests per slice, this one included. The last slice is the current one. */
  counts: number[]
  /** Milliseconds since the current slice began. */
  elapsedMs: number
}

export interface Counter {
  /** Counts a request if the window has room for it, atomically. */
  consume(key: string, rate: Rate): Promise<WindowCount>
  close(): Promise<void>
}

export function toRateLimitResult({ requests, windowMs }: Rate, { allowed, counts, elapsedMs }: WindowCount): RateLimitResult {
  const used = counts.reduce((sum, count) => sum + count, 0)
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
