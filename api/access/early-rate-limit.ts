/** Starts the rate limit check while the key is still being looked up, so that both round trips run in parallel. */
import { LRUCache } from 'lru-cache'
import type { Rate, RateLimitResult, RateLimits } from '../../shared/kernel/store/rate-limits.js'
import type { AuthRequest } from '../endpoint.js'

/** The counter that a request consumes. */
export interface RateBucket {
  group: string
  key: string
  rate: Rate
}

export interface PendingRateCheck extends RateBucket {
  result: Promise<RateLimitResult | null>
}

/** Number of keys whose last bucket is cached. */
const maxCachedKeys = 10_000

const lastBucketsByLimits = new WeakMap<RateLimits, LRUCache<string, RateBucket>>()

function lastBuckets({ resources: { rateLimits } }: AuthRequest): LRUCache<string, RateBucket> {
  const buckets = lastBucketsByLimits.get(rateLimits) ?? new LRUCache<string, RateBucket>({ max: maxCachedKeys })
  lastBucketsByLimits.set(rateLimits, buckets)
  return buckets
}

const cacheKey = ({ rate }: AuthRequest, key: string) => `${rate} ${key}`

const consume = ({ resources: { rateLimits } }: AuthRequest, { group, key, rate }: RateBucket) => rateLimits.consume(group, key, rate)

/**
 * Consumes the bucket that the key's last request of this rate class used; null for a key that this process has not seen. If the key was
 * deleted meanwhile, the count is wasted and harmless.
 */
export function startRateCheck(request: AuthRequest, key: string): PendingRateCheck | null {
  const last = request.rate === 'none' ? undefined : lastBuckets(request).get(cacheKey(request, key))
  return last ? { ...last, result: consume(request, last) } : null
}

/** The result of the early check if it used the right bucket. After a plan change the current bucket is consumed too. */
export function finishRateCheck(
  request: AuthRequest,
  pending: PendingRateCheck | null,
  bucket: RateBucket,
): Promise<RateLimitResult | null> {
  if (pending && isSameBucket(pending, bucket)) return pending.result
  lastBuckets(request).set(cacheKey(request, bucket.key), bucket)
  return consume(request, bucket)
}

const isSameBucket = (a: RateBucket, b: RateBucket) =>
  a.group === b.group && a.key === b.key && a.rate.requests === b.rate.requests && a.rate.windowMs === b.rate.windowMs
