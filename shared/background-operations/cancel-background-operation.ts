import type { WorkspaceScope } from '../accounts/index.js'
import { cancelOperation, findVisibleOperation } from './background-operation.queries.js'
import type { BackgroundOperationResponse } from './background-operation.schema.js'
import { alreadyFinished, operationNotFound } from './errors.js'
import { presentBackgroundOperation } from './present-background-operation.js'
import { publishProgress } from './watch-background-operation.js'

/** Cancels a pending or running operation. Completed work is kept; canceling twice is not an error. */
export async function cancelBackgroundOperation(scope: WorkspaceScope, id: string): Promise<BackgroundOperationResponse> {
  const operation = await findVisibleOperation(scope, id)
  if (!operation) throw operationNotFound()
  if (operation.state === 'canceled') return presentBackgroundOperation(operation)
  const finishedAt = scope.now()
  const ended = await cancelOperation(scope, id, finishedAt)
  if (!ended) throw alreadyFinished()
  publishProgress(scope, id)
  return presentBackgroundOperation({ ...operation, ...ended, state: 'canceled', finishedAt })
}
