import type { InWorkspace } from '../../accounts/index.js'
import { findCustomer } from '../../customers/index.js'
import { trackLead } from '../../tracking/index.js'
import type { Applied, Origin } from './apply.js'
import { externalIdOf, findPerson, learnNames, sane, usableClick } from './find-person.js'
import type { LeadOutcome } from './outcome.js'

/** Somebody became known. Without a click of theirs there is nobody to credit. */
export async function applyLead(
  scope: InWorkspace,
  { person: said, eventName }: LeadOutcome,
  { provider, connectionId, deliveryId }: Origin,
): Promise<Applied> {
  const person = sane(said)
  const known = await findPerson(scope, provider, person)
  const clickId = (await usableClick(scope, person.clickId)) ?? (await usableClick(scope, known?.clickId ?? undefined))
  const customerExternalId = known?.externalId ?? externalIdOf(provider, person)
  if (!customerExternalId) return { customerId: null, ignored: 'the event does not say who it is about' }
  if (!clickId)
    return { customerId: known?.id ?? null, ignored: 'unattributed: no click is known of this person', waitsFor: waitingName(person) }
  await trackLead(scope, {
    clickId,
    eventName,
    customerExternalId,
    customerName: person.name ?? null,
    customerEmail: person.email ?? null,
    customerAvatar: null,
    mode: 'async',
    eventQuantity: null,
    metadata: { integration: provider, connectionId, deliveryId },
  })
  const customer = await findCustomer(scope, { externalId: customerExternalId })
  if (customer) await learnNames(scope, provider, person, customer)
  return { customerId: customer?.id ?? null }
}

/** What the event calls somebody unknown, for when they become known. */
export const waitingName = ({ providerId, externalId, email }: LeadOutcome['person']) => externalId ?? providerId ?? email
