import { idempotencyKeyLifetime } from '../kernel/idempotency.js'
import { deleteCompletedJobsBefore } from '../kernel/queue/completed-jobs.queries.js'
import type { JobScope } from '../kernel/scope.js'
import { days } from '../kernel/time.js'
import { deleteExpiredValues, deleteIdempotencyKeysBefore, deleteExpiredRateWindows } from './expired-state.queries.js'

/** A queue delivers a job again within minutes, or after an outage. */
const completedJobRetentionMs = days(7)

/** Deletes expired short-lived values, rate limit windows, idempotency keys and notes of completed jobs. Reads ignore them already. */
export async function deleteExpiredState({ em, now }: JobScope): Promise<void> {
  await deleteExpiredValues(em)
  await deleteExpiredRateWindows(em)
  await deleteIdempotencyKeysBefore(em, new Date(now().getTime() - idempotencyKeyLifetime))
  await deleteCompletedJobsBefore(em, new Date(now().getTime() - completedJobRetentionMs))
}
