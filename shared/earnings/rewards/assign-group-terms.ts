import type { JobScope, Scope } from '../../kernel/scope.js'
import { runInBatches } from '../../links/index.js'
import { assignGroupTermsJob } from '../jobs.js'
import { copyTermsToEnrolments } from './group-terms.queries.js'

const batchSize = 1000

/** Copies the rewards and the discount of a group to its enrolments: the first ones now, those of a large group in a job. */
export async function assignGroupTerms(scope: Scope, groupId: string): Promise<void> {
  if ((await copyTermsToEnrolments(scope, groupId, batchSize)) === batchSize) scope.enqueue(assignGroupTermsJob, { groupId })
}

/** Copies what the group has now, so it may run any number of times. */
export async function continueAssigningGroupTerms(scope: JobScope, payload: { groupId: string }): Promise<void> {
  await runInBatches(scope, assignGroupTermsJob, payload, async () => {
    return (await copyTermsToEnrolments(scope, payload.groupId, batchSize)) === batchSize
  })
}
