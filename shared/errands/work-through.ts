/** Works on an errand in steps, each of which is one transaction that holds its effect and its progress. */
import { z } from 'zod'
import type { WorkspaceScope } from '../accounts/index.js'
import type { JobContract } from '../kernel/contract.js'
import type { ErrorCode } from '../kernel/errors.js'
import { inTransaction, type JobScope } from '../kernel/scope.js'
import { actingFor } from './acting-for.js'
import type { ErrandRow } from './errand.queries.js'
import { stretch } from './limits.js'
import { untilRefused } from './until-refused.js'
import { tellProgress } from './watch-errand.js'
import { addErrors, addProgress, addResult, beginErrand, endErrand, lockErrand, nextResultPart } from './work.queries.js'

export { workWithin } from './limits.js'

/** The payload of every job that works on an errand. */
export const errandPayload = z.object({ errandId: z.string() })

export type Errand = Pick<ErrandRow, 'id' | 'type' | 'payload' | 'cursor' | 'total' | 'done' | 'failed'>

/** An element that was refused. */
export interface ElementError {
  /** From 0, over the whole errand. */
  index: number
  element: unknown
  error: string
  code: ErrorCode
}

/** What one step did. */
export interface Step {
  isLast: boolean
  done: number
  errors?: readonly ElementError[]
  /** Where the next step begins. */
  cursor?: string | null
  /** How much there is in all, once that is known. */
  total?: number
  /** What this step adds to the result file. */
  result?: string
}

/**
 * Runs steps one after the other, in the name of who asked, until the last. A refusal that a step throws ends the errand as failed; what
 * was done before stays. After a while the rest goes on in a further job, so that others get a turn.
 */
export async function workThrough(
  scope: JobScope,
  of: JobContract<{ errandId: string }>,
  { errandId }: { errandId: string },
  step: (scope: JobScope & WorkspaceScope, errand: Errand) => Promise<Step>,
): Promise<void> {
  const end = performance.now() + stretch
  await untilRefused(scope, errandId, async () => {
    await inTransaction(scope, () => beginErrand(scope, errandId))
    while (await inTransaction(scope, () => takeStep(scope, errandId, step))) {
      scope.em.clear()
      if (performance.now() < end) continue
      await inTransaction(scope, async () => scope.enqueue(of, { errandId }))
      return
    }
  })
}

async function takeStep(
  scope: JobScope,
  errandId: string,
  step: (scope: JobScope & WorkspaceScope, errand: Errand) => Promise<Step>,
): Promise<boolean> {
  const errand = await lockErrand(scope, errandId)
  if (!errand) return false
  const {
    isLast,
    done,
    errors = [],
    cursor = errand.cursor,
    total = errand.total,
    result,
  } = await step(await actingFor(scope, errand), errand)
  await addErrors(scope, errandId, errors)
  if (result !== undefined) await addResult(scope, errandId, await nextResultPart(scope, errandId), result)
  await addProgress(scope, errandId, { done, failed: errors.length, cursor, total })
  if (isLast) await endErrand(scope, errandId, 'completed', null)
  tellProgress(scope, errandId)
  return !isLast
}
