import type { WorkspaceScope } from '../accounts/index.js'
import type { CustomerAnswer } from './customer.schema.js'
import { presentCustomers } from './present-customer.js'
import { requireCustomer } from './require-customer.js'

/** One customer; `id` may be `ext_` and the caller's own id. */
export async function getCustomer(scope: WorkspaceScope, id: string, expanded = false): Promise<CustomerAnswer> {
  const [answer] = await presentCustomers(scope, [await requireCustomer(scope, id)], expanded)
  return answer as CustomerAnswer
}
