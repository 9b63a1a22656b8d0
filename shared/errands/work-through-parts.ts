import type { WorkspaceScope } from '../accounts/index.js'
import type { JobContract } from '../kernel/contract.js'
import type { JobScope } from '../kernel/scope.js'
import { type ElementError, type Errand, workThrough } from './work-through.js'
import { takePart } from './work.queries.js'

export interface PartOutcome {
  done: number
  errors: readonly ElementError[]
  result?: string
}

/** Works on an errand part by part. `first` is the place of a part's first element in the whole errand. */
export async function workThroughParts(
  scope: JobScope,
  of: JobContract<{ errandId: string }>,
  payload: { errandId: string },
  work: (scope: JobScope & WorkspaceScope, elements: unknown[], first: number, errand: Errand) => Promise<PartOutcome>,
): Promise<void> {
  await workThrough(scope, of, payload, async (acting, errand) => {
    const part = await takePart(acting, errand.id)
    if (!part) return { isLast: true, done: 0 }
    return { isLast: false, ...(await work(acting, JSON.parse(part.elements) as unknown[], part.first, errand)) }
  })
}
