import { openFileStore } from '../kernel/open-file-store.js'
import type { JobScope } from '../kernel/scope.js'
import { seconds } from '../kernel/time.js'
import { resultErasedMessage } from './errors.js'
import { deleteResultsWithPersonalData } from './progress.queries.js'

/** Deletes the workspace's result files that may contain a deleted customer. A caller who needs one starts the operation again. */
export async function erasePersonalDataInResults(scope: JobScope, workspaceId: string): Promise<void> {
  const names = await deleteResultsWithPersonalData(scope, workspaceId, resultErasedMessage)
  const files = openFileStore(scope.config)
  // The time of a file has the precision of the file system.
  for (const name of names) await files.delete(name, new Date(scope.now().getTime() + seconds(1)))
}
