import type { InWorkspace } from '../accounts/index.js'
import { newId } from '../kernel/ids.js'
import type { Customer } from './customer.entity.js'
import { deleteCustomerRow, upsertCustomer, mergeTargetExternalId } from './customer.queries.js'

/** Details of a customer as tracked with a lead or sale. */
export interface CustomerDetails extends Pick<Customer, 'externalId' | 'name' | 'email' | 'avatar'> {
  click: Pick<Customer, 'clickId' | 'clickedAt' | 'linkId' | 'programId' | 'partnerId' | 'country'>
}

/**
 * Returns the customer with that external id: creates it, or fills its missing fields without overwriting others. The row stays locked
 * until the transaction ends, which serialises events of one customer.
 */
export async function ensureCustomer(scope: InWorkspace, { click, ...profile }: CustomerDetails): Promise<Customer> {
  const now = scope.now()
  const customerData = {
    id: newId('cus_', now.getTime()),
    workspaceId: scope.workspace.id,
    ...profile,
    avatar: profile.avatar !== null && URL.canParse(profile.avatar) ? profile.avatar : null,
    ...click,
    createdAt: now,
    updatedAt: now,
  }
  const mergedInto = await mergeTargetExternalId(scope, customerData.workspaceId, customerData.externalId)
  const customer = await upsertCustomer(scope, { ...customerData, externalId: mergedInto ?? customerData.externalId })
  const lateMerge =
    customer.id === customerData.id && mergedInto === null
      ? await mergeTargetExternalId(scope, customerData.workspaceId, customerData.externalId)
      : null
  if (lateMerge === null) return customer
  // The customer was merged into another one in the meantime: use the merge target instead.
  await deleteCustomerRow(scope, customer.id)
  return upsertCustomer(scope, { ...customerData, id: newId('cus_', now.getTime()), externalId: lateMerge })
}
