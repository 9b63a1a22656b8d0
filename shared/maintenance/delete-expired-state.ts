import { inTransaction, type JobScope } from '../kernel/scope.js'
import { deleteExpiredRows, expiringTables } from './expired-state.queries.js'

const batchSize = 10_000

/**
 * Deletes expired short-lived values, rate limit windows, idempotency keys and notes of completed jobs, in batches: a run that takes too
 * long after days without one leaves less to the next. Reads ignore expired rows already.
 */
export async function deleteExpiredState(scope: JobScope): Promise<void> {
  for (const table of expiringTables) while ((await inTransaction(scope, () => deleteExpiredRows(scope, table, batchSize))) === batchSize);
}
