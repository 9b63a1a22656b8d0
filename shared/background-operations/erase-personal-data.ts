import type { JobScope } from '../kernel/scope.js'
import { resultErasedMessage } from './errors.js'
import { deleteResultsWithPersonalData } from './progress.queries.js'
import { deleteStoredFiles } from './store-result-file.js'

/** Deletes the workspace's result files that may contain a deleted customer. A caller who needs one starts the operation again. */
export async function erasePersonalDataInResults(scope: JobScope, workspaceId: string): Promise<void> {
  await deleteStoredFiles(scope, await deleteResultsWithPersonalData(scope, workspaceId, resultErasedMessage))
}
