import { z } from 'zod'
import { nothing, type Outcome, type Person } from '../outcomes/outcome.js'
import { headerOf } from '../signatures/readings.js'
import { bodyAlone } from '../signatures/schemes.js'
import { at, type Json, numberAt, textAt } from './json.js'
import { clickIdIn, externalIdIn } from './person.js'
import { provider, type ProviderEvent } from './provider.js'

export const lemonSqueezy = provider({
  slug: 'lemonsqueezy',
  name: 'Lemon Squeezy',
  description: 'Paid orders and renewals become sales, refunds are taken off, trials become leads.',
  category: 'payments',
  website: 'https://www.lemonsqueezy.com',
  settings: z.object({}),
  receiver: {
    scheme: () => bodyAlone('x-signature'),
    secretName: 'Signing secret of the webhook',
    // Deliveries have no id: the same bytes are the same.
    parts: (body, headers) => [
      {
        id: null,
        type: headerOf(headers, 'x-event-name') ?? textAt(body, 'meta.event_name') ?? 'unknown',
        body,
        isTest: at(body, 'meta.test_mode') === true || at(body, 'data.attributes.test_mode') === true,
      },
    ],
    outcome: (event) => outcomes[event.type]?.(at(event.body, 'data.attributes') ?? null, event) ?? null,
  },
})

const outcomes: Record<string, (attributes: Json, event: ProviderEvent) => Outcome> = {
  order_created: (attributes, event) =>
    textAt(attributes, 'status') === 'paid' ? sale(attributes, event, 'order', 'Purchase') : nothing('the order is not paid'),
  // The first payment of a subscription is an order as well.
  subscription_payment_success: (attributes, event) =>
    textAt(attributes, 'billing_reason') === 'initial'
      ? nothing('the first payment is told by order_created')
      : sale(attributes, event, 'invoice', 'Invoice paid'),
  order_refunded: (attributes, event) => refund(attributes, event, 'order'),
  subscription_payment_refunded: (attributes, event) => refund(attributes, event, 'invoice'),
  subscription_created: (attributes, event) =>
    textAt(attributes, 'status') === 'on_trial'
      ? { kind: 'lead', person: buyer(attributes, event), eventName: 'Started Trial' }
      : nothing('the subscription began without a trial'),
  subscription_cancelled: (attributes, event) => ({ kind: 'subscription-ended', person: buyer(attributes, event) }),
  subscription_expired: (attributes, event) => ({ kind: 'subscription-ended', person: buyer(attributes, event) }),
}

const nameOf = ({ body }: ProviderEvent, what: 'order' | 'invoice') => `lemonsqueezy_${what}_${textAt(body, 'data.id')}`

function sale(attributes: Json, event: ProviderEvent, what: 'order' | 'invoice', eventName: string): Outcome {
  const gross = numberAt(attributes, 'total') ?? 0
  const name = nameOf(event, what)
  return {
    kind: 'sale',
    person: buyer(attributes, event),
    gross,
    amount: gross - (numberAt(attributes, 'tax') ?? 0),
    currency: textAt(attributes, 'currency') ?? 'usd',
    invoiceId: name,
    references: [name],
    eventName,
  }
}

function refund(attributes: Json, event: ProviderEvent, what: 'order' | 'invoice'): Outcome {
  const inAll = numberAt(attributes, 'refunded_amount')
  return {
    kind: 'refund',
    references: [nameOf(event, what)],
    refundId: `${nameOf(event, what)}:${inAll ?? 'all'}`,
    amount: inAll ? { inAll } : undefined,
  }
}

const buyer = (attributes: Json, event: ProviderEvent): Person => ({
  clickId: clickIdIn(event, at(event.body, 'meta.custom_data')),
  externalId: externalIdIn(at(event.body, 'meta.custom_data')),
  providerId: textAt(attributes, 'customer_id'),
  email: textAt(attributes, 'user_email'),
  name: textAt(attributes, 'user_name'),
})
