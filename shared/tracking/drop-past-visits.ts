import type { JobScope } from '../kernel/scope.js'
import { deletePastVisits } from './click.queries.js'

/** Frees what ingestion no longer asks: visits beyond the hour, and marks of batches that no queue or spool can bring again. */
export async function dropPastVisits({ pool, now }: JobScope): Promise<void> {
  await deletePastVisits(pool, now())
}
