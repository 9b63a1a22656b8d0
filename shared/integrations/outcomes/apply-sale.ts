import type { InWorkspace } from '../../accounts/index.js'
import { type Customer, findCustomer, noteSubscriptionEnd } from '../../customers/index.js'
import { ServiceError } from '../../kernel/errors.js'
import { type TrackedSale, trackSale } from '../../tracking/index.js'
import { waitingName } from './apply-lead.js'
import type { Applied, Origin } from './apply.js'
import { externalIdOf, findPerson, learnNames, sane, usableClick } from './find-person.js'
import type { SaleOutcome } from './outcome.js'
import { keepSale } from './sale.queries.js'

const processors = ['stripe', 'shopify', 'paddle', 'polar'] as const
const processorOf = (provider: string): (typeof processors)[number] | 'custom' => processors.find((one) => one === provider) ?? 'custom'

/** Somebody paid. Told once or often, by one event or several, it is one sale by its invoice. */
export async function applySale(scope: InWorkspace, sale: SaleOutcome, origin: Origin): Promise<Applied> {
  const known = await findPerson(scope, origin.provider, sale.person)
  const customerId = known?.id ?? null
  if (!sale.invoiceId) return { customerId, ignored: 'the event has no id of the sale' }
  if (sale.amount <= 0) return { customerId, ignored: 'nothing was paid' }
  const applied = await record(scope, sale, origin, known)
  await keepSale(scope, origin.provider, sale, applied.ignored === undefined)
  return applied
}

async function record(scope: InWorkspace, sale: SaleOutcome, origin: Origin, known: Customer | null): Promise<Applied> {
  const { provider, receivedAt } = origin
  const person = sane(sale.person)
  const named = await usableClick(scope, person.clickId)
  const customerExternalId = known?.externalId ?? externalIdOf(provider, person)
  const unattributed = (why: string) => ({ customerId: known?.id ?? null, ignored: `unattributed: ${why}` })
  const waiting: Applied = { ...unattributed('no click is known of this person'), waitsFor: waitingName(person) }
  if (!customerExternalId || (!known && !named)) return waiting
  if (known?.clickedAt && !named && known.clickedAt > receivedAt) return unattributed('the customer came by a link only afterwards')

  const tracked = await told(() =>
    trackSale(scope, {
      ...inputOf(sale, origin),
      customerExternalId,
      customerName: person.name ?? null,
      customerEmail: person.email ?? null,
      clickId: named ?? known?.clickId ?? null,
    }),
  )
  if ('reason' in tracked) return { ...waiting, ...unattributed(tracked.reason) }
  if (!tracked.customer) return waiting
  const customer = await findCustomer(scope, { externalId: customerExternalId })
  if (customer?.subscriptionCanceledAt) await noteSubscriptionEnd(scope, customer.id, null)
  if (customer) await learnNames(scope, provider, person, customer)
  return { customerId: customer?.id ?? null }
}

const inputOf = ({ amount, currency, invoiceId, eventName }: SaleOutcome, { provider, connectionId, deliveryId }: Origin) =>
  ({
    amount,
    currency: currency.toLowerCase(),
    invoiceId,
    eventName,
    paymentProcessor: processorOf(provider),
    metadata: { integration: provider, connectionId, deliveryId },
    leadEventName: null,
    customerAvatar: null,
  }) as const

/** What is not found is refused before anything was written. */
async function told(track: () => Promise<TrackedSale>): Promise<TrackedSale | { reason: string }> {
  try {
    return await track()
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return { reason: error.message }
    throw error
  }
}
