import type { InWorkspace, WorkspaceScope } from '../accounts/index.js'
import { mapUniqueViolation } from '../kernel/db/map-unique-violation.js'
import type { UpdateCustomer } from './customer-input.schema.js'
import type { Customer } from './customer.entity.js'
import type { CustomerResponse } from './customer.schema.js'
import { customerTaken } from './errors.js'
import { presentCustomers } from './present-customer.js'
import { requireCustomer } from './require-customer.js'
import { requireFreeExternalId } from './require-free-external-id.js'

/** Updates the given fields of a customer. `id` may also be `ext_` followed by the external id. */
export async function updateCustomer(
  scope: WorkspaceScope,
  id: string,
  input: UpdateCustomer,
  expanded = false,
): Promise<CustomerResponse> {
  const [response] = await presentCustomers(scope, [await storeCustomerUpdate(scope, id, input)], expanded)
  return response as CustomerResponse
}

/** The same without a caller, for jobs. */
export async function storeCustomerUpdate(scope: InWorkspace, id: string, input: UpdateCustomer): Promise<Customer> {
  const customer = await requireCustomer(scope, id, { locked: true })
  const changes = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  Object.assign(customer, changes, { updatedAt: scope.now() })
  await mapUniqueViolation(scope.em.flush(), customerTaken)
  // Not before the write, which may wait for a merge of the customer that had the id.
  if (input.externalId !== undefined) await requireFreeExternalId(scope, input.externalId)
  return customer
}
