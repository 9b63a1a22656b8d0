/** Processes the parts of an operation concurrently: one part is prepared while the database writes another. */
import type { WorkspaceScope } from '../accounts/index.js'
import { analyzeWrittenTables } from '../kernel/db/analyze-written-tables.queries.js'
import { isDeadlock } from '../kernel/db/is-deadlock.js'
import type { JobContract } from '../kernel/queue/contract.js'
import { forkScope, inTransaction, type JobScope } from '../kernel/scope.js'
import { isSealed } from '../kernel/vault.js'
import { failOnServiceError } from './fail-on-service-error.js'
import { partConcurrency, timeSliceMs } from './limits.js'
import {
  insertElementErrors,
  addProgress,
  insertResultPart,
  markOperationActive,
  completeOperationWithoutParts,
  findActiveOperation,
  findEndedOperation,
  claimPart,
} from './progress.queries.js'
import { requesterScope } from './requester-scope.js'
import type { ElementError, BackgroundOperation } from './run-in-steps.js'
import { openInput } from './sealed-input.js'
import { publishProgress } from './watch-background-operation.js'

export interface PartResult {
  done: number
  errors: readonly ElementError[]
  /** This part's section of the result file. */
  result?: string
}

/** `first` is the index of the part's first element in the whole operation. */
type ProcessPart = (
  scope: JobScope & WorkspaceScope,
  elements: unknown[],
  first: number,
  operation: BackgroundOperation,
) => Promise<PartResult>

interface WritingJob {
  contract: JobContract<{ operationId: string }>
  /** Tables that the operation writes to. A large operation refreshes their statistics at its end. */
  tables: readonly string[]
}

export async function runInParts(
  scope: JobScope,
  { contract, tables }: WritingJob,
  { operationId }: { operationId: string },
  processPart: ProcessPart,
): Promise<void> {
  const end = performance.now() + timeSliceMs
  await failOnServiceError(scope, operationId, async () => {
    await inTransaction(scope, () => markOperationActive(scope, operationId))
    const outcomes = await Promise.allSettled(
      Array.from({ length: partConcurrency }, () => processParts(forkScope(scope), operationId, processPart, end)),
    )
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    if (performance.now() >= end) await inTransaction(scope, async () => scope.enqueue(contract, { operationId }))
  })
  const ended = await findEndedOperation(scope, operationId)
  if (ended) await analyzeWrittenTables(scope, tables, ended)
}

async function processParts(scope: JobScope, operationId: string, processPart: ProcessPart, end: number): Promise<void> {
  while (
    performance.now() < end &&
    (await retryOnDeadlock(() => inTransaction(scope, () => processNextPart(scope, operationId, processPart))))
  )
    scope.em.clear()
}

/** Concurrent parts whose elements reference the same rows can deadlock; PostgreSQL aborts one of them, which is retried. */
async function retryOnDeadlock(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work()
  } catch (error) {
    if (isDeadlock(error)) return true
    throw error
  }
}

/** Returns whether there may be another part. The part's row stays locked while it is processed, so no other worker claims it. */
async function processNextPart(scope: JobScope, operationId: string, processPart: ProcessPart): Promise<boolean> {
  const operation = await findActiveOperation(scope, operationId)
  const part = operation && (await claimPart(scope, operationId))
  if (!part) return false
  const { done, errors, result } = await processPart(
    await requesterScope(scope, operation),
    JSON.parse(openInput(scope, operationId, part.elements)) as unknown[],
    part.first,
    operation,
  )
  await insertElementErrors(scope, operationId, errors, isSealed(part.elements))
  if (result !== undefined) await insertResultPart(scope, operationId, part.first, result)
  await addProgress(scope, operationId, { done, failed: errors.length, cursor: null, total: operation.total })
  await completeOperationWithoutParts(scope, operationId)
  publishProgress(scope, operationId)
  return true
}
