import { z } from 'zod'
import type { Config } from '../../kernel/config.js'
import type { Scope } from '../../kernel/scope.js'
import { noAction, type Action, type Person } from '../actions/action.js'
import { stripeScheme } from '../signatures/provider-schemes.js'
import { codesAt, countryAt } from './discount-codes.js'
import { valueAt, type Json, listAt, numberAt, textAt } from './json.js'
import { amountAt, netOfPaid } from './money.js'
import { clickIdIn, clickIdOf, externalIdIn } from './person.js'
import { ProviderApiError } from './provider-api-error.js'
import { handlerOf, provider, type ProviderEvent, type ProviderFetch } from './provider.js'
import { inSmallestUnit } from './stripe-amounts.js'

const defaultApiUrl = 'https://api.stripe.com'

export const stripe = provider({
  slug: 'stripe',
  name: 'Stripe',
  description: 'Checkouts and paid invoices become sales, refunds and disputes are deducted, trials become leads.',
  category: 'payments',
  website: 'https://stripe.com',
  settings: z.object({
    freeTrials: z.boolean().default(true).meta({ description: 'Whether the start of a trial counts as a lead.' }),
    apiUrl: z.url().default(defaultApiUrl).meta({ description: 'Base URL of the Stripe API.' }),
  }),
  receiver: {
    scheme: () => stripeScheme,
    secretName: 'Signing secret of the endpoint (`whsec_...`)',
    parseEvents: (body) => [
      { id: textAt(body, 'id') ?? null, type: textAt(body, 'type') ?? 'unknown', body, isTest: valueAt(body, 'livemode') === false },
    ],
    toActions(event) {
      const object = valueAt(event.body, 'data.object') ?? null
      const action = handlerOf(actionsByType, event)?.(object, event)
      return action ? inSmallestUnit(action, textAt(object, 'currency')) : null
    },
    fetchDetails: fetchPromotionCodes,
  },
})

/** The base URL of the API: that of the connection, or else of the installation. */
export function stripeApiUrlOf({ stripeApiUrl }: Pick<Config, 'stripeApiUrl'>, settings: Record<string, unknown>): string {
  const apiUrl = String(stripe.settings.parse(settings).apiUrl)
  return apiUrl === defaultApiUrl ? stripeApiUrl : apiUrl
}

const actionsByType: Record<string, (object: Json, event: ProviderEvent) => Action> = {
  'checkout.session.completed': checkout,
  'checkout.session.async_payment_succeeded': checkout,
  'invoice.paid': paidInvoice,
  'invoice.payment_succeeded': paidInvoice,
  'invoice_payment.paid': (object) => ({
    kind: 'sale-references',
    references: idsAt(object, 'invoice', 'payment.payment_intent', 'payment.charge'),
  }),
  'charge.refunded': refundedCharge,
  'charge.dispute.created': dispute,
  'charge.dispute.funds_withdrawn': dispute,
  'charge.dispute.funds_reinstated': wonDispute,
  'credit_note.created': creditNote,
  'customer.created': (customer, event) =>
    clickIdIn(event, valueAt(customer, 'metadata'))
      ? { kind: 'lead', person: customerPerson(customer, event), eventName: 'New customer' }
      : { kind: 'customer', person: customerPerson(customer, event) },
  'customer.updated': (customer, event) => ({ kind: 'customer', person: customerPerson(customer, event) }),
  'customer.deleted': (customer, event) => ({ kind: 'customer-deleted', person: customerPerson(customer, event), isErasure: false }),
  'customer.subscription.created': trial,
  'customer.subscription.deleted': (subscription, event) => ({
    kind: 'subscription-ended',
    person: payer(subscription, event),
    subscriptionId: textAt(subscription, 'id'),
  }),
  'coupon.deleted': (coupon) => ({ kind: 'coupon-removed', couponId: textAt(coupon, 'id') ?? '' }),
  'promotion_code.updated': (promotionCode, event) =>
    valueAt(promotionCode, 'active') === false
      ? { kind: 'discount-code-removed', code: textAt(promotionCode, 'code') ?? '', at: timeOf(event) }
      : noAction('the promotion code is active'),
  'account.application.deauthorized': () => ({ kind: 'disconnected' }),
}

