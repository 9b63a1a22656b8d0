import { ServiceError } from '../kernel/errors.js'
import { inTransaction, type JobScope } from '../kernel/scope.js'
import { tellProgress } from './watch-errand.js'
import { dropPartsOfEnded, endErrand } from './work.queries.js'

/** Works; a refusal that concerns more than one element ends the errand. Everything else is tried again with the job. */
export async function untilRefused(scope: JobScope, errandId: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    await inTransaction(scope, async () => {
      await endErrand(scope, errandId, 'failed', error.message)
      tellProgress(scope, errandId)
    })
  }
  // What has not been worked on, where it was ended before its time.
  await inTransaction(scope, () => dropPartsOfEnded(scope, errandId))
}
