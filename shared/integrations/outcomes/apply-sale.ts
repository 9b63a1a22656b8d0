import { findCustomer, noteSubscriptionEnd } from '../../customers/index.js'
import { ServiceError } from '../../kernel/errors.js'
import { type InWorkspace, type TrackedSale, trackSale } from '../../tracking/index.js'
import { waitingName } from './apply-lead.js'
import type { Ignored, Origin } from './apply.js'
import { externalIdOf, findPerson, learnNames, sane, usableClick } from './find-person.js'
import type { SaleOutcome } from './outcome.js'
import { keepSale } from './sale.queries.js'

const processors = ['stripe', 'shopify', 'paddle', 'polar'] as const
const processorOf = (provider: string): (typeof processors)[number] | 'custom' => processors.find((one) => one === provider) ?? 'custom'

/** Somebody paid. Told once or often, by one event or several, it is one sale by its invoice. */
export async function applySale(scope: InWorkspace, sale: SaleOutcome, origin: Origin): Promise<Ignored | null> {
  if (!sale.invoiceId) return { reason: 'the event has no id of the sale' }
  if (sale.amount <= 0) return { reason: 'nothing was paid' }
  const refused = await record(scope, sale, origin)
  await keepSale(scope, origin.provider, sale, refused === null)
  return refused
}

async function record(scope: InWorkspace, sale: SaleOutcome, origin: Origin): Promise<Ignored | null> {
  const { provider, receivedAt } = origin
  const person = sane(sale.person)
  const known = await findPerson(scope, provider, person)
  const named = await usableClick(scope, person.clickId)
  const customerExternalId = known?.externalId ?? externalIdOf(provider, person)
  const unattributed: Ignored = { reason: 'unattributed: no click is known of this person', waitsFor: waitingName(person) }
  if (!customerExternalId || (!known && !named)) return unattributed
  if (known?.clickedAt && !named && known.clickedAt > receivedAt) return { reason: 'unattributed: the customer came by a link only afterwards' }

  const tracked = await told(() => trackSale(scope, { ...inputOf(sale, origin), customerExternalId, customerName: person.name ?? null, customerEmail: person.email ?? null, clickId: named ?? known?.clickId ?? null }))
  if ('reason' in tracked) return { ...unattributed, reason: `unattributed: ${tracked.reason}` }
  if (!tracked.customer) return unattributed
  const customer = await findCustomer(scope, { externalId: customerExternalId })
  if (customer?.subscriptionCanceledAt) await noteSubscriptionEnd(scope, customer.id, null)
  if (customer) await learnNames(scope, provider, person, customer)
  return null
}

const inputOf = ({ amount, currency, invoiceId, eventName }: SaleOutcome, { provider, connectionId, deliveryId }: Origin) => ({
  amount, currency: currency.toLowerCase(), invoiceId, eventName, paymentProcessor: processorOf(provider), metadata: { integration: provider, connectionId, deliveryId }, leadEventName: null, customerAvatar: null,
} as const)

/** What is not found is refused before anything was written. */
async function told(track: () => Promise<TrackedSale>): Promise<TrackedSale | { reason: string }> {
  try {
    return await track()
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return { reason: error.message }
    throw error
  }
}
