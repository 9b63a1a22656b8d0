import type { JobScope } from '../kernel/scope.js'
import { tellProgress } from './watch-errand.js'
import { dropPartsOfEnded, endErrand } from './work.queries.js'

/** The last attempt has failed for a reason that is no caller's business: the errand ends, and what it did stays. */
export async function errandGaveUp({ scope, payload }: { scope: JobScope; payload: unknown }): Promise<void> {
  const { errandId } = payload as { errandId: string }
  await endErrand(scope, errandId, 'failed', 'An internal error occurred.')
  await dropPartsOfEnded(scope, errandId)
  tellProgress(scope, errandId)
}
