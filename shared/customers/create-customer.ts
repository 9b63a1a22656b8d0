import type { WorkspaceScope } from '../accounts/index.js'
import { mapUniqueViolation } from '../kernel/db/map-unique-violation.js'
import { newId } from '../kernel/ids.js'
import type { CreateCustomer } from './customer-input.schema.js'
import { Customer } from './customer.entity.js'
import type { CustomerResponse } from './customer.schema.js'
import { customerTaken } from './errors.js'
import { presentCustomer } from './present-customer.js'
import { requireFreeExternalId } from './require-free-external-id.js'

/** Creates a customer without a click or link; the first lead with a click assigns them. */
export async function createCustomer(
  scope: WorkspaceScope,
  { externalId, name = null, email = null, avatar = null, stripeCustomerId = null, country = null }: CreateCustomer,
): Promise<CustomerResponse> {
  const { em, workspace, now } = scope
  const createdAt = now()
  const customer = em.create(Customer, {
    id: newId('cus_', createdAt.getTime()),
    workspaceId: workspace.id,
    externalId,
    name,
    email,
    avatar,
    stripeCustomerId,
    country,
    linkId: null,
    clickId: null,
    clickedAt: null,
    programId: null,
    partnerId: null,
    firstSaleAt: null,
    subscriptionCanceledAt: null,
    createdAt,
    updatedAt: createdAt,
  })
  await mapUniqueViolation(em.persist(customer).flush(), customerTaken)
  // Not before the write, which may wait for a merge of the customer that had the id.
  await requireFreeExternalId(scope, externalId)
  return presentCustomer(customer as Customer)
}
