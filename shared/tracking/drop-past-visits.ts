import type { JobScope } from '../kernel/scope.js'
import { deletePastVisits } from './click.queries.js'

/**
 * Frees what nobody asks any more: visits beyond the hour, marks of batches that no queue or spool can bring again, and arrivals of the day
 * before.
 */
export async function dropPastVisits({ pool, now }: JobScope): Promise<void> {
  await deletePastVisits(pool, now())
}
