import type { JobScope } from '../kernel/scope.js'
import { resultErasedMessage } from './errors.js'
import { deleteResultsWithPersonalData } from './progress.queries.js'

/** Deletes the workspace's result files that may contain a deleted customer. A caller who needs one starts the operation again. */
export const erasePersonalDataInResults = (scope: JobScope, workspaceId: string): Promise<void> =>
  deleteResultsWithPersonalData(scope, workspaceId, resultErasedMessage)
