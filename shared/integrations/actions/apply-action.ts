import type { InWorkspace } from '../../accounts/index.js'
import { type Customer, deleteCustomer, recordSubscriptionEnd, storeCustomerUpdate } from '../../customers/index.js'
import { deleteCodesOfProvider, deleteDiscountsOfCoupon } from '../../earnings/index.js'
import { findConnection, markDisconnected } from '../connections/connection.queries.js'
import { deleteDeliveriesJob } from '../jobs.js'
import type { Action, Person } from './action.js'
import { applyLead } from './apply-lead.js'
import { applyRefund } from './apply-refund.js'
import { applyReinstatement } from './apply-reinstatement.js'
import { applySale } from './apply-sale.js'
import { deleteProviderIds, hasOtherProviderId } from './customer.queries.js'
import { findCustomerOf, storeProviderId, externalIdForProviderId, sanitizePerson } from './person.js'
import { findNewestSubscription, storeSaleReferences } from './sale.queries.js'

/** The delivery that an action comes from. */
export interface ActionSource {
  provider: string
  connectionId: string
  deliveryId: string
  receivedAt: Date
}

export interface ActionResult {
  /** The affected customer; null without a customer or for an unknown one. */
  customerId: string | null
  /** Why it had no effect; absent when it had one. */
  ignored?: string
  /** Identifiers of an unknown customer, or of an unattributed sale; the delivery is retried once one of them becomes known. */
  pendingOn?: readonly string[]
}

type ActionOfKind<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>
type ActionHandler<Kind extends Action['kind']> = (
  scope: InWorkspace,
  action: ActionOfKind<Kind>,
  origin: ActionSource,
) => Promise<ActionResult>

const noCustomer: ActionResult = { customerId: null }
const unknownCustomer: ActionResult = { customerId: null, ignored: 'the customer is not known' }

const handlers: { [Kind in Action['kind']]: ActionHandler<Kind> } = {
  lead: applyLead,
  sale: applySale,
  refund: applyRefund,
  reinstatement: applyReinstatement,
  async 'sale-references'(scope, { references }, { provider }) {
    await storeSaleReferences(scope, provider, references)
    return noCustomer
  },
  customer: applyCustomerUpdate,
  'customer-deleted': applyCustomerDeletion,
  async 'subscription-ended'(scope, { person, subscriptionId }, { provider, receivedAt }) {
    const customer = await findCustomerOf(scope, provider, person)
    if (!customer) return unknownCustomer
    const newest = subscriptionId === undefined ? null : await findNewestSubscription(scope, provider, customer.id)
    if (newest !== null && newest !== subscriptionId) return { customerId: customer.id, ignored: 'the customer has a newer subscription' }
    await recordSubscriptionEnd(scope, customer.id, receivedAt)
    return { customerId: customer.id }
  },
  async 'discount-code-removed'(scope, { code, at }, { provider }) {
    const count = await deleteCodesOfProvider(scope, { provider, code, endedAt: at })
    return count > 0 ? noCustomer : { customerId: null, ignored: 'no partner has this discount code' }
  },
  async 'coupon-removed'(scope, { couponId }) {
    const count = await deleteDiscountsOfCoupon(scope, couponId)
    return count > 0 ? noCustomer : { customerId: null, ignored: 'no discount uses this coupon' }
  },
  async 'shop-erased'(scope, _, { connectionId }) {
    const connection = await findConnection(scope, connectionId)
    if (connection?.status === 'active') return { customerId: null, ignored: 'the connection is active' }
    scope.enqueue(deleteDeliveriesJob, { connectionId })
    return noCustomer
  },
  async disconnected(scope, _, { connectionId }) {
    await markDisconnected(scope, connectionId)
    return noCustomer
  },
  none: async (_scope, { reason }) => ({ customerId: null, ignored: reason }),
}

export const applyAction = <Kind extends Action['kind']>(
  scope: InWorkspace,
  action: ActionOfKind<Kind>,
  origin: ActionSource,
): Promise<ActionResult> => (handlers[action.kind] as ActionHandler<Kind>)(scope, action, origin)

/** Updates name and email of a customer. Fields missing in the event stay unchanged. */
async function applyCustomerUpdate(scope: InWorkspace, { person }: { person: Person }, { provider }: ActionSource): Promise<ActionResult> {
  const customer = await findCustomerOf(scope, provider, person)
  if (!customer) return unknownCustomer
  const { name, email } = sanitizePerson(person)
  if ((name && name !== customer.name) || (email && email !== customer.email))
    await storeCustomerUpdate(scope, customer.id, { ...(name ? { name } : {}), ...(email ? { email } : {}) })
  await storeProviderId(scope, provider, person, customer)
  return { customerId: customer.id }
}

/**
 * Deletes a customer known only by this id of the provider. A customer with an id of the workspace or a further id of a provider, such as
 * that of a duplicate, stays, unless they requested erasure.
 */
async function applyCustomerDeletion(
  scope: InWorkspace,
  { person, isErasure }: { person: Person; isErasure: boolean },
  { provider }: ActionSource,
): Promise<ActionResult> {
  const customer = await findCustomerOf(scope, provider, person)
  if (!customer) return unknownCustomer
  const { providerId } = person
  if (isErasure || (await isKnownByIdOnly(scope, provider, providerId, customer))) await deleteCustomer(scope, customer.id)
  else await deleteProviderIds(scope, provider, customer.id, providerId ?? null)
  return { customerId: customer.id }
}

const isKnownByIdOnly = async (scope: InWorkspace, provider: string, providerId: string | undefined, { id, externalId }: Customer) =>
  providerId !== undefined &&
  externalId === externalIdForProviderId(provider, providerId) &&
  !(await hasOtherProviderId(scope, provider, providerId, id))
