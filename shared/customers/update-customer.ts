import type { InWorkspace } from '../accounts/index.js'
import { orTaken } from '../kernel/or-taken.js'
import type { UpdateCustomer } from './customer-input.schema.js'
import { mergedInto } from './customer.queries.js'
import type { CustomerAnswer } from './customer.schema.js'
import { customerTaken } from './errors.js'
import { presentCustomers } from './present-customer.js'
import { requireCustomer } from './require-customer.js'

/** Changes what was said and leaves the rest. `id` may be `ext_` and the caller's own id. */
export async function updateCustomer(scope: InWorkspace, id: string, said: UpdateCustomer, expanded = false): Promise<CustomerAnswer> {
  const customer = await requireCustomer(scope, id, { locked: true })
  if (said.externalId !== undefined && (await mergedInto(scope, scope.workspace.id, said.externalId))) throw customerTaken()
  const changes = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
  Object.assign(customer, changes, { updatedAt: scope.now() })
  await orTaken(scope.em.flush(), customerTaken)
  const [answer] = await presentCustomers(scope, [customer], expanded)
  return answer as CustomerAnswer
}
