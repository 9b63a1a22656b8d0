import { z } from 'zod'
import { sha256 } from '../../kernel/hash.js'
import { noAction, type Action, type Person } from '../actions/action.js'
import { bodySignature } from '../signatures/provider-schemes.js'
import { headerOf } from '../signatures/signature-readers.js'
import { codesAt, countryAt } from './discount-codes.js'
import { type Json, listAt, numberAt, textAt } from './json.js'
import { minorUnitsAt } from './money.js'
import { clickIdIn, externalIdIn, fieldListAt, fullName } from './person.js'
import { handlerOf, provider, type ProviderEvent } from './provider.js'

export const wooCommerce = provider({
  slug: 'woocommerce',
  name: 'WooCommerce',
  description: 'Paid orders become sales, refunds are deducted, new accounts become leads.',
  category: 'shops',
  website: 'https://woocommerce.com',
  settings: z.object({}),
  receiver: {
    scheme: () => bodySignature('x-wc-webhook-signature', { encoding: 'base64' }),
    secretName: 'Secret of the webhook',
    // Saving a webhook first sends an unsigned form request to check the URL.
    isPing: ({ body }) => body.length < 64 && /^webhook_id=\d+$/.test(body.toString('latin1')),
    parseEvents(body, headers) {
      const type = headerOf(headers, 'x-wc-webhook-topic') ?? 'unknown'
      // The delivery id is a hash of the webhook and the second, so orders that change in the same second share it.
      const hash = sha256(JSON.stringify(body)).toString('hex')
      return [{ id: `${type} ${hash}`, type, body, isTest: false }]
    },
    toActions: (event) => handlerOf(actionsByType, event)?.(event) ?? null,
  },
})

const actionsByType: Record<string, (event: ProviderEvent) => Action | Action[]> = {
  'order.created': order,
  'order.updated': order,
  'customer.created': (event) => ({ kind: 'lead', person: account(event), eventName: 'Account created' }),
  'customer.updated': (event) => ({ kind: 'customer', person: account(event) }),
  'customer.deleted': (event) => ({ kind: 'customer-deleted', person: account(event), isErasure: false }),
}

// Ids are numbers that start at one in every shop.
const uniqueId = ({ connectionId }: ProviderEvent, id: string | undefined) => `${connectionId}_${id}`

/** An id of the order that is the same for every connection to the shop, such as one that replaces another. */
function sharedIdOf({ headers, body }: ProviderEvent): string | undefined {
  const shop = headerOf(headers, 'x-wc-webhook-source')?.replaceAll(/^https?:\/\/|\/$/g, '')
  return shop && shop.length <= 200 ? `${shop.toLowerCase()} ${textAt(body, 'id')}` : undefined
}

/** Every change sends the complete order; sales and refunds already recorded are recognised by their ids. */
function order(event: ProviderEvent): Action | Action[] {
  const { body } = event
  const status = textAt(body, 'status') ?? ''
  const orderId = uniqueId(event, textAt(body, 'id'))
  const refunds = refundsOf(event, orderId)
  if (status === 'refunded') return refunds.length > 0 ? refunds : refund(event, orderId, 'all')
  if (!['processing', 'completed'].includes(status)) return noAction('the order is not paid')
  return [sale(event, orderId), ...refunds]
}

function sale(event: ProviderEvent, orderId: string): Action {
  const { body } = event
  const currency = textAt(body, 'currency') ?? 'usd'
  const gross = minorUnitsAt(body, currency, 'total') ?? 0
  const metadata = fieldListAt(body, 'meta_data')
  const customerId = numberAt(body, 'customer_id')
  const person: Person = {
    clickId: clickIdIn(event, metadata, withoutUnderscores(metadata)),
    externalId: externalIdIn(metadata),
    providerId: customerId ? uniqueId(event, String(customerId)) : undefined,
    email: textAt(body, 'billing.email'),
    name: fullName(textAt(body, 'billing.first_name'), textAt(body, 'billing.last_name')),
  }
  return {
    kind: 'sale',
    person,
    gross,
    amount: gross - (minorUnitsAt(body, currency, 'total_tax') ?? 0),
    currency,
    invoiceId: orderId,
    references: [orderId],
    sharedId: sharedIdOf(event),
    eventName: 'Purchase',
    discountCodes: codesAt(body, 'coupon_lines'),
    country: countryAt(body, 'billing.country'),
  }
}

const refundsOf = (event: ProviderEvent, orderId: string): Action[] =>
  listAt(event.body, 'refunds').map((one) =>
    refund(event, orderId, String(textAt(one, 'id')), Math.abs(minorUnitsAt(one, textAt(event.body, 'currency') ?? 'usd', 'total') ?? 0)),
  )

const refund = (event: ProviderEvent, orderId: string, refundId: string, amount?: number): Action => ({
  kind: 'refund',
  references: [orderId, sharedIdOf(event)].filter((id) => id !== undefined),
  refundId,
  isWithinSale: true,
  amount,
})

const account = (event: ProviderEvent): Person => ({
  clickId: clickIdIn(event, fieldListAt(event.body, 'meta_data')),
  externalId: externalIdIn(fieldListAt(event.body, 'meta_data')),
  providerId: uniqueId(event, textAt(event.body, 'id')),
  email: textAt(event.body, 'email'),
  name: fullName(textAt(event.body, 'first_name'), textAt(event.body, 'last_name')),
})

/** Hidden meta fields are prefixed with an underscore. */
const withoutUnderscores = (fields: Json): Json =>
  Object.fromEntries(Object.entries(fields as object).map(([name, value]) => [name.replace(/^_/, ''), value]))
