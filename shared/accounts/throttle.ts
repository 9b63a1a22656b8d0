import { ServiceError, tooManyRequests } from '../kernel/errors.js'
import type { Rate } from '../kernel/rate-limits.js'
import type { Scope } from '../kernel/scope.js'

/** Counts one request of `key` and refuses it beyond the rate. For doors that are not limited by a plan. */
export async function throttle({ rateLimits }: Pick<Scope, 'rateLimits'>, key: string, rate: Rate): Promise<void> {
  const answer = await rateLimits.take('throttle', key, rate)
  if (!answer || answer.allowed) return
  const { code, message } = tooManyRequests()
  throw new ServiceError(code, message, { 'Retry-After': String(Math.ceil(answer.resetsIn / 1000)) })
}
