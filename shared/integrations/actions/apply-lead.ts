import type { InWorkspace } from '../../accounts/index.js'
import { findCustomer } from '../../customers/index.js'
import { trackLead } from '../../tracking/index.js'
import type { LeadAction } from './action.js'
import type { ActionResult, ActionSource } from './apply-action.js'
import { newExternalId, findCustomerOf, storeProviderId, sanitizePerson, findUsableClickId } from './person.js'

/** Records a lead, or a customer without one. Without a known click it is ignored until the customer becomes known. */
export async function applyLead(
  scope: InWorkspace,
  { person: rawPerson, eventName, isDeferred = false }: LeadAction,
  { provider, connectionId, deliveryId }: ActionSource,
): Promise<ActionResult> {
  const person = sanitizePerson(rawPerson)
  const existing = await findCustomerOf(scope, provider, person)
  const clickId = (await findUsableClickId(scope, person.clickId)) ?? (await findUsableClickId(scope, existing?.clickId ?? undefined))
  const customerExternalId = existing?.externalId ?? newExternalId(provider, person)
  if (!customerExternalId) return { customerId: null, ignored: 'the event does not identify a customer' }
  if (!clickId)
    return {
      customerId: existing?.id ?? null,
      ignored: 'unattributed: no click is known for this customer',
      pendingOn: pendingIdentifiers(person),
    }
  await trackLead(scope, {
    clickId,
    eventName,
    customerExternalId,
    customerName: person.name ?? null,
    customerEmail: person.email ?? null,
    customerAvatar: null,
    mode: isDeferred ? 'deferred' : 'async',
    eventQuantity: null,
    metadata: { integration: provider, connectionId, deliveryId },
  })
  const customer = await findCustomer(scope, { externalId: customerExternalId })
  if (customer) await storeProviderId(scope, provider, person, customer)
  return { customerId: customer?.id ?? null }
}

/** The identifiers by which an unknown person is recognised later. */
export const pendingIdentifiers = ({ providerId, externalId, email }: LeadAction['person']): string[] =>
  [externalId, providerId, email].filter((identifier) => identifier !== undefined)
