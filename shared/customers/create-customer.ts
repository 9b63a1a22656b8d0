import type { WorkspaceScope } from '../accounts/index.js'
import { newId } from '../kernel/ids.js'
import { orTaken } from '../kernel/or-taken.js'
import type { CreateCustomer } from './customer-input.schema.js'
import { Customer } from './customer.entity.js'
import { mergedInto } from './customer.queries.js'
import type { CustomerAnswer } from './customer.schema.js'
import { customerTaken } from './errors.js'
import { presentCustomer } from './present-customer.js'

/** Makes a customer who came by no link as far as anybody knows; the first lead with a click says by which. */
export async function createCustomer(
  scope: WorkspaceScope,
  { externalId, name = null, email = null, avatar = null, stripeCustomerId = null, country = null }: CreateCustomer,
): Promise<CustomerAnswer> {
  const { em, workspace, now } = scope
  if (await mergedInto(scope, workspace.id, externalId)) throw customerTaken()
  const at = now()
  const customer = em.create(Customer, {
    id: newId('cus_', at.getTime()),
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
    createdAt: at,
    updatedAt: at,
  })
  await orTaken(em.persist(customer).flush(), customerTaken)
  return presentCustomer(customer as Customer)
}
