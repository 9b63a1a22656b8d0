/** Rate limit counter of this process alone, used while the shared counter is unavailable. */
import { LRUCache } from 'lru-cache'
import { slices, type WindowCount } from './sliding-window.js'

/** Limits memory use to a few megabytes. */
const maxKeys = 10_000

export function processCounter(now: () => number = Date.now) {
  const windows = new LRUCache<string, { slice: number; counts: number[] }>({ max: maxKeys })
  return {
    consume(key: string, { requests, windowMs }: { requests: number; windowMs: number }): WindowCount {
      const [sliceMs, at] = [windowMs / slices, now()]
      const slice = Math.floor(at / sliceMs)
      const stored = windows.get(key) ?? { slice, counts: [] }
      const counts = Array.from({ length: slices }, (_, index) => stored.counts[index + slice - stored.slice] ?? 0)
      const allowed = counts.reduce((sum, count) => sum + count, 0) < requests ? 1 : 0
      counts[slices - 1] = (counts.at(-1) as number) + allowed
      windows.set(key, { slice, counts })
      return { allowed, counts, elapsedMs: at - slice * sliceMs }
    },
  }
}
