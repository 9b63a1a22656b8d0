import type { JobScope } from '../../kernel/scope.js'
import { inBatches } from '../in-batches.js'
import { takeTagOffLinks } from '../jobs.js'
import { deleteDetachedTag, untagLinks } from './tag.queries.js'

const batch = 1000

/** Takes a deleted tag off its links, then removes it. A tag that some workspace has is left alone. */
export async function finishTagDeletion(scope: JobScope, payload: { tagId: string }): Promise<void> {
  await inBatches(scope, takeTagOffLinks, payload, async () => {
    const hasMore = (await untagLinks(scope, payload.tagId, batch)) === batch
    if (!hasMore) await deleteDetachedTag(scope, payload.tagId)
    return hasMore
  })
}
