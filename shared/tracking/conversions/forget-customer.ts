import { forgetPeopleInErrands } from '../../errands/index.js'
import type { JobScope } from '../../kernel/scope.js'
import { forgetPerson } from './forget-customer.queries.js'

/**
 * Takes out of events what says who a deleted customer was; the events stay, so nothing that was counted changes. Files that were made
 * of customers and events go at last: what is made of them from then on finds nobody.
 */
export async function forgetCustomer(scope: JobScope, { workspaceId, customerId, click }: { workspaceId: string; customerId: string; click: { id: string; at: string } | null }): Promise<void> {
  await forgetPerson(scope, customerId, click)
  await forgetPeopleInErrands(scope, workspaceId)
}
