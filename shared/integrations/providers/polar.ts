import { z } from 'zod'
import { noAction, type Action, type Person } from '../actions/action.js'
import { standardWebhooksRawSecret } from '../signatures/provider-schemes.js'
import { headerOf } from '../signatures/signature-readers.js'
import { valueAt, type Json, textAt } from './json.js'
import { amountAt } from './money.js'
import { clickIdIn, externalIdIn } from './person.js'
import { handlerOf, provider, type ProviderEvent } from './provider.js'

export const polar = provider({
  slug: 'polar',
  name: 'Polar',
  description: 'Paid orders become sales, refunds are deducted, trials become leads.',
  category: 'payments',
  website: 'https://polar.sh',
  settings: z.object({}),
  receiver: {
    scheme: () => standardWebhooksRawSecret,
    secretName: 'Secret of the webhook endpoint',
    parseEvents: (body, headers) => [
      { id: headerOf(headers, 'webhook-id') ?? null, type: textAt(body, 'type') ?? 'unknown', body, isTest: false },
    ],
    toActions: (event) => handlerOf(actionsByType, event)?.(valueAt(event.body, 'data') ?? null, event) ?? null,
  },
})

const eventNames: Record<string, string> = {
  subscription_create: 'Subscription creation',
  subscription_cycle: 'Invoice paid',
  subscription_update: 'Invoice paid',
}

const actionsByType: Record<string, (data: Json, event: ProviderEvent) => Action> = {
  'order.paid': order,
  // Refund amounts exclude tax, so the sale amount does as well.
  'order.refunded': (data) => {
    const cumulative = amountAt(data, 'refunded_amount')
    return {
      kind: 'refund',
      references: [textAt(data, 'id') ?? ''],
      refundId: `${textAt(data, 'id')}:${cumulative ?? 'all'}`,
      amount: cumulative === undefined ? undefined : { cumulative },
    }
  },
  'refund.created': () => noAction('the refund is covered by order.refunded'),
  'customer.created': (data, event) => {
    const person = customerOf(data, data, event)
    return person.clickId ? { kind: 'lead', person, eventName: 'New customer' } : { kind: 'customer', person }
  },
  'customer.updated': (data, event) => ({ kind: 'customer', person: customerOf(data, data, event) }),
  'customer.deleted': (data, event) => ({ kind: 'customer-deleted', person: customerOf(data, data, event), isErasure: false }),
  'subscription.created': (data, event) =>
    textAt(data, 'status') === 'trialing'
      ? { kind: 'lead', person: payer(data, event), eventName: 'Started Trial' }
      : noAction('the subscription started without a trial'),
  'subscription.canceled': subscriptionEnd,
  'subscription.revoked': subscriptionEnd,
}

function subscriptionEnd(data: Json, event: ProviderEvent): Action {
  return { kind: 'subscription-ended', person: payer(data, event), subscriptionId: textAt(data, 'id') }
}

function order(data: Json, event: ProviderEvent): Action {
  const amount = amountAt(data, 'net_amount', 'total_amount') ?? 0
  const id = textAt(data, 'id') ?? ''
  return {
    kind: 'sale',
    person: payer(data, event),
    amount,
    gross: amount,
    currency: textAt(data, 'currency') ?? 'usd',
    invoiceId: id,
    references: [id],
    subscriptionId: textAt(data, 'subscription_id'),
    eventName: eventNames[textAt(data, 'billing_reason') ?? ''] ?? 'Purchase',
  }
}

const payer = (data: Json, event: ProviderEvent) => customerOf(valueAt(data, 'customer') ?? null, data, event)

const customerOf = (customer: Json, data: Json, event: ProviderEvent): Person => ({
  clickId: clickIdIn(event, valueAt(data, 'metadata'), valueAt(customer, 'metadata')),
  externalId: externalIdIn(valueAt(data, 'metadata'), valueAt(customer, 'metadata')) ?? textAt(customer, 'external_id'),
  providerId: textAt(customer, 'id'),
  email: textAt(customer, 'email'),
  name: textAt(customer, 'name'),
})
