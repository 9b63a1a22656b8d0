/** Live progress. Workers publish only that an operation changed; watchers read its state from the database. */
import type { WorkspaceScope } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'
import { newSignal } from '../kernel/signal.js'
import { minutes, seconds } from '../kernel/time.js'
import { findVisibleOperation } from './background-operation.queries.js'
import type { BackgroundOperationResponse } from './background-operation.schema.js'
import { operationNotFound } from './errors.js'
import { presentBackgroundOperation } from './present-background-operation.js'

const channel = 'background-operations'
/** Sent without a change, because proxies close idle connections. */
const heartbeatIntervalMs = seconds(10)
/** Callers reconnect after this time. */
const maxWatchMs = minutes(5)

export function publishProgress(scope: Scope, id: string): void {
  scope.afterCommit(() => scope.store.publish(channel, id))
}

/** Yields the operation now and after every change until it ends; null is a heartbeat. */
export async function* watchBackgroundOperation(
  scope: WorkspaceScope,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<{ data: BackgroundOperationResponse } | null> {
  const changed = newSignal()
  const stop = await scope.store.subscribe(channel, (changedId) => changedId === id && changed.notify(), changed.notify)
  signal.addEventListener('abort', changed.notify, { once: true })
  try {
    let last = ''
    for (const end = performance.now() + maxWatchMs; performance.now() < end && !signal.aborted; await changed.wait(heartbeatIntervalMs)) {
      const operation = await findVisibleOperation(scope, id)
      if (!operation) throw operationNotFound()
      const response = presentBackgroundOperation(operation)
      const text = JSON.stringify(response)
      yield text === last ? null : { data: response }
      if (operation.finishedAt) return
      last = text
    }
  } finally {
    await stop()
  }
}
