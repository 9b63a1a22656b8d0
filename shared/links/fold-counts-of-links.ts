import { inTransaction, type JobScope } from '../kernel/scope.js'
import { dropEmptyLinkCounts, foldLinkCounts } from './link-count.queries.js'

/** One transaction folds so many changes, and no more. */
const atOnce = 10_000

/** Folds what changed in the number of links into sums, so that a count reads few rows. Counts are exact before and after. */
export async function foldCountsOfLinks(scope: JobScope): Promise<void> {
  const fold = () => inTransaction(scope, () => foldLinkCounts(scope, atOnce))
  let folded = await fold()
  if (folded === 0) return
  while (folded === atOnce) folded = await fold()
  await inTransaction(scope, () => dropEmptyLinkCounts(scope))
}
