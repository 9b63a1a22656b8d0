import { keptAnswerLifetime } from '../kernel/once-per-key.js'
import type { JobScope } from '../kernel/scope.js'
import { deleteExpiredState, deleteKeptAnswersBefore, deletePastRateWindows } from './housekeeping.queries.js'

/** Frees the space of short-lived values, of rate-limit windows and of kept answers that have expired; none was readable any more. */
export async function dropExpiredState({ em, now }: JobScope): Promise<void> {
  await deleteExpiredState(em)
  await deletePastRateWindows(em)
  await deleteKeptAnswersBefore(em, new Date(now().getTime() - keptAnswerLifetime))
}
