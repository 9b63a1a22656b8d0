import { tooManyRequests } from '../../shared/kernel/errors.js'
import type { Rate, RateLimitResult } from '../../shared/kernel/store/rate-limits.js'
import type { AuthRequest } from '../endpoint.js'

/** Counts the request, sets the rate limit headers (they stay on error responses too) and refuses it beyond the rate. */
export const enforceRateLimit = async (request: AuthRequest, group: string, key: string, rate: Rate): Promise<void> =>
  applyRateLimit(request, await request.resources.rateLimits.consume(group, key, rate))

/** Sets the headers and refuses for a request that is counted already. Without a result (counter unavailable) it does nothing. */
export function applyRateLimit(request: AuthRequest, result: RateLimitResult | null): void {
  if (!result) return
  request.setHeader('Retry-After', String(Math.ceil(result.resetsInMs / 1000)))
  request.setHeader('X-RateLimit-Limit', String(result.limit))
  request.setHeader('X-RateLimit-Remaining', String(result.remaining))
  request.setHeader('X-RateLimit-Reset', String(Date.now() + result.resetsInMs))
  if (!result.allowed) throw tooManyRequests()
}
