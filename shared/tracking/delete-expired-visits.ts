import type { JobScope } from '../kernel/scope.js'
import { deleteOldClickIds } from './click-store/click-blocks.queries.js'
import { deleteExpiredIngestionRows } from './click.queries.js'

/** Deletes visits older than the duplicate window, ids of batches that no queue or spool can deliver again, and arrivals older than a day. */
export async function deleteExpiredVisits({ pool, now }: JobScope): Promise<void> {
  await deleteExpiredIngestionRows(pool, now())
  await deleteOldClickIds(pool, now())
}
