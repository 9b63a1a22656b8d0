import { erasePersonalDataInResults } from '../../background-operations/index.js'
import type { CustomerDeletion } from '../../customers/index.js'
import { forkScope, inTransaction, type JobScope } from '../../kernel/scope.js'
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
 * batch and not once per customer.
 */
export async function eraseCustomers(scope: JobScope, stop: AbortSignal): Promise<void> {
  for (let isLast = false; !isLast && !stop.aborted;) {
    const fork = forkScope(scope)
    await inTransaction(fork, async () => {
      isLast = !(await eraseBatch(fork))
    })
  }
}

/** Returns false if nothing was left. Result files are deleted last: those created from then on no longer contain the customers. */
async function eraseBatch(scope: JobScope): Promise<boolean> {
  await scope.em.execute(lockErasuresSql)
  const customers = await findErasures(scope, batchSize)
  const [first] = customers
  if (!first) return false
  await eraseCustomersInClickHouse(scope, first.workspaceId, customers, await findClicksOfCustomers(scope, customers))
  await eraseCustomerEvents(scope, customers)
  await erasePersonalDataInResults(scope, first.workspaceId)
  await deleteErasures(scope, first.workspaceId, customers)
  return true
}
