import type { InWorkspace } from '../accounts/index.js'
import { deleteCustomerRow } from './customer.queries.js'
import { sealNames } from './deleted-names.js'
import { customerDeleted } from './events.js'
import { requireCustomer } from './require-customer.js'

/** Deletes a customer. What they did stays counted; what it says of their person is taken out of it soon after. */
export async function deleteCustomer(scope: InWorkspace, id: string): Promise<{ id: string }> {
  const customer = await requireCustomer(scope, id, { locked: true })
  await deleteCustomerRow(scope, customer.id)
  const { clickId, clickedAt } = customer
  const click = clickId && clickedAt ? { id: clickId, at: clickedAt.toISOString() } : null
  scope.announce(customerDeleted, { workspaceId: scope.workspace.id, customerId: customer.id, click, names: sealNames(scope, customer) })
  return { id: customer.id }
}
