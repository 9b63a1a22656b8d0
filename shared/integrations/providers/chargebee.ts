import { z } from 'zod'
import { noAction, type Action, type Person } from '../actions/action.js'
import { basicAuthorization } from '../signatures/provider-schemes.js'
import { idAt, valueAt, isObject, type Json, textAt } from './json.js'
import { amountAt, netOfPaid } from './money.js'
import { clickIdIn, externalIdIn } from './person.js'
import { handlerOf, provider, type ProviderEvent } from './provider.js'

export const chargebee = provider({
  slug: 'chargebee',
  name: 'Chargebee',
  description: 'Paid invoices become sales, refunds are deducted, trials become leads.',
  category: 'payments',
  website: 'https://www.chargebee.com',
  settings: z.object({}),
  receiver: {
    scheme: () => basicAuthorization,
    secretName: 'Username and password of the webhook, as `username:password`',
    secretPattern: /^[^:]+:./,
    parseEvents: (body) => [{ id: textAt(body, 'id') ?? null, type: textAt(body, 'event_type') ?? 'unknown', body, isTest: false }],
    toActions: (event) => handlerOf(actionsByType, event)?.(valueAt(event.body, 'content') ?? null, event) ?? null,
  },
})

const actionsByType: Record<string, (content: Json, event: ProviderEvent) => Action> = {
  payment_succeeded: payment,
  payment_refunded: refund,
  customer_created: (content, event) => {
    const person = customer(content, event)
    return person.clickId ? { kind: 'lead', person, eventName: 'New customer' } : { kind: 'customer', person }
  },
  customer_changed: (content, event) => ({ kind: 'customer', person: customer(content, event) }),
  customer_deleted: (content, event) => ({ kind: 'customer-deleted', person: customer(content, event), isErasure: false }),
  subscription_created: (content, event) =>
    textAt(content, 'subscription.status') === 'in_trial'
      ? { kind: 'lead', person: customer(content, event), eventName: 'Started Trial' }
      : noAction('the subscription started without a trial'),
  subscription_cancelled: (content, event) => ({
    kind: 'subscription-ended',
    person: customer(content, event),
    subscriptionId: textAt(content, 'subscription.id'),
  }),
}

// Ids are unique only within a Chargebee site.
const referencesOf = ({ connectionId }: ProviderEvent, content: Json, ...paths: string[]) =>
  paths.flatMap((path) => textAt(content, path) ?? []).map((id) => `${connectionId}_${id}`)

/**
 * An id of the paid invoice that is the same for every connection to the site. Events do not name the site, but ids of transactions are
 * random. One transaction may pay several invoices.
 */
function sharedIdOf(content: Json, transactionPath: string): string | undefined {
  const [transactionId, invoiceId] = [textAt(content, transactionPath), textAt(content, 'invoice.id')]
  return transactionId && invoiceId ? `${transactionId} ${invoiceId}` : undefined
}

function refund(content: Json, event: ProviderEvent): Action {
  const references = referencesOf(event, content, 'invoice.id', 'transaction.reference_transaction_id')
  const sharedId = sharedIdOf(content, 'transaction.reference_transaction_id')
  return {
    kind: 'refund',
    references: sharedId === undefined ? references : [...references, sharedId],
    refundId: textAt(content, 'transaction.id') ?? '',
    isWithinSale: true,
    formerRefundId: idAt(`${event.connectionId}_`, content, 'transaction.id'),
    amount: amountAt(content, 'transaction.amount'),
  }
}

function payment(content: Json, event: ProviderEvent): Action {
  const invoice = valueAt(content, 'invoice') ?? null
  if (textAt(invoice, 'status') !== 'paid') return noAction('the invoice is not paid in full')
  const total = amountAt(invoice, 'total') ?? 0
  const gross = amountAt(invoice, 'amount_paid') ?? total
  const references = referencesOf(event, content, 'invoice.id', 'transaction.id')
  return {
    kind: 'sale',
    person: customer(content, event),
    gross,
    amount: netOfPaid(gross, { total, net: total - (amountAt(invoice, 'tax') ?? 0) }),
    currency: textAt(invoice, 'currency_code') ?? 'usd',
    invoiceId: references[0] ?? '',
    references,
    sharedId: sharedIdOf(content, 'transaction.id'),
    subscriptionId: textAt(invoice, 'subscription_id'),
    eventName:
      valueAt(invoice, 'recurring') !== true
        ? 'Purchase'
        : valueAt(invoice, 'first_invoice') === true
          ? 'Subscription creation'
          : 'Invoice paid',
  }
}

function customer(content: Json, event: ProviderEvent): Person {
  const one = valueAt(content, 'customer') ?? null
  const metadata = [
    customFields(one),
    valueAt(one, 'meta_data'),
    customFields(valueAt(content, 'subscription') ?? null),
    valueAt(content, 'subscription.meta_data'),
  ]
  const name = [textAt(one, 'first_name'), textAt(one, 'last_name')].filter(Boolean).join(' ') || undefined
  return {
    clickId: clickIdIn(event, ...metadata),
    externalId: externalIdIn(...metadata),
    providerId: textAt(one, 'id'),
    email: textAt(one, 'email'),
    name,
  }
}

/** Custom fields are prefixed with `cf_`. */
const customFields = (one: Json): Json =>
  isObject(one)
    ? Object.fromEntries(Object.entries(one).flatMap(([name, value]) => (name.startsWith('cf_') ? [[name.slice(3), value]] : [])))
    : null
