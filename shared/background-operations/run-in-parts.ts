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
  deletePart,
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
type ProcessPart<Prepared> = (
  scope: JobScope & WorkspaceScope,
  elements: unknown[],
  first: number,
  operation: BackgroundOperation,
  prepared: Prepared | undefined,
) => Promise<PartResult>

interface WritingJob<Prepared> {
  contract: JobContract<{ operationId: string }>
  /** Tables that the operation writes to. A large operation refreshes their statistics at its end. */
  tables: readonly string[]
  /**
   * Returns slow work that a part needs before its transaction, such as storing images, or null. Its result is passed to the processing. A
   * part may be prepared twice.
   */
  prepare?(scope: WorkspaceScope, elements: unknown[], operation: BackgroundOperation): (() => Promise<Prepared>) | null
}

export async function runInParts<Prepared>(
  scope: JobScope,
  job: WritingJob<Prepared>,
  { operationId }: { operationId: string },
  processPart: ProcessPart<Prepared>,
): Promise<void> {
  const { contract, tables } = job
  const end = performance.now() + timeSliceMs
  const run: PartsRun<Prepared> = { operationId, job, processPart, end, preparing: new Set(), prepared: new Map() }
  await failOnServiceError(scope, operationId, async () => {
    await inTransaction(scope, () => markOperationActive(scope, operationId))
    const outcomes = await Promise.allSettled(Array.from({ length: partConcurrency }, () => processParts(forkScope(scope), run)))
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    if (performance.now() >= end) await inTransaction(scope, async () => scope.enqueue(contract, { operationId }))
  })
  const ended = await findEndedOperation(scope, operationId)
  if (ended) await analyzeWrittenTables(scope, tables, ended)
}

/** Shared by the workers of one job. Parts are identified by the index of their first element. */
interface PartsRun<Prepared> {
  operationId: string
  job: WritingJob<Prepared>
  processPart: ProcessPart<Prepared>
  end: number
  preparing: Set<number>
  prepared: Map<number, Prepared>
}

async function processParts<Prepared>(scope: JobScope, run: PartsRun<Prepared>): Promise<void> {
  let outcome: PartOutcome<Prepared> = 'processed'
  while (outcome !== 'none' && performance.now() < run.end) {
    outcome = await retryOnDeadlock(() => inTransaction(scope, () => processNextPart(scope, run)))
    scope.em.clear()
    if (typeof outcome === 'object') await preparePart(run, outcome)
  }
}

async function preparePart<Prepared>(
  { preparing, prepared }: PartsRun<Prepared>,
  { first, prepare }: UnpreparedPart<Prepared>,
): Promise<void> {
  try {
    prepared.set(first, await prepare())
  } finally {
    preparing.delete(first)
  }
}

interface UnpreparedPart<Prepared> {
  first: number
  prepare: () => Promise<Prepared>
}
type PartOutcome<Prepared> = 'processed' | 'none' | UnpreparedPart<Prepared>

/** Concurrent parts whose elements reference the same rows can deadlock; PostgreSQL aborts one of them, which is retried. */
async function retryOnDeadlock<Prepared>(work: () => Promise<PartOutcome<Prepared>>): Promise<PartOutcome<Prepared>> {
  try {
    return await work()
  } catch (error) {
    if (isDeadlock(error)) return 'processed'
    throw error
  }
}

/** `none` if no part is left for this worker. The part's row stays locked while it is processed, so no other worker claims it. */
async function processNextPart<Prepared>(scope: JobScope, run: PartsRun<Prepared>): Promise<PartOutcome<Prepared>> {
  const { operationId, job, processPart, preparing, prepared } = run
  const operation = await findActiveOperation(scope, operationId)
  const part = operation && (await claimPart(scope, operationId, preparing))
  // The other worker may have begun to prepare the part meanwhile.
  if (!part || preparing.has(part.first)) return 'none'
  const { first } = part
  const requester = await requesterScope(scope, operation)
  const elements = JSON.parse(openInput(scope, operationId, part.elements)) as unknown[]
  const prepare = prepared.has(first) ? null : (job.prepare?.(requester, elements, operation) ?? null)
  if (prepare) {
    preparing.add(first)
    return { first, prepare }
  }
  const { done, errors, result } = await processPart(requester, elements, first, operation, prepared.get(first))
  await deletePart(scope, operationId, first)
  await insertElementErrors(scope, operationId, errors, isSealed(part.elements))
  if (result !== undefined) await insertResultPart(scope, operationId, first, result)
  await addProgress(scope, operationId, { done, failed: errors.length, cursor: null, total: operation.total })
  await completeOperationWithoutParts(scope, operationId)
  publishProgress(scope, operationId)
  prepared.delete(first)
  return 'processed'
}
