/** Requests counted in this process alone, for as long as those of all processes can't be. */
import { LRUCache } from 'lru-cache'
import { type Counted, slices } from './slices.js'

/** Callers that are remembered at most: a few megabytes. */
const mostCallers = 10_000

export function processCounter(now: () => number = Date.now) {
  const kept = new LRUCache<string, { slice: number; counts: number[] }>({ max: mostCallers })
  return {
    take(key: string, { requests, window }: { requests: number; window: number }): Counted {
      const [span, at] = [window / slices, now()]
      const slice = Math.floor(at / span)
      const before = kept.get(key) ?? { slice, counts: [] }
      const counts = Array.from({ length: slices }, (_, place) => before.counts[place + slice - before.slice] ?? 0)
      const allowed = counts.reduce((sum, count) => sum + count, 0) < requests
      if (allowed) counts[slices - 1] = (counts.at(-1) as number) + 1
      kept.set(key, { slice, counts })
      return { allowed, counts, into: at - slice * span }
    },
  }
}
