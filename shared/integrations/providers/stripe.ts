import { z } from 'zod'
import { nothing, type Outcome, type Person } from '../outcomes/outcome.js'
import { stripeScheme } from '../signatures/schemes.js'
import { at, type Json, listAt, numberAt, textAt } from './json.js'
import { clickIdIn, clickIdOf, externalIdIn } from './person.js'
import { provider, type ProviderEvent } from './provider.js'

export const stripe = provider({
  slug: 'stripe',
  name: 'Stripe',
  description: 'Checkouts and paid invoices become sales, refunds and lost disputes are taken off, trials become leads.',
  category: 'payments',
  website: 'https://stripe.com',
  settings: z.object({ freeTrials: z.boolean().default(true).meta({ description: 'Whether the beginning of a trial is a lead.' }) }),
  receiver: {
    scheme: () => stripeScheme,
    secretName: 'Signing secret of the endpoint (`whsec_...`)',
    parts: (body) => [
      { id: textAt(body, 'id') ?? null, type: textAt(body, 'type') ?? 'unknown', body, isTest: at(body, 'livemode') === false },
    ],
    outcome: (event) => outcomes[event.type]?.(at(event.body, 'data.object') ?? null, event) ?? null,
  },
})

const outcomes: Record<string, (object: Json, event: ProviderEvent) => Outcome> = {
  'checkout.session.completed': checkout,
  'checkout.session.async_payment_succeeded': checkout,
  'invoice.paid': paidInvoice,
  'invoice.payment_succeeded': paidInvoice,
  'invoice_payment.paid': (object) => ({
    kind: 'sale-references',
    references: texts(object, 'invoice', 'payment.payment_intent', 'payment.charge'),
  }),
  'charge.refunded': (charge) => ({
    kind: 'refund',
    references: texts(charge, 'invoice', 'payment_intent', 'id'),
    refundId: `${textAt(charge, 'id')}:${numberAt(charge, 'amount_refunded')}`,
    amount: { inAll: numberAt(charge, 'amount_refunded') ?? 0 },
  }),
  'charge.dispute.created': dispute,
  'charge.dispute.funds_withdrawn': dispute,
  'charge.dispute.funds_reinstated': wonDispute,
  'credit_note.created': creditNote,
  'customer.created': (customer, event) =>
    clickIdIn(event, at(customer, 'metadata'))
      ? { kind: 'lead', person: customerItself(customer, event), eventName: 'New customer' }
      : { kind: 'customer', person: customerItself(customer, event) },
  'customer.updated': (customer, event) => ({ kind: 'customer', person: customerItself(customer, event) }),
  'customer.deleted': (customer, event) => ({ kind: 'customer-deleted', person: customerItself(customer, event), isErasure: false }),
  'customer.subscription.created': trial,
  'customer.subscription.deleted': (subscription, event) => ({ kind: 'subscription-ended', person: payer(subscription, event) }),
  'account.application.deauthorized': () => ({ kind: 'disconnected' }),
}

function checkout(session: Json, event: ProviderEvent): Outcome {
  const mode = textAt(session, 'mode')
  const status = textAt(session, 'payment_status')
  const person: Person = {
    ...payer(session, event),
    clickId: clickIdIn(event, at(session, 'metadata')) ?? prefixedReference(session),
    email: textAt(session, 'customer_details.email', 'customer_email'),
    name: textAt(session, 'customer_details.name'),
  }
  if (mode === 'subscription' && status === 'no_payment_required' && event.settings.freeTrials)
    return { kind: 'lead', person, eventName: 'Started Trial' }
  if (mode === 'setup' || status !== 'paid') return nothing('nothing was paid')
  const gross = numberAt(session, 'amount_total') ?? 0
  const references = texts(session, 'invoice', 'payment_intent', 'id')
  return {
    kind: 'sale',
    person,
    gross,
    amount: gross - (numberAt(session, 'total_details.amount_tax') ?? 0),
    currency: textAt(session, 'currency') ?? 'usd',
    invoiceId: references[0] ?? '',
    references,
    eventName: mode === 'payment' ? 'Purchase' : 'Subscription creation',
  }
}

function paidInvoice(invoice: Json, event: ProviderEvent): Outcome {
  const gross = numberAt(invoice, 'amount_paid') ?? 0
  const isWhole = gross === numberAt(invoice, 'total')
  const metadata = [
    at(invoice, 'metadata'),
    at(invoice, 'parent.subscription_details.metadata'),
    at(invoice, 'subscription_details.metadata'),
  ]
  const payments = listAt(invoice, 'payments.data').flatMap((one) => texts(one, 'payment.payment_intent', 'payment.charge'))
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
    amount: isWhole ? (numberAt(invoice, 'total_excluding_tax') ?? gross) : gross,
    currency: textAt(invoice, 'currency') ?? 'usd',
    invoiceId: textAt(invoice, 'id') ?? '',
    references: [...texts(invoice, 'id', 'payment_intent', 'charge'), ...payments],
    eventName: reason === 'manual' ? 'Purchase' : reason === 'subscription_create' ? 'Subscription creation' : 'Invoice paid',
  }
}

const chargeOf = (dispute: Json) => texts(dispute, 'payment_intent', 'charge')

// The money is taken when a dispute begins, and comes again when it is won.
function dispute(object: Json): Outcome {
  if (textAt(object, 'status')?.startsWith('warning_')) return nothing('a mere inquiry takes no money')
  return { kind: 'refund', references: chargeOf(object), refundId: textAt(object, 'id') ?? '', amount: numberAt(object, 'amount') }
}

function wonDispute(object: Json): Outcome {
  const id = textAt(object, 'id') ?? ''
  return {
    kind: 'reinstatement',
    references: chargeOf(object),
    reinstatementId: `${id}:won`,
    undoes: id,
    amount: numberAt(object, 'amount') ?? 0,
  }
}

function creditNote(note: Json): Outcome {
  if (textAt(note, 'refund') || listAt(note, 'refunds').length > 0) return nothing('the refund of its charge is told by charge.refunded')
  if (textAt(note, 'type') === 'pre_payment') return nothing('nothing had been paid')
  return {
    kind: 'refund',
    references: texts(note, 'invoice'),
    refundId: textAt(note, 'id') ?? '',
    amount: numberAt(note, 'amount', 'total'),
  }
}

function trial(subscription: Json, event: ProviderEvent): Outcome {
  if (!event.settings.freeTrials) return nothing('the settings leave trials out')
  if (textAt(subscription, 'status') !== 'trialing') return nothing('the subscription began without a trial')
  return { kind: 'lead', person: payer(subscription, event), eventName: 'Started Trial' }
}

const payer = (object: Json, event: ProviderEvent): Person => ({
  clickId: clickIdIn(event, at(object, 'metadata')),
  externalId: externalIdIn(at(object, 'metadata')),
  providerId: textAt(object, 'customer', 'customer.id'),
})

const customerItself = (customer: Json, event: ProviderEvent): Person => ({
  ...payer(customer, event),
  providerId: textAt(customer, 'id'),
  email: textAt(customer, 'email'),
  name: textAt(customer, 'name'),
})

// The field is also used for ids of carts and customers, so a click id must say that it is one.
function prefixedReference(session: Json): string | undefined {
  const reference = textAt(session, 'client_reference_id')
  return reference && /^(?:svc|dub)_id_/.test(reference) ? clickIdOf(reference) : undefined
}

/** Those that are there: ids, or objects with one. */
const texts = (object: Json, ...paths: string[]) => paths.flatMap((path) => textAt(object, path, `${path}.id`) ?? [])
