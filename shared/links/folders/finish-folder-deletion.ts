import type { JobScope } from '../../kernel/scope.js'
import { detachDeletedFolder } from '../jobs.js'
import { runInBatches } from '../run-in-batches.js'
import { deleteDetachedFolder, removeLinksFromFolder } from './folder-list.queries.js'

const batchSize = 500

/** Removes the links from a deleted folder in batches, then deletes the row. Does nothing for a folder that still belongs to a workspace. */
export async function finishFolderDeletion(scope: JobScope, payload: { folderId: string }): Promise<void> {
  await runInBatches(scope, detachDeletedFolder, payload, async () => {
    const hasMore = (await removeLinksFromFolder(scope, payload.folderId, batchSize)) === batchSize
    if (!hasMore) await deleteDetachedFolder(scope, payload.folderId)
    return hasMore
  })
}
