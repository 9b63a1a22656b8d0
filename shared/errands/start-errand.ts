import type { Permission, WorkspaceScope } from '../accounts/index.js'
import type { JobContract } from '../kernel/contract.js'
import { newId } from '../kernel/ids.js'
import { forgetErrand, insertErrand, insertPart, releaseErrand, unfinishedErrands } from './errand.queries.js'
import type { StartedErrandAnswer } from './errand.schema.js'
import { nothingSent, tooManyElements, tooManyUnfinished } from './errors.js'
import { mostElements, mostUnfinished, partCharacters, partElements } from './limits.js'

export interface StartedErrand {
  /** What callers call it: `links.create`. */
  type: string
  /** What it was asked with; whoever does not hold it neither sees it nor ends it. */
  permission: Permission
  /** The job that works on it. */
  of: JobContract<{ errandId: string }>
  /** What it needs to know beside its elements. */
  payload?: object
  /** The file that it makes, if it does. */
  result?: { contentType: string; fileName: string }
  /** Whether the file may say who customers are: when one is deleted, it goes. */
  namesPeople?: boolean
  /** Last word before it is released: how many elements there are. What it throws takes all back. */
  admit?(count: number): void
}

/** Runs the last part of a start in a transaction. May answer what the same request was answered before instead. */
export type Keep = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Receives an errand and answers how it begins. The elements are JSON texts; they are stored as they arrive, outside of any transaction,
 * and do not count before the last of them is there.
 */
export async function startErrand(
  scope: WorkspaceScope,
  { type, permission, of, payload = {}, result, namesPeople = false, admit }: StartedErrand,
  elements: AsyncIterable<readonly string[]> | null,
  keep: Keep,
): Promise<StartedErrandAnswer> {
  if ((await unfinishedErrands(scope)) >= mostUnfinished) throw tooManyUnfinished(mostUnfinished)
  const createdAt = scope.now()
  const id = newId('job_', createdAt.getTime())
  await insertErrand(scope, { id, type, permission, payload, result: result ?? null, namesPeople })
  let answer: StartedErrandAnswer | null = null
  try {
    const total = elements && (await receive(scope, id, elements))
    if (total === 0) throw nothingSent()
    if (total !== null) admit?.(total)
    answer = await keep(async () => {
      await releaseErrand(scope, id, total)
      scope.enqueue(of, { errandId: id })
      return { id, type, state: 'waiting' as const, total, done: 0, failed: 0, createdAt: createdAt.toISOString() }
    })
    return answer
  } finally {
    if (answer?.id !== id) await forgetErrand(scope, id)
  }
}

async function receive(scope: WorkspaceScope, id: string, elements: AsyncIterable<readonly string[]>): Promise<number> {
  let [kept, pending, size]: [number, string[], number] = [0, [], 0]
  const keep = async () => {
    if (pending.length > 0) await insertPart(scope, id, kept, pending)
    ;[kept, pending, size] = [kept + pending.length, [], 0]
  }
  for await (const some of elements) {
    for (const element of some) {
      if (kept + pending.length === mostElements) throw tooManyElements(mostElements)
      pending.push(element)
      size += element.length
      if (pending.length === partElements || size >= partCharacters) await keep()
    }
  }
  await keep()
  return kept
}
