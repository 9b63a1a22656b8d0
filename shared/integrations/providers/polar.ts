import { z } from 'zod'
import { nothing, type Outcome, type Person } from '../outcomes/outcome.js'
import { headerOf } from '../signatures/readings.js'
import { standardWithPlainKey } from '../signatures/schemes.js'
import { at, type Json, numberAt, textAt } from './json.js'
import { clickIdIn, externalIdIn } from './person.js'
import { provider, type ProviderEvent } from './provider.js'

export const polar = provider({
  slug: 'polar',
  name: 'Polar',
  description: 'Paid orders become sales, refunds are taken off, trials become leads.',
  category: 'payments',
  website: 'https://polar.sh',
  settings: z.object({}),
  receiver: {
    scheme: () => standardWithPlainKey,
    secretName: 'Secret of the webhook endpoint',
    parts: (body, headers) => [
      { id: headerOf(headers, 'webhook-id') ?? null, type: textAt(body, 'type') ?? 'unknown', body, isTest: false },
    ],
    outcome: (event) => outcomes[event.type]?.(at(event.body, 'data') ?? null, event) ?? null,
  },
})

const eventNames: Record<string, string> = {
  subscription_create: 'Subscription creation',
  subscription_cycle: 'Invoice paid',
  subscription_update: 'Invoice paid',
}

const outcomes: Record<string, (data: Json, event: ProviderEvent) => Outcome> = {
  'order.paid': order,
  // Refunds are told without tax, so the sale is kept without it as well.
  'order.refunded': (data) => {
    const inAll = numberAt(data, 'refunded_amount')
    return {
      kind: 'refund',
      references: [textAt(data, 'id') ?? ''],
      refundId: `${textAt(data, 'id')}:${inAll ?? 'all'}`,
      amount: inAll === undefined ? undefined : { inAll },
    }
  },
  'refund.created': () => nothing('the refund is told by order.refunded'),
  'customer.created': (data, event) => {
    const person = customerOf(data, data, event)
    return person.clickId ? { kind: 'lead', person, eventName: 'New customer' } : { kind: 'customer', person }
  },
  'customer.updated': (data, event) => ({ kind: 'customer', person: customerOf(data, data, event) }),
  'customer.deleted': (data, event) => ({ kind: 'customer-deleted', person: customerOf(data, data, event), isErasure: false }),
  'subscription.created': (data, event) =>
    textAt(data, 'status') === 'trialing'
      ? { kind: 'lead', person: payer(data, event), eventName: 'Started Trial' }
      : nothing('the subscription began without a trial'),
  'subscription.canceled': (data, event) => ({ kind: 'subscription-ended', person: payer(data, event) }),
  'subscription.revoked': (data, event) => ({ kind: 'subscription-ended', person: payer(data, event) }),
}

function order(data: Json, event: ProviderEvent): Outcome {
  const amount = numberAt(data, 'net_amount', 'total_amount') ?? 0
  const id = textAt(data, 'id') ?? ''
  return {
    kind: 'sale',
    person: payer(data, event),
    amount,
    gross: amount,
    currency: textAt(data, 'currency') ?? 'usd',
    invoiceId: id,
    references: [id],
    eventName: eventNames[textAt(data, 'billing_reason') ?? ''] ?? 'Purchase',
  }
}

const payer = (data: Json, event: ProviderEvent) => customerOf(at(data, 'customer') ?? null, data, event)

const customerOf = (customer: Json, data: Json, event: ProviderEvent): Person => ({
  clickId: clickIdIn(event, at(data, 'metadata'), at(customer, 'metadata')),
  externalId: externalIdIn(at(data, 'metadata'), at(customer, 'metadata')) ?? textAt(customer, 'external_id'),
  providerId: textAt(customer, 'id'),
  email: textAt(customer, 'email'),
  name: textAt(customer, 'name'),
})
