import { z } from 'zod'
import { nothing, type Outcome, type Person } from '../outcomes/outcome.js'
import { headerOf } from '../signatures/readings.js'
import { bodyAlone } from '../signatures/schemes.js'
import { at, type Json, listAt, numberAt, textAt } from './json.js'
import { minorAt } from './money.js'
import { clickIdIn, clickIdInAddress, externalIdIn, fieldsOf, fullName } from './person.js'
import { provider, type ProviderEvent } from './provider.js'

export const shopify = provider({
  slug: 'shopify',
  name: 'Shopify',
  description: 'Paid orders become sales, refunds are taken off, new accounts become leads.',
  category: 'shops',
  website: 'https://www.shopify.com',
  settings: z.object({}),
  receiver: {
    scheme: () => bodyAlone('x-shopify-hmac-sha256', { encoding: 'base64' }),
    secretName: "The app's client secret, or the secret under Notifications > Webhooks",
    parts: (body, headers) => [
      {
        id: headerOf(headers, 'x-shopify-event-id') ?? headerOf(headers, 'x-shopify-webhook-id') ?? null,
        type: headerOf(headers, 'x-shopify-topic') ?? 'unknown',
        body,
        isTest: headerOf(headers, 'x-shopify-test') === 'true' || at(body, 'test') === true,
      },
    ],
    outcome: (event) => outcomes[event.type]?.(event) ?? null,
  },
})

const outcomes: Record<string, (event: ProviderEvent) => Outcome> = {
  'orders/paid': paidOrder,
  'refunds/create': refund,
  'disputes/create': dispute,
  'disputes/update': dispute,
  'orders/cancelled': ({ body }) =>
    textAt(body, 'financial_status') === 'refunded'
      ? { kind: 'refund', references: [orderName(textAt(body, 'id'))], refundId: `cancelled:${textAt(body, 'id')}` }
      : nothing('nothing was given back'),
  'customers/create': (event) => ({ kind: 'lead', person: customer(event.body), eventName: 'Account created' }),
  'customers/update': (event) => ({ kind: 'customer', person: customer(event.body) }),
  'customers/delete': (event) => ({ kind: 'customer-deleted', person: customer(event.body), isErasure: false }),
  'customers/redact': ({ body }) => ({ kind: 'customer-deleted', person: customer(at(body, 'customer') ?? null), isErasure: true }),
  'customers/data_request': () => nothing('a person asks what is known of them: answer them by GET /customers'),
  'shop/redact': () => nothing('the shop asks that its data be deleted: delete the connection and its customers'),
  'app/uninstalled': () => ({ kind: 'disconnected' }),
}

const orderName = (id: string | undefined) => `shopify_${id}`

function paidOrder(event: ProviderEvent): Outcome {
  const { body } = event
  const currency = textAt(body, 'current_subtotal_price_set.shop_money.currency_code', 'currency') ?? 'usd'
  const amount = minorAt(body, currency, 'current_subtotal_price_set.shop_money.amount', 'current_subtotal_price', 'subtotal_price') ?? 0
  const gross = minorAt(body, currency, 'current_total_price_set.shop_money.amount', 'current_total_price', 'total_price') ?? amount
  const noted = fieldsOf(body, 'note_attributes')
  const name = orderName(textAt(body, 'id'))
  const person: Person = {
    ...customer(at(body, 'customer') ?? null),
    clickId: clickIdIn(event, noted) ?? clickIdInAddress(event, textAt(body, 'landing_site')),
    externalId: externalIdIn(noted),
    email: textAt(body, 'customer.email', 'email', 'contact_email'),
  }
  return {
    kind: 'sale',
    person,
    amount,
    gross: Math.max(gross, amount),
    currency,
    invoiceId: name,
    references: [name],
    eventName: 'Purchase',
  }
}

function refund({ body }: ProviderEvent): Outcome {
  const paidBack = listAt(body, 'transactions').filter((one) => textAt(one, 'kind') === 'refund' && textAt(one, 'status') === 'success')
  const amount = paidBack.reduce<number>((sum, one) => sum + (minorAt(one, textAt(one, 'currency') ?? 'usd', 'amount') ?? 0), 0)
  if (amount <= 0) return nothing('nothing was given back')
  return { kind: 'refund', references: [orderName(textAt(body, 'order_id'))], refundId: `shopify_${numberAt(body, 'id')}`, amount }
}

// The money is taken with a chargeback, and comes again when it is won.
function dispute({ body }: ProviderEvent): Outcome {
  if (textAt(body, 'type') !== 'chargeback') return nothing('a mere inquiry takes no money')
  const references = [orderName(textAt(body, 'order_id'))]
  const refundId = `shopify_dispute_${textAt(body, 'id')}`
  const amount = minorAt(body, textAt(body, 'currency') ?? 'usd', 'amount') ?? 0
  if (textAt(body, 'status') === 'won')
    return { kind: 'reinstatement', references, reinstatementId: `${refundId}:won`, undoes: refundId, amount }
  return { kind: 'refund', references, refundId, amount }
}

const customer = (body: Json): Person => ({
  providerId: textAt(body, 'id'),
  email: textAt(body, 'email'),
  name: fullName(textAt(body, 'first_name', 'default_address.first_name'), textAt(body, 'last_name', 'default_address.last_name')),
})
