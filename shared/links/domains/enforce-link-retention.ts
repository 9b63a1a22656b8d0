import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { purgeLinks } from '../purge-links.js'
import { domainsWithRetention, lockLinksPastRetention } from './retention.queries.js'

const batchSize = 500
/** Caps the work per domain so that other domains get their turn; the rest is deleted in the next run. */
const maxBatchesPerDomain = 200

/**
 * Deletes links older than the retention period of their domain, except root links and links with retention disabled. Returns the number
 * deleted.
 */
export async function enforceLinkRetention(scope: JobScope): Promise<number> {
  let deleted = 0
  for (const { id } of await domainsWithRetention(scope)) {
    for (let batch = 0; batch < maxBatchesPerDomain; batch++) {
      const links = await inTransaction(scope, async () => {
        const expired = await lockLinksPastRetention(scope, id, scope.now(), batchSize)
        await purgeLinks(scope, expired)
        return expired
      })
      deleted += links.length
      if (links.length < batchSize) break
    }
  }
  return deleted
}
