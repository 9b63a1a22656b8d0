import type { JobScope } from '../../kernel/scope.js'
import { detachDeletedTag } from '../jobs.js'
import { runInBatches } from '../run-in-batches.js'
import { deleteDetachedTag, removeTagFromLinks } from './tag.queries.js'

const batchSize = 1000

/** Removes a deleted tag from its links in batches, then deletes the row. Does nothing for a tag that still belongs to a workspace. */
export async function finishTagDeletion(scope: JobScope, payload: { tagId: string }): Promise<void> {
  await runInBatches(scope, detachDeletedTag, payload, async () => {
    const hasMore = (await removeTagFromLinks(scope, payload.tagId, batchSize)) === batchSize
    if (!hasMore) await deleteDetachedTag(scope, payload.tagId)
    return hasMore
  })
}
