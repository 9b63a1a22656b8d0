import { inTransaction, type JobScope } from '../kernel/scope.js'
import { deleteEmptyLinkCounts, rollUpLinkCountChanges } from './link-count.queries.js'

/** Limits the changes that one transaction rolls up. */
const maxBatchSize = 10_000

/** Adds pending changes of link counts to the stored sums, so that a count reads few rows. Counts are exact before and after. */
export async function rollUpLinkCounts(scope: JobScope): Promise<void> {
  const rollUpBatch = () => inTransaction(scope, () => rollUpLinkCountChanges(scope, maxBatchSize))
  let rolledUp = await rollUpBatch()
  if (rolledUp === 0) return
  while (rolledUp === maxBatchSize) rolledUp = await rollUpBatch()
  await inTransaction(scope, () => deleteEmptyLinkCounts(scope))
}
