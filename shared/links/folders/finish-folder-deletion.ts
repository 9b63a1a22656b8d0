import type { JobScope } from '../../kernel/scope.js'
import { inBatches } from '../in-batches.js'
import { emptyFolder } from '../jobs.js'
import { deleteDetachedFolder, takeLinksOut } from './folder-list.queries.js'

const batch = 500

/** Takes the links out of a deleted folder, then removes it. A folder that some workspace has is left alone. */
export async function finishFolderDeletion(scope: JobScope, payload: { folderId: string }): Promise<void> {
  await inBatches(scope, emptyFolder, payload, async () => {
    const hasMore = (await takeLinksOut(scope, payload.folderId, batch)) === batch
    if (!hasMore) await deleteDetachedFolder(scope, payload.folderId)
    return hasMore
  })
}
