/** Requests of keys are counted while the key is still looked up: one wait instead of two. */
import { LRUCache } from 'lru-cache'
import type { Rate, RateAnswer, RateLimits } from '../../shared/kernel/rate-limits.js'
import type { Knock } from '../endpoint.js'

/** By what a request is counted. */
export interface Counting {
  group: string
  key: string
  rate: Rate
}

export interface BegunCount extends Counting {
  answer: Promise<RateAnswer | null>
}

/** Keys of which it is known by what they were counted last. */
const mostKnown = 10_000

const lastOfAll = new WeakMap<RateLimits, LRUCache<string, Counting>>()

function lastOf({ resources: { rateLimits } }: Knock): LRUCache<string, Counting> {
  const kept = lastOfAll.get(rateLimits) ?? new LRUCache<string, Counting>({ max: mostKnown })
  lastOfAll.set(rateLimits, kept)
  return kept
}

const nameOf = ({ rate }: Knock, key: string) => `${rate} ${key}`

const count = ({ resources: { rateLimits } }: Knock, { group, key, rate }: Counting) => rateLimits.take(group, key, rate)

/**
 * Counts as the key's last request of this kind was counted; null for a key that was not seen yet. What is counted for a key that is gone
 * by now, nobody asks for again.
 */
export function beginCount(knock: Knock, key: string): BegunCount | null {
  const last = knock.rate === 'none' ? undefined : lastOf(knock).get(nameOf(knock, key))
  return last ? { ...last, answer: count(knock, last) } : null
}

/** The count that was begun, if it was the right one. Otherwise the plan is another since, and the request counts by that, too. */
export function endCount(knock: Knock, begun: BegunCount | null, counting: Counting): Promise<RateAnswer | null> {
  if (begun && isSame(begun, counting)) return begun.answer
  lastOf(knock).set(nameOf(knock, counting.key), counting)
  return count(knock, counting)
}

const isSame = (one: Counting, other: Counting) =>
  one.group === other.group && one.key === other.key && one.rate.requests === other.rate.requests && one.rate.window === other.rate.window
