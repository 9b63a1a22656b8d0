import { z } from 'zod'
import { noAction, type Action, type Person } from '../actions/action.js'
import { bodySignature } from '../signatures/provider-schemes.js'
import { headerOf } from '../signatures/signature-readers.js'
import { idAt, valueAt, type Json, textAt } from './json.js'
import { amountAt } from './money.js'
import { clickIdIn, externalIdIn } from './person.js'
import { handlerOf, provider, type ProviderEvent } from './provider.js'

export const lemonSqueezy = provider({
  slug: 'lemonsqueezy',
  name: 'Lemon Squeezy',
  description: 'Paid orders and renewals become sales, refunds are deducted, trials become leads.',
  category: 'payments',
  website: 'https://www.lemonsqueezy.com',
  settings: z.object({}),
  receiver: {
    scheme: () => bodySignature('x-signature'),
    secretName: 'Signing secret of the webhook',
    // Deliveries have no id, so duplicates are detected by the body.
    parseEvents: (body, headers) => [
      {
        id: null,
        type: headerOf(headers, 'x-event-name') ?? textAt(body, 'meta.event_name') ?? 'unknown',
        body,
        isTest: valueAt(body, 'meta.test_mode') === true || valueAt(body, 'data.attributes.test_mode') === true,
      },
    ],
    toActions: (event) => handlerOf(actionsByType, event)?.(valueAt(event.body, 'data.attributes') ?? null, event) ?? null,
  },
})

const actionsByType: Record<string, (attributes: Json, event: ProviderEvent) => Action> = {
  order_created: (attributes, event) =>
    textAt(attributes, 'status') === 'paid' ? sale(attributes, event, 'order', 'Purchase') : noAction('the order is not paid'),
  // The first payment of a subscription also creates an order.
  subscription_payment_success: (attributes, event) =>
    textAt(attributes, 'billing_reason') === 'initial'
      ? noAction('the first payment is covered by order_created')
      : sale(attributes, event, 'invoice', 'Invoice paid'),
  order_refunded: (attributes, event) => refund(attributes, event, 'order'),
  subscription_payment_refunded: (attributes, event) =>
    textAt(attributes, 'billing_reason') === 'initial'
      ? noAction('the refund of the first payment is covered by order_refunded')
      : refund(attributes, event, 'invoice'),
  subscription_created: (attributes, event) =>
    textAt(attributes, 'status') === 'on_trial'
      ? { kind: 'lead', person: buyer(attributes, event), eventName: 'Started Trial' }
      : noAction('the subscription started without a trial'),
  subscription_cancelled: subscriptionEnd,
  subscription_expired: subscriptionEnd,
}

const referenceOf = ({ body }: ProviderEvent, resource: 'order' | 'invoice') => idAt(`lemonsqueezy_${resource}_`, body, 'data.id')

function sale(attributes: Json, event: ProviderEvent, resource: 'order' | 'invoice', eventName: string): Action {
  const gross = amountAt(attributes, 'total') ?? 0
  const reference = referenceOf(event, resource)
  return {
    kind: 'sale',
    person: buyer(attributes, event),
    gross,
    amount: gross - (amountAt(attributes, 'tax') ?? 0),
    currency: textAt(attributes, 'currency') ?? 'usd',
    invoiceId: reference,
    references: [reference],
    // Orders name no subscription, so only renewals do.
    subscriptionId: textAt(attributes, 'subscription_id'),
    eventName,
  }
}

function subscriptionEnd(attributes: Json, event: ProviderEvent): Action {
  return { kind: 'subscription-ended', person: buyer(attributes, event), subscriptionId: textAt(event.body, 'data.id') }
}

function refund(attributes: Json, event: ProviderEvent, resource: 'order' | 'invoice'): Action {
  const cumulative = amountAt(attributes, 'refunded_amount')
  return {
    kind: 'refund',
    references: [referenceOf(event, resource)],
    refundId: `${referenceOf(event, resource)}:${cumulative ?? 'all'}`,
    amount: cumulative ? { cumulative } : undefined,
  }
}

const buyer = (attributes: Json, event: ProviderEvent): Person => ({
  clickId: clickIdIn(event, valueAt(event.body, 'meta.custom_data')),
  externalId: externalIdIn(valueAt(event.body, 'meta.custom_data')),
  providerId: textAt(attributes, 'customer_id'),
  email: textAt(attributes, 'user_email'),
  name: textAt(attributes, 'user_name'),
})
