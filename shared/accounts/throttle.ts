import { ServiceError, tooManyRequests } from '../kernel/errors.js'
import type { Rate } from '../kernel/rate-limits.js'
import type { Scope } from '../kernel/scope.js'

/** Counts one request of `key` and refuses it beyond the rate. For doors that are not limited by a plan. */
export async function throttle({ store }: Pick<Scope, 'store'>, key: string, { requests, window }: Rate): Promise<void> {
  const count = await store.increment(`throttle:${key}`, 1, window)
  if (count <= requests) return
  const { code, message } = tooManyRequests()
  throw new ServiceError(code, message, { 'Retry-After': String(Math.ceil(window / 1000)) })
}
