/** Works on the parts of an errand, several at a time: while the database writes one, the program prepares the next. */
import type { WorkspaceScope } from '../accounts/index.js'
import type { JobContract } from '../kernel/contract.js'
import { forkScope, inTransaction, type JobScope } from '../kernel/scope.js'
import { actingFor } from './acting-for.js'
import { lanes, stretch } from './limits.js'
import { untilRefused } from './until-refused.js'
import { tellProgress } from './watch-errand.js'
import type { ElementError, Errand } from './work-through.js'
import { addErrors, addProgress, addResult, beginErrand, endErrandWithoutParts, errandAtWork, takePart } from './work.queries.js'

export interface PartOutcome {
  done: number
  errors: readonly ElementError[]
  /** What this part adds to the result file. */
  result?: string
}

/** `first` is the place of a part's first element in the whole errand. */
type Work = (scope: JobScope & WorkspaceScope, elements: unknown[], first: number, errand: Errand) => Promise<PartOutcome>

export async function workThroughParts(
  scope: JobScope,
  of: JobContract<{ errandId: string }>,
  { errandId }: { errandId: string },
  work: Work,
): Promise<void> {
  const end = performance.now() + stretch
  await untilRefused(scope, errandId, async () => {
    await inTransaction(scope, () => beginErrand(scope, errandId))
    const ends = await Promise.allSettled(Array.from({ length: lanes }, () => workInLane(forkScope(scope), errandId, work, end)))
    for (const one of ends) if (one.status === 'rejected') throw one.reason
    if (performance.now() >= end) await inTransaction(scope, async () => scope.enqueue(of, { errandId }))
  })
}

async function workInLane(scope: JobScope, errandId: string, work: Work, end: number): Promise<void> {
  while (performance.now() < end && (await unlessDeadlocked(() => inTransaction(scope, () => workOnPart(scope, errandId, work)))))
    scope.em.clear()
}

/** Elements that name the same things may make two parts wait for each other; the database then lets one go, which is tried again. */
async function unlessDeadlocked(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work()
  } catch (error) {
    if ((error as { code?: string }).code === '40P01') return true
    throw error
  }
}

/** Answers whether there may be another. A part is locked while it is worked on, so that nobody else takes it. */
async function workOnPart(scope: JobScope, errandId: string, work: Work): Promise<boolean> {
  const errand = await errandAtWork(scope, errandId)
  const part = errand && (await takePart(scope, errandId))
  if (!part) return false
  const { done, errors, result } = await work(await actingFor(scope, errand), JSON.parse(part.elements) as unknown[], part.first, errand)
  await addErrors(scope, errandId, errors)
  if (result !== undefined) await addResult(scope, errandId, part.first, result)
  await addProgress(scope, errandId, { done, failed: errors.length, cursor: null, total: errand.total })
  await endErrandWithoutParts(scope, errandId)
  tellProgress(scope, errandId)
  return true
}
