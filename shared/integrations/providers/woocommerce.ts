import { z } from 'zod'
import { nothing, type Outcome, type Person } from '../outcomes/outcome.js'
import { headerOf } from '../signatures/readings.js'
import { bodyAlone } from '../signatures/schemes.js'
import { type Json, listAt, numberAt, textAt } from './json.js'
import { minorAt } from './money.js'
import { clickIdIn, externalIdIn, fieldsOf, fullName } from './person.js'
import { provider, type ProviderEvent } from './provider.js'

export const wooCommerce = provider({
  slug: 'woocommerce',
  name: 'WooCommerce',
  description: 'Paid orders become sales, refunds are taken off, new accounts become leads.',
  category: 'shops',
  website: 'https://woocommerce.com',
  settings: z.object({}),
  receiver: {
    scheme: () => bodyAlone('x-wc-webhook-signature', { encoding: 'base64' }),
    secretName: 'Secret of the webhook',
    // Saved webhooks ask first, unsigned and as a form, whether the address answers.
    greeting: ({ body }) => body.length < 64 && /^webhook_id=\d+$/.test(body.toString('latin1')),
    parts: (body, headers) => [
      {
        id: headerOf(headers, 'x-wc-webhook-delivery-id') ?? null,
        type: headerOf(headers, 'x-wc-webhook-topic') ?? 'unknown',
        body,
        isTest: false,
      },
    ],
    outcome: (event) => outcomes[event.type]?.(event) ?? null,
  },
})

const outcomes: Record<string, (event: ProviderEvent) => Outcome | Outcome[]> = {
  'order.created': order,
  'order.updated': order,
  'customer.created': (event) => ({ kind: 'lead', person: account(event), eventName: 'Account created' }),
  'customer.updated': (event) => ({ kind: 'customer', person: account(event) }),
  'customer.deleted': (event) => ({ kind: 'customer-deleted', person: account(event), isErasure: false }),
}

// Numbers count from one in every shop.
const nameOf = ({ connectionId }: ProviderEvent, id: string | undefined) => `${connectionId}_${id}`

/** Every change of an order is told with the whole order: what was told before is recognised by its ids. */
function order(event: ProviderEvent): Outcome | Outcome[] {
  const { body } = event
  const status = textAt(body, 'status') ?? ''
  const name = nameOf(event, textAt(body, 'id'))
  const refunds = refundsOf(event, name)
  if (status === 'refunded') return refunds.length > 0 ? refunds : { kind: 'refund', references: [name], refundId: `${name}:all` }
  if (!['processing', 'completed'].includes(status)) return nothing('the order is not paid')
  return [sale(event, name), ...refunds]
}

function sale(event: ProviderEvent, name: string): Outcome {
  const { body } = event
  const currency = textAt(body, 'currency') ?? 'usd'
  const gross = minorAt(body, currency, 'total') ?? 0
  const noted = fieldsOf(body, 'meta_data')
  const customerId = numberAt(body, 'customer_id')
  const person: Person = {
    clickId: clickIdIn(event, noted, unhidden(noted)),
    externalId: externalIdIn(noted),
    providerId: customerId ? nameOf(event, String(customerId)) : undefined,
    email: textAt(body, 'billing.email'),
    name: fullName(textAt(body, 'billing.first_name'), textAt(body, 'billing.last_name')),
  }
  return {
    kind: 'sale',
    person,
    gross,
    amount: gross - (minorAt(body, currency, 'total_tax') ?? 0),
    currency,
    invoiceId: name,
    references: [name],
    eventName: 'Purchase',
  }
}

const refundsOf = (event: ProviderEvent, name: string): Outcome[] =>
  listAt(event.body, 'refunds').map((one) => ({
    kind: 'refund',
    references: [name],
    refundId: `${name}:${textAt(one, 'id')}`,
    amount: Math.abs(minorAt(one, textAt(event.body, 'currency') ?? 'usd', 'total') ?? 0),
  }))

const account = (event: ProviderEvent): Person => ({
  clickId: clickIdIn(event, fieldsOf(event.body, 'meta_data')),
  externalId: externalIdIn(fieldsOf(event.body, 'meta_data')),
  providerId: nameOf(event, textAt(event.body, 'id')),
  email: textAt(event.body, 'email'),
  name: fullName(textAt(event.body, 'first_name'), textAt(event.body, 'last_name')),
})

/** Fields that the shop's pages hide begin with a line. */
const unhidden = (fields: Json): Json =>
  Object.fromEntries(Object.entries(fields as object).map(([name, value]) => [name.replace(/^_/, ''), value]))
