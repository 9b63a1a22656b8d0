import { erasePersonalDataInResults } from '../../background-operations/index.js'
import type { CustomerDeletion } from '../../customers/index.js'
import { forkScope, inTransaction, type JobScope } from '../../kernel/scope.js'
import { clicksToBeIngested } from '../attribution/require-ingested.js'
import { cachedClickKey } from '../click-recorder.js'
import { eraseCustomersInClickHouse } from '../click-store/erase-in-clickhouse.js'
import { eraseCustomersJob } from '../jobs.js'
import {
  addErasure,
  deleteErasures,
  eraseCustomerEvents,
  findClicksOfCustomers,
  findErasures,
  lockErasuresSql,
} from './erase-customers.queries.js'

/** Customers whose events are erased in one transaction. */
const batchSize = 200

/** Afterwards the events of the deleted customer will be erased by `eraseCustomers`, together with those of others. */
export async function queueErasure(scope: JobScope, deleted: CustomerDeletion): Promise<void> {
  await addErasure(scope, deleted)
  scope.wake(eraseCustomersJob)
}

/**
 * Erases personal data of deleted customers from events. The events stay, so no counter changes. ClickHouse rewrites its rows once per
 * batch and not once per customer. A customer with a click that is not ingested yet is erased again by the next run.
 */
export async function eraseCustomers(scope: JobScope, stop: AbortSignal): Promise<void> {
  const postponed = new Set<string>()
  for (let isLast = false; !isLast && !stop.aborted;) {
    const fork = forkScope(scope)
    await inTransaction(fork, async () => {
      isLast = !(await eraseBatch(fork, postponed))
    })
  }
}

/** Returns false if nothing was left. Result files are deleted last: those created from then on no longer contain the customers. */
async function eraseBatch(scope: JobScope, postponed: Set<string>): Promise<boolean> {
  await scope.em.execute(lockErasuresSql)
  const customers = await findErasures(scope, [...postponed], batchSize)
  const [first] = customers
  if (!first) return false
  const clicks = await findClicksOfCustomers(scope, customers)
  // Before the erasure: it may miss a click that is ingested from now on.
  for (const { customerId } of await clicksToBeIngested(scope, clicks)) postponed.add(customerId)
  await eraseCustomersInClickHouse(scope, first.workspaceId, customers, clicks)
  await eraseCustomerEvents(scope, customers)
  await erasePersonalDataInResults(scope, first.workspaceId)
  const isErased = ({ customerId }: { customerId: string }) => !postponed.has(customerId)
  await deleteErasures(scope, first.workspaceId, customers.filter(isErased))
  const keys = clicks.filter(isErased).map(({ id }) => cachedClickKey(id))
  if (keys.length > 0) scope.afterCommit(() => scope.store.delete(...keys))
  return true
}
