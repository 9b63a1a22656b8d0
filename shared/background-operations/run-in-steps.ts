/** Processes an operation in steps. Each step is one transaction that contains both its effect and the progress. */
import type { WorkspaceScope } from '../accounts/index.js'
import type { ErrorCode } from '../kernel/errors.js'
import type { JobContract } from '../kernel/queue/contract.js'
import { inTransaction, type JobScope } from '../kernel/scope.js'
import type { BackgroundOperationRow } from './background-operation.queries.js'
import { failOnServiceError } from './fail-on-service-error.js'
import { timeSliceMs } from './limits.js'
import {
  insertElementErrors,
  addProgress,
  insertResultPart,
  markOperationActive,
  endOperation,
  lockActiveOperation,
  nextResultPartNumber,
} from './progress.queries.js'
import { requesterScope } from './requester-scope.js'
import { publishProgress } from './watch-background-operation.js'

export { operationTimeoutMs } from './limits.js'

export type BackgroundOperation = Pick<BackgroundOperationRow, 'id' | 'type' | 'payload' | 'cursor' | 'total' | 'done' | 'failed'>

/** A failed element. */
export interface ElementError {
  /** Zero-based index over the whole operation. */
  index: number
  element: unknown
  error: string
  code: ErrorCode
}

export interface StepResult {
  isLast: boolean
  done: number
  errors?: readonly ElementError[]
  /** Start of the next step. */
  cursor?: string | null
  /** Total number of elements, once known. */
  total?: number
  /** Appended to the result file. */
  result?: string
  /** Work that takes too long for a transaction. The next step follows in the same job, so that it may rely on this work. */
  afterCommit?: () => Promise<void>
}

/**
 * Runs steps one after the other, as the user who started the operation, until the last. A ServiceError thrown by a step fails the
 * operation; earlier steps stay committed. After `timeSliceMs` the remaining steps continue in a new job.
 */
export async function runInSteps(
  scope: JobScope,
  contract: JobContract<{ operationId: string }>,
  { operationId }: { operationId: string },
  step: (scope: JobScope & WorkspaceScope, operation: BackgroundOperation) => Promise<StepResult>,
): Promise<void> {
  const end = performance.now() + timeSliceMs
  await failOnServiceError(scope, operationId, async () => {
    await inTransaction(scope, () => markOperationActive(scope, operationId))
    for (;;) {
      const { isLast, afterCommit } = await inTransaction(scope, () => runStep(scope, operationId, step))
      if (isLast) return
      await afterCommit?.()
      scope.em.clear()
      if (afterCommit || performance.now() < end) continue
      await inTransaction(scope, async () => scope.enqueue(contract, { operationId }))
      return
    }
  })
}

async function runStep(
  scope: JobScope,
  operationId: string,
  step: (scope: JobScope & WorkspaceScope, operation: BackgroundOperation) => Promise<StepResult>,
): Promise<Pick<StepResult, 'isLast' | 'afterCommit'>> {
  const operation = await lockActiveOperation(scope, operationId)
  if (!operation) return { isLast: true }
  const {
    isLast,
    done,
    errors = [],
    cursor = operation.cursor,
    total = operation.total,
    result,
    afterCommit,
  } = await step(await requesterScope(scope, operation), operation)
  await insertElementErrors(scope, operationId, errors)
  if (result !== undefined) await insertResultPart(scope, operationId, await nextResultPartNumber(scope, operationId), result)
  await addProgress(scope, operationId, { done, failed: errors.length, cursor, total })
  if (isLast) await endOperation(scope, operationId, 'completed', null)
  publishProgress(scope, operationId)
  return { isLast, afterCommit }
}
