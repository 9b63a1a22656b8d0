import type { InWorkspace } from '../../accounts/index.js'
import { type Customer, findCustomer, recordSubscriptionEnd } from '../../customers/index.js'
import { ServiceError } from '../../kernel/errors.js'
import { maxIdLength } from '../../kernel/input-fields.js'
import { maxSaleAmount, type TrackedSale, trackSale } from '../../tracking/index.js'
import { retryDeliveriesPendingOn } from '../deliveries/retry-pending-deliveries.js'
import type { SaleAction } from './action.js'
import type { ActionResult, ActionSource } from './apply-action.js'
import { pendingIdentifiers } from './apply-lead.js'
import { applyReinstatement } from './apply-reinstatement.js'
import { attributeByCode } from './attribute-by-code.js'
import { newExternalId, findCustomerOf, storeProviderId, sanitizePerson, findUsableClickId } from './person.js'
import { firstInvoiceId, lockSale, saleIdentifier, storeSale } from './sale.queries.js'

const processors = ['stripe', 'shopify', 'paddle', 'polar'] as const
const processorOf = (provider: string): (typeof processors)[number] | 'custom' => processors.find((one) => one === provider) ?? 'custom'

/** Records a sale. Repeated or different events with the same invoice id count as one sale. */
export async function applySale(scope: InWorkspace, reported: SaleAction, origin: ActionSource): Promise<ActionResult> {
  const existing = await findCustomerOf(scope, origin.provider, reported.person)
  const customerId = existing?.id ?? null
  if (!reported.invoiceId) return { customerId, ignored: 'the event contains no sale id' }
  if (reported.invoiceId.length > maxIdLength) return { customerId, ignored: `the sale id is longer than ${maxIdLength} characters` }
  if (reported.amount <= 0) return { customerId, ignored: 'nothing was paid' }
  if (Math.max(reported.amount, reported.gross) > maxSaleAmount) return { customerId, ignored: `the amount exceeds ${maxSaleAmount}` }
  const sale = { ...reported, invoiceId: await firstInvoiceId(scope, origin.provider, reported) }
  const reinstated = await reinstateRefundedSale(scope, sale, origin)
  if (reinstated) return reinstated
  const result = await recordSale(scope, sale, origin, existing)
  const isAttributed = result.ignored === undefined
  await storeSale(scope, origin.provider, sale, isAttributed)
  // Its refunds may have arrived before it was attributed.
  if (isAttributed) await retryDeliveriesPendingOn(scope, scope.workspace.id, [saleIdentifier(origin.provider, sale.invoiceId)])
  return result
}

async function reinstateRefundedSale(
  scope: InWorkspace,
  { invoiceId, reinstatementId }: SaleAction,
  origin: ActionSource,
): Promise<ActionResult | null> {
  const stored = reinstatementId ? await lockSale(scope, origin.provider, [invoiceId]) : null
  if (!reinstatementId || !stored?.attributed || stored.refunded === 0) return null
  return applyReinstatement(scope, { kind: 'reinstatement', references: [invoiceId], reinstatementId, amount: stored.refunded }, origin)
}

async function recordSale(scope: InWorkspace, sale: SaleAction, origin: ActionSource, existing: Customer | null): Promise<ActionResult> {
  const { provider, receivedAt } = origin
  const person = sanitizePerson(sale.person)
  const namedClickId = await findUsableClickId(scope, person.clickId)
  const knownId = existing?.externalId ?? newExternalId(provider, person)
  const customerExternalId = knownId ?? `${provider}_guest_${sale.invoiceId}`.slice(0, 100)
  const [name, email] = [person.name ?? null, person.email ?? null]
  const isByCode =
    !namedClickId && !existing?.clickId && (await attributeByCode(scope, sale, origin, { externalId: customerExternalId, name, email }))
  const unattributed = (reason: string) => ({ customerId: existing?.id ?? null, ignored: `unattributed: ${reason}` })
  const pending: ActionResult = { ...unattributed('no click is known for this customer'), pendingOn: pendingIdentifiers(person) }
  if (!isByCode && !existing && !namedClickId) return pending
  if (existing?.clickedAt && !namedClickId && existing.clickedAt > receivedAt) return unattributed('the click is later than the sale')

  const tracked = await trackUnlessNotFound(() =>
    trackSale(scope, {
      ...saleInput(sale, origin),
      customerExternalId,
      customerName: name,
      customerEmail: email,
      clickId: namedClickId ?? existing?.clickId ?? null,
    }),
  )
  if ('reason' in tracked) return { ...pending, ...unattributed(tracked.reason) }
  if (!tracked.customer) return pending
  const customer = await findCustomer(scope, { externalId: customerExternalId })
  if (customer && renewsSubscription(customer, tracked, origin)) await recordSubscriptionEnd(scope, customer.id, null)
  if (customer) await storeProviderId(scope, provider, person, customer)
  return { customerId: customer?.id ?? null }
}

/** Whether this delivery recorded the sale, and came after the end of the subscription. A repeated or late event renews nothing. */
const renewsSubscription = ({ subscriptionCanceledAt }: Customer, { sale }: TrackedSale, { deliveryId, receivedAt }: ActionSource) =>
  subscriptionCanceledAt !== null && receivedAt > subscriptionCanceledAt && sale?.metadata?.deliveryId === deliveryId

const isShortId = (id: string | undefined) => id !== undefined && id.length <= maxIdLength

const saleInput = (
  { amount, currency, invoiceId, eventName, subscriptionId }: SaleAction,
  { provider, connectionId, deliveryId }: ActionSource,
) =>
  ({
    amount,
    currency: currency.toLowerCase(),
    invoiceId,
    eventName,
    paymentProcessor: processorOf(provider),
    metadata: { integration: provider, connectionId, deliveryId, ...(isShortId(subscriptionId) ? { subscriptionId } : {}) },
    leadEventName: null,
    customerAvatar: null,
  }) as const

/** `trackSale` throws not_found before it writes anything, so the transaction stays usable. */
async function trackUnlessNotFound(track: () => Promise<TrackedSale>): Promise<TrackedSale | { reason: string }> {
  try {
    return await track()
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return { reason: error.message }
    throw error
  }
}
