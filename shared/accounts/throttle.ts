import { ServiceError, tooManyRequests } from '../kernel/errors.js'
import type { Scope } from '../kernel/scope.js'
import type { Rate } from '../kernel/store/rate-limits.js'

/** Counts one request of `key` and refuses it with `rate_limit_exceeded` beyond the rate. For limits that do not depend on the plan. */
export async function throttle({ rateLimits }: Pick<Scope, 'rateLimits'>, key: string, rate: Rate): Promise<void> {
  const result = await rateLimits.consume('throttle', key, rate)
  if (!result || result.allowed) return
  const { code, message } = tooManyRequests()
  throw new ServiceError(code, message, { 'Retry-After': String(Math.ceil(result.resetsInMs / 1000)) })
}
