import { idempotencyKeyLifetime } from '../kernel/idempotency.js'
import type { JobScope } from '../kernel/scope.js'
import { deleteExpiredValues, deleteIdempotencyKeysBefore, deleteExpiredRateWindows } from './expired-state.queries.js'

/** Deletes expired short-lived values, rate limit windows and idempotency keys. Reads ignore them already. */
export async function deleteExpiredState({ em, now }: JobScope): Promise<void> {
  await deleteExpiredValues(em)
  await deleteExpiredRateWindows(em)
  await deleteIdempotencyKeysBefore(em, new Date(now().getTime() - idempotencyKeyLifetime))
}
