import type { JobScope } from '../kernel/scope.js'
import { deleteErrandsBefore } from './errand.queries.js'
import { errandLifetime, receivingLifetime } from './limits.js'

/** Deletes errands with their errors and result files when their time is over, and those that never arrived whole. */
export async function dropOldErrands(scope: JobScope): Promise<void> {
  const now = scope.now().getTime()
  await deleteErrandsBefore(scope, new Date(now - errandLifetime), new Date(now - receivingLifetime))
}
