import type { InWorkspace } from '../accounts/index.js'
import { newId } from '../kernel/ids.js'
import type { Customer } from './customer.entity.js'
import { deleteCustomerRow, mergeTargetExternalId, type NewCustomer, upsertCustomer } from './customer.queries.js'

/** Details of a customer as tracked with a lead or sale. */
export interface CustomerDetails extends Pick<Customer, 'externalId' | 'name' | 'email' | 'avatar'> {
  click: Pick<Customer, 'clickId' | 'clickedAt' | 'linkId' | 'programId' | 'partnerId' | 'country'>
}

/**
 * Returns the customer with that external id: creates it, or fills its missing fields without overwriting others. The row stays locked
 * until the transaction ends, which serialises events of one customer.
 */
export async function ensureCustomer(scope: InWorkspace, details: CustomerDetails): Promise<Customer> {
  const now = scope.now()
  const customerData = newCustomerRow(scope.workspace.id, details, now)
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

/** The columns of a customer that is new. */
export const newCustomerRow = (workspaceId: string, { click, ...profile }: CustomerDetails, now: Date): NewCustomer => ({
  id: newId('cus_', now.getTime()),
  workspaceId,
  ...profile,
  avatar: profile.avatar !== null && URL.canParse(profile.avatar) ? profile.avatar : null,
  ...click,
  createdAt: now,
  updatedAt: now,
})

/** Whether the details would fill missing fields of the customer. */
export const hasMissingFields = (existing: Customer, details: NewCustomer) =>
  (existing.clickId === null && details.clickId !== null) ||
  (['name', 'email', 'avatar', 'country'] as const).some((field) => existing[field] === null && details[field] !== null)