/** The end of the second in which the event happened. It may arrive days later. */
function timeOf({ body }: ProviderEvent): Date | null {
  const second = numberAt(body, 'created') ?? 0
  return second > 0 && second < 1e11 ? new Date((second + 1) * 1000) : null
}

const codePaths = ['discounts', 'discount', 'expandedDiscounts']
/** Discounts that are not expanded are ids. */
const promotionCodes = (object: Json) => codesAt(object, ...codePaths).filter((code) => !/^(di|promo)_/.test(code))

/** Adds `expandedDiscounts` to a checkout or invoice with discounts: events name promotion codes by their ids only. */
async function fetchPromotionCodes(
  { type, body, settings, connectionId }: ProviderEvent,
  fetchJson: ProviderFetch,
  { config, log }: Pick<Scope, 'config' | 'log'>,
): Promise<Json> {
  const object = valueAt(body, 'data.object') ?? null
  const id = textAt(object, 'id')
  const resource = type.startsWith('checkout.session.') ? 'checkout/sessions' : type.startsWith('invoice.') ? 'invoices' : null
  if (!resource || !id || listAt(object, 'discounts').length === 0) return body
  const url = `${stripeApiUrlOf(config, settings)}/v1/${resource}/${encodeURIComponent(id)}?expand[]=discounts.promotion_code`
  const expanded = await fetchJson(url, (key) => ({ authorization: `Bearer ${key}` })).catch((error: unknown) => {
    // The sale counts without its codes: a key that may not read them would lose it.
    if (!(error instanceof ProviderApiError && isRefusal(error))) throw error
    log.warn({ err: error, connectionId }, 'discounts of a Stripe sale not readable with the API key')
    return null
  })
  if (expanded === null) return body
  return { ...(body as object), data: { object: { ...(object as object), expandedDiscounts: listAt(expanded, 'discounts') } } }
}

/** Whether another request would be refused in the same way. */
const isRefusal = ({ status }: ProviderApiError) => status === 401 || status === 403 || status === 404

function checkout(session: Json, event: ProviderEvent): Action {
  const mode = textAt(session, 'mode')
  const status = textAt(session, 'payment_status')
  const person: Person = {
    ...payer(session, event),
    clickId: clickIdIn(event, valueAt(session, 'metadata')) ?? prefixedReference(session),
    email: textAt(session, 'customer_details.email', 'customer_email'),
    name: textAt(session, 'customer_details.name'),
  }
  // Only this event of a trial may contain the click id.
  if (mode === 'subscription' && status === 'no_payment_required')
    return { kind: 'lead', person, eventName: 'Started Trial', isDeferred: !event.settings.freeTrials }
  if (mode === 'setup' || status !== 'paid') return noAction('nothing was paid')
  const gross = amountAt(session, 'amount_total') ?? 0
  const references = idsAt(session, 'invoice', 'payment_intent', 'id')
  return {
    kind: 'sale',
    person,
    gross,
    amount: gross - (amountAt(session, 'total_details.amount_tax') ?? 0),
    currency: textAt(session, 'currency') ?? 'usd',
    invoiceId: references[0] ?? '',
    references,
    subscriptionId: idsAt(session, 'subscription')[0],
    eventName: mode === 'payment' ? 'Purchase' : 'Subscription creation',
    discountCodes: promotionCodes(session),
    country: countryAt(session, 'customer_details.address.country'),
  }
}

