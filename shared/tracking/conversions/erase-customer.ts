import { erasePersonalDataInResults } from '../../background-operations/index.js'
import type { CustomerDeletion } from '../../customers/index.js'
import type { JobScope } from '../../kernel/scope.js'
import { eraseCustomerInClickHouse } from '../click-store/erase-in-clickhouse.js'
import { eraseCustomerEvents, findClicksOfCustomer } from './erase-customer.queries.js'

/**
 * Erases personal data of a deleted customer from events. The events stay, so no counter changes. Result files made of customers and events
 * are deleted last, because files created from then on no longer contain the customer.
 */
export async function eraseCustomer(scope: JobScope, deleted: CustomerDeletion): Promise<void> {
  await eraseCustomerInClickHouse(scope, deleted, await findClicksOfCustomer(scope, deleted))
  await eraseCustomerEvents(scope, deleted)
  await erasePersonalDataInResults(scope, deleted.workspaceId)
}
