/**
 * A window is cut into slices of time, and a request is forgotten with the slice that it came in: it counts for the length of the window,
 * or up to a slice less. So a row of few numbers is kept for a caller, however many requests they make.
 */
import type { Rate, RateAnswer } from '../rate-limits.js'

export const slices = 20

export interface Counted {
  allowed: boolean
  /** Requests let in, this one included, by slice; the last slice is the present one. */
  counts: number[]
  /** Milliseconds since the present slice began. */
  into: number
}

export interface Counter {
  /** Counts a request where the window has room for it. At once: nobody else's comes between looking and counting. */
  take(key: string, rate: Rate): Promise<Counted>
  close(): Promise<void>
}

export function standing({ requests, window }: Rate, { allowed, counts, into }: Counted): RateAnswer {
  const used = counts.reduce((sum, count) => sum + count, 0)
  return {
    allowed,
    limit: requests,
    remaining: Math.max(0, requests - used),
    resetsIn: Math.max(1, Math.ceil(leavesAfter(counts, allowed ? 1 : used - requests + 1) * (window / slices) - into)),
  }
}

/** How many slices begin until so many requests are forgotten. */
function leavesAfter(counts: number[], wanted: number): number {
  let forgotten = 0
  const place = counts.findIndex((count) => (forgotten += count) >= wanted)
  return place < 0 ? slices : place + 1
}
