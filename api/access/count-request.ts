import { tooManyRequests } from '../../shared/kernel/errors.js'
import type { Rate, RateAnswer } from '../../shared/kernel/rate-limits.js'
import type { Knock } from '../endpoint.js'

/** Counts the request and says in its headers where the caller stands; they stay on the answer even if it becomes an error. */
export const countRequest = async (knock: Knock, group: string, key: string, rate: Rate): Promise<void> =>
  tellCount(knock, await knock.resources.rateLimits.take(group, key, rate))

/** The same for a request that was counted already; nothing is told where the counter could not be reached. */
export function tellCount(knock: Knock, answer: RateAnswer | null): void {
  if (!answer) return
  knock.setHeader('Retry-After', String(Math.ceil(answer.resetsIn / 1000)))
  knock.setHeader('X-RateLimit-Limit', String(answer.limit))
  knock.setHeader('X-RateLimit-Remaining', String(answer.remaining))
  knock.setHeader('X-RateLimit-Reset', String(Date.now() + answer.resetsIn))
  if (!answer.allowed) throw tooManyRequests()
}