function paidInvoice(invoice: Json, event: ProviderEvent): Action {
  const gross = amountAt(invoice, 'amount_paid') ?? 0
  const total = amountAt(invoice, 'total') ?? gross
  const metadata = [
    valueAt(invoice, 'metadata'),
    valueAt(invoice, 'parent.subscription_details.metadata'),
    valueAt(invoice, 'subscription_details.metadata'),
  ]
  const payments = listAt(invoice, 'payments.data').flatMap((one) => idsAt(one, 'payment.payment_intent', 'payment.charge'))
  const reason = textAt(invoice, 'billing_reason')
  return {
    kind: 'sale',
    person: {
      clickId: clickIdIn(event, ...metadata),
      externalId: externalIdIn(...metadata),
      providerId: textAt(invoice, 'customer', 'customer.id'),
      email: textAt(invoice, 'customer_email'),
      name: textAt(invoice, 'customer_name'),
    },
    gross,
    amount: netOfPaid(gross, { total, net: amountAt(invoice, 'total_excluding_tax') ?? total }),
    currency: textAt(invoice, 'currency') ?? 'usd',
    invoiceId: textAt(invoice, 'id') ?? '',
    references: [...idsAt(invoice, 'id', 'payment_intent', 'charge'), ...payments],
    subscriptionId: idsAt(invoice, 'parent.subscription_details.subscription', 'subscription')[0],
    eventName: reason === 'manual' ? 'Purchase' : reason === 'subscription_create' ? 'Subscription creation' : 'Invoice paid',
    discountCodes: promotionCodes(invoice),
    country: countryAt(invoice, 'customer_address.country'),
  }
}

/** The event has the sum of the refunds of one charge; a sale may also lose disputed amounts, or have several charges. */
function refundedCharge(charge: Json, { body }: ProviderEvent): Action {
  const cumulative = amountAt(charge, 'amount_refunded') ?? 0
  const earlier = amountAt(body, 'data.previous_attributes.amount_refunded')
  return {
    kind: 'refund',
    references: idsAt(charge, 'invoice', 'payment_intent', 'id'),
    refundId: refundIdOf(charge, cumulative),
    amount: earlier === undefined ? { cumulative } : cumulative - earlier,
  }
}

/** Identifies the refund that brought the sum of the charge's refunds to this. */
export const refundIdOf = (charge: Json | undefined, cumulative: number) => `${textAt(charge, 'id')}:${cumulative}`

const chargeOf = (dispute: Json) => idsAt(dispute, 'payment_intent', 'charge')

// A dispute withdraws the money when it opens; a won dispute returns it.
function dispute(object: Json): Action {
  if (textAt(object, 'status')?.startsWith('warning_')) return noAction('an inquiry withdraws no money')
  return { kind: 'refund', references: chargeOf(object), refundId: textAt(object, 'id') ?? '', amount: amountAt(object, 'amount') }
}

function wonDispute(object: Json): Action {
  const id = textAt(object, 'id') ?? ''
  return {
    kind: 'reinstatement',
    references: chargeOf(object),
    reinstatementId: `${id}:won`,
    reversedRefundId: id,
    amount: amountAt(object, 'amount') ?? 0,
  }
}

function creditNote(note: Json): Action {
  if (textAt(note, 'refund') || listAt(note, 'refunds').length > 0)
    return noAction('the refund of the charge is covered by charge.refunded')
  if (textAt(note, 'type') === 'pre_payment') return noAction('no payment was made')
  return {
    kind: 'refund',
    references: idsAt(note, 'invoice'),
    refundId: textAt(note, 'id') ?? '',
    amount: amountAt(note, 'amount', 'total'),
  }
}

function trial(subscription: Json, event: ProviderEvent): Action {
  if (!event.settings.freeTrials) return noAction('trials are disabled in the settings')
  if (textAt(subscription, 'status') !== 'trialing') return noAction('the subscription started without a trial')
  return { kind: 'lead', person: payer(subscription, event), eventName: 'Started Trial' }
}

const payer = (object: Json, event: ProviderEvent): Person => ({
  clickId: clickIdIn(event, valueAt(object, 'metadata')),
  externalId: externalIdIn(valueAt(object, 'metadata')),
  providerId: textAt(object, 'customer', 'customer.id'),
})

const customerPerson = (customer: Json, event: ProviderEvent): Person => ({
  ...payer(customer, event),
  providerId: textAt(customer, 'id'),
  email: textAt(customer, 'email'),
  name: textAt(customer, 'name'),
})

// The field may also contain cart or customer ids, so a click id needs its prefix.
function prefixedReference(session: Json): string | undefined {
  const reference = textAt(session, 'client_reference_id')
  return reference && /^(?:svc|dub)_id_/.test(reference) ? clickIdOf(reference) : undefined
}

/** The ids at these paths; each value is an id or an expanded object. */
const idsAt = (object: Json, ...paths: string[]) => paths.flatMap((path) => textAt(object, path, `${path}.id`) ?? [])
