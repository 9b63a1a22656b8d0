import type { CustomerDeletion } from '../../customers/index.js'
import { forgetPeopleInErrands } from '../../errands/index.js'
import type { JobScope } from '../../kernel/scope.js'
import { forgetPerson } from './forget-customer.queries.js'

/**
 * Takes out of events what says who a deleted customer was; the events stay, so nothing that was counted changes. Files that were made of
 * customers and events go at last: what is made of them from then on finds nobody.
 */
export async function forgetCustomer(scope: JobScope, deleted: CustomerDeletion): Promise<void> {
  await forgetPerson(scope, deleted)
  await forgetPeopleInErrands(scope, deleted.workspaceId)
}
