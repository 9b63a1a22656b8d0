import { plansWith } from '../../accounts/index.js'
import { forkScope, inTransaction, type JobScope } from '../../kernel/scope.js'
import { comparedPrograms, compareWithHigherIds, removeOtherPairs } from './similarities.queries.js'

/** Programs that one transaction compares with all that have higher ids. */
const batchSize = 10

/**
 * Compares every two programs of the network by their categories, their partners and what an average partner brings. Programs see partners
 * of similar programs first when they look for new ones.
 */
export async function computeSimilarities(scope: JobScope, stop: AbortSignal): Promise<void> {
  const plans = plansWith('partnerDiscovery')
  for (let after = ''; !stop.aborted;) {
    const programIds = await comparedPrograms(scope, plans, after, batchSize)
    const fork = forkScope(scope)
    await inTransaction(fork, () =>
      programIds.length === 0 ? removeOtherPairs(fork, plans) : compareWithHigherIds(fork, plans, programIds),
    )
    if (programIds.length === 0) return
    after = programIds.at(-1) as string
  }
}
