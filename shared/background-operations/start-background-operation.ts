import type { Permission, WorkspaceScope } from '../accounts/index.js'
import { newId } from '../kernel/ids.js'
import type { JobContract } from '../kernel/queue/contract.js'
import { joinTransaction } from '../kernel/scope.js'
import {
  deleteUnstartedOperation,
  insertOperation,
  insertPart,
  markOperationWaiting,
  countUnfinishedOperations,
} from './background-operation.queries.js'
import type { StartedBackgroundOperation } from './background-operation.schema.js'
import { emptyRequest, tooManyElements, tooManyUnfinished } from './errors.js'
import { maxElements, maxUnfinishedOfPartner, maxUnfinishedOperations, maxPartCharacters, maxPartElements } from './limits.js'
import { sealInput } from './sealed-input.js'

/** A user of a partner account. Acts in the name of an owner of the workspace, whose members do not see the operation. */
export interface PartnerRecipient {
  userId: string
  partnerId: string
}

export interface NewBackgroundOperation {
  /** Public name of the operation: `links.create`. */
  type: string
  /** Required to start, see and cancel it. */
  permission: Permission
  /** The job that processes it. */
  contract: JobContract<{ operationId: string }>
  /** Parameters beside the elements. */
  payload?: object
  /** Who gets the result file, unless it is the user in whose name it runs. */
  recipient?: PartnerRecipient | undefined
  /** The result file, if it produces one. */
  result?: { contentType: string; fileName: string }
  /** Whether the file may identify customers; such files are deleted when a customer is erased. */
  containsPersonalData?: boolean
  /** Whether an element contains a secret. Such elements are stored sealed. */
  hasSecret?(element: string): boolean
  /** Called with the number of received elements before the operation becomes visible; throwing discards it. */
  checkTotal?(count: number): void
  /** Called in the transaction that makes the operation visible. */
  onStarted?(operationId: string): Promise<void>
}

/** Runs the final part of a start in a transaction, or returns the stored result of an earlier request with the same idempotency key. */
export type RunOnce = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Receives an operation and returns its initial state. The elements are JSON texts, stored as they arrive, outside any transaction; the
 * operation becomes visible only after the last one was stored, in the open transaction or one of its own unless `runOnce` opens one.
 */
export async function startBackgroundOperation(
  scope: WorkspaceScope,
  {
    type,
    permission,
    contract,
    payload = {},
    recipient,
    result,
    containsPersonalData = false,
    hasSecret = () => false,
    checkTotal,
    onStarted,
  }: NewBackgroundOperation,
  elements: AsyncIterable<readonly string[]> | null = null,
  runOnce: RunOnce = (work) => joinTransaction(scope, work),
): Promise<StartedBackgroundOperation> {
  const maxUnfinished = recipient ? maxUnfinishedOfPartner : maxUnfinishedOperations
  if ((await countUnfinishedOperations(scope, recipient?.partnerId ?? null)) >= maxUnfinished) throw tooManyUnfinished(maxUnfinished)
  const createdAt = scope.now()
  const id = newId('job_', createdAt.getTime())
  await insertOperation(scope, {
    id,
    type,
    jobName: contract.name,
    permission,
    payload: { ...payload, ...(recipient && { recipient }) },
    result: result ?? null,
    containsPersonalData,
  })
  let started: StartedBackgroundOperation | null = null
  try {
    const total = elements && (await receive(scope, id, elements, hasSecret))
    if (total === 0) throw emptyRequest()
    if (total !== null) checkTotal?.(total)
    started = await runOnce(async () => {
      await markOperationWaiting(scope, id, total)
      scope.enqueue(contract, { operationId: id })
      await onStarted?.(id)
      return { id, type, state: 'waiting' as const, total, done: 0, failed: 0, createdAt: createdAt.toISOString() }
    })
    return started
  } finally {
    if (started?.id !== id) await deleteUnstartedOperation(scope, id)
  }
}

async function receive(
  scope: WorkspaceScope,
  id: string,
  elements: AsyncIterable<readonly string[]>,
  hasSecret: (element: string) => boolean,
): Promise<number> {
  let [stored, pending, size]: [number, string[], number] = [0, [], 0]
  const flush = async () => {
    const text = `[${pending.join()}]`
    if (pending.length > 0) await insertPart(scope, id, stored, pending.some(hasSecret) ? sealInput(scope, id, text) : text)
    ;[stored, pending, size] = [stored + pending.length, [], 0]
  }
  for await (const batch of elements) {
    for (const element of batch) {
      if (stored + pending.length === maxElements) throw tooManyElements(maxElements)
      pending.push(element)
      size += element.length
      if (pending.length === maxPartElements || size >= maxPartCharacters) await flush()
    }
  }
  await flush()
  return stored
}
