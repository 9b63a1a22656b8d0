import type { WorkspaceScope } from '../accounts/index.js'
import type { CustomerResponse } from './customer.schema.js'
import { presentCustomers } from './present-customer.js'
import { requireCustomer } from './require-customer.js'

/** Returns one customer; `id` may also be `ext_` followed by the external id. */
export async function getCustomer(scope: WorkspaceScope, id: string, expanded = false): Promise<CustomerResponse> {
  const [response] = await presentCustomers(scope, [await requireCustomer(scope, id)], expanded)
  return response as CustomerResponse
}
