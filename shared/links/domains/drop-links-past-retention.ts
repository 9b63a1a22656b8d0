import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { dropLinks } from '../drop-links.js'
import { domainsWithRetention, linksPastRetention } from './retention.queries.js'

const batch = 500
/** Batches of one domain in one run: those of others get their turn, the rest goes with the next run. */
const mostBatches = 200

/** Deletes links that are older than their domain keeps them, unless they are spared. The link of a bare domain stays. */
export async function dropLinksPastRetention(scope: JobScope): Promise<number> {
  let gone = 0
  for (const { id } of await domainsWithRetention(scope)) {
    for (let round = 0; round < mostBatches; round++) {
      const links = await inTransaction(scope, async () => {
        const past = await linksPastRetention(scope, id, scope.now(), batch)
        await dropLinks(scope, past)
        return past
      })
      gone += links.length
      if (links.length < batch) break
    }
  }
  return gone
}
