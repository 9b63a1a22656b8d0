import type { WorkspaceScope } from '../accounts/index.js'
import { endByCaller, errandSeenBy } from './errand.queries.js'
import type { ErrandAnswer } from './errand.schema.js'
import { alreadyFinished, errandNotFound } from './errors.js'
import { presentErrand } from './present-errand.js'
import { tellProgress } from './watch-errand.js'

/** Ends an errand before its time. What was done stays done; canceling twice is no error. */
export async function cancelErrand(scope: WorkspaceScope, id: string): Promise<ErrandAnswer> {
  const errand = await errandSeenBy(scope, id)
  if (!errand) throw errandNotFound()
  if (errand.state === 'canceled') return presentErrand(errand)
  const finishedAt = scope.now()
  const ended = await endByCaller(scope, id, finishedAt)
  if (!ended) throw alreadyFinished()
  tellProgress(scope, id)
  return presentErrand({ ...errand, ...ended, state: 'canceled', finishedAt })
}
