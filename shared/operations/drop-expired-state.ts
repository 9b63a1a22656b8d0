import type { JobScope } from '../kernel/scope.js'
import { deleteExpiredState, deleteRateWindowsUntil } from './housekeeping.queries.js'

/** Frees the space of short-lived values and of rate-limit windows that have expired; neither was readable any more. */
export async function dropExpiredState({ em, now }: JobScope): Promise<void> {
  await deleteExpiredState(em)
  await deleteRateWindowsUntil(em, now())
}
