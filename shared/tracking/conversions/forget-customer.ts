import type { JobScope } from '../../kernel/scope.js'
import { forgetPerson } from './forget-customer.queries.js'

/** Takes out of events what says who a deleted customer was. The events stay, so nothing that was counted changes. */
export async function forgetCustomer(scope: JobScope, { customerId, click }: { customerId: string; click: { id: string; at: string } | null }): Promise<void> {
  await forgetPerson(scope, customerId, click)
}
