import type { JobScope } from '../kernel/scope.js'
import { restartAfterMs } from './limits.js'
import { backgroundOperationPayload } from './payload.schema.js'
import { takeOperationsWithoutProgress } from './progress.queries.js'

/** Further ones follow in the next run. */
const maxRestarts = 1000

/**
 * Queues the jobs of operations that make no progress again: a queue server without its data, or a restored backup, has none of them. If
 * the job is not lost, but waits in a long queue or for a provider, the queue ignores the other one.
 */
export async function restartLostBackgroundOperations(scope: JobScope): Promise<void> {
  const since = new Date(scope.now().getTime() - restartAfterMs)
  for (const { id, jobName } of await takeOperationsWithoutProgress(scope, since, maxRestarts)) {
    scope.log.warn({ operationId: id, job: jobName }, 'background operation without progress, started again')
    scope.enqueue({ kind: 'job', name: jobName, payload: backgroundOperationPayload }, { operationId: id })
  }
}
