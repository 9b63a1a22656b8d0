import { z } from 'zod'
import { noAction, type Action, type Person } from '../actions/action.js'
import { bodySignature } from '../signatures/provider-schemes.js'
import { headerOf } from '../signatures/signature-readers.js'
import { codesAt, countryAt } from './discount-codes.js'
import { idAt, valueAt, type Json, listAt, textAt } from './json.js'
import { minorUnitsAt } from './money.js'
import { clickIdIn, clickIdInUrl, externalIdIn, fieldListAt, fullName } from './person.js'
import { handlerOf, provider, type ProviderEvent } from './provider.js'

export const shopify = provider({
  slug: 'shopify',
  name: 'Shopify',
  description: 'Paid orders become sales, refunds are deducted, new accounts become leads.',
  category: 'shops',
  website: 'https://www.shopify.com',
  settings: z.object({
    shop: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,60}\.myshopify\.com$/)
      .optional()
      .meta({ description: 'Address of the shop, such as acme.myshopify.com. Discount codes of partners are created there.' }),
  }),
  receiver: {
    scheme: () => bodySignature('x-shopify-hmac-sha256', { encoding: 'base64' }),
    secretName: "The app's client secret, or the secret under Notifications > Webhooks",
    parseEvents(body, headers) {
      const type = headerOf(headers, 'x-shopify-topic') ?? 'unknown'
      const id = headerOf(headers, 'x-shopify-event-id') ?? headerOf(headers, 'x-shopify-webhook-id')
      return [
        {
          // One action in the shop is one event for all its webhooks: a new order that is paid sends its id with three topics.
          id: id === undefined ? null : [id, type, textAt(body, 'id')].filter(Boolean).join(' '),
          type,
          body,
          isTest: headerOf(headers, 'x-shopify-test') === 'true' || valueAt(body, 'test') === true,
        },
      ]
    },
    // Shopify requires answers to them, and sends them days after the app was uninstalled.
    isPrivacyRequest: (headers) => privacyTopics.has(headerOf(headers, 'x-shopify-topic') ?? ''),
    toActions: (event) => handlerOf(actionsByType, event)?.(event) ?? null,
  },
})

const privacyTopics = new Set(['customers/redact', 'customers/data_request', 'shop/redact'])

const actionsByType: Record<string, (event: ProviderEvent) => Action> = {
  'orders/paid': paidOrder,
  'refunds/create': refund,
  'disputes/create': dispute,
  'disputes/update': dispute,
  'orders/cancelled': ({ body }) =>
    textAt(body, 'financial_status') === 'refunded'
      ? { kind: 'refund', references: [invoiceIdAt(body, 'id')], refundId: `cancelled:${textAt(body, 'id')}` }
      : noAction('nothing was refunded'),
  'customers/create': (event) => ({ kind: 'lead', person: customer(event.body), eventName: 'Account created' }),
  'customers/update': (event) => ({ kind: 'customer', person: customer(event.body) }),
  'customers/delete': (event) => ({ kind: 'customer-deleted', person: customer(event.body), isErasure: false }),
  'customers/redact': ({ body }) => ({ kind: 'customer-deleted', person: customer(valueAt(body, 'customer') ?? null), isErasure: true }),
  'customers/data_request': () => noAction('data access request: use GET /customers to answer it'),
  'shop/redact': () => ({ kind: 'shop-erased' }),
  'app/uninstalled': () => ({ kind: 'disconnected' }),
}

const invoiceIdAt = (body: Json, path: string) => idAt('shopify_', body, path)

function paidOrder(event: ProviderEvent): Action {
  const { body } = event
  const currency = textAt(body, 'current_subtotal_price_set.shop_money.currency_code', 'currency') ?? 'usd'
  const subtotal =
    minorUnitsAt(body, currency, 'current_subtotal_price_set.shop_money.amount', 'current_subtotal_price', 'subtotal_price') ?? 0
  const amount = Math.max(subtotal - taxInSubtotal(body, currency), 0)
  const gross = minorUnitsAt(body, currency, 'current_total_price_set.shop_money.amount', 'current_total_price', 'total_price') ?? subtotal
  const attributes = fieldListAt(body, 'note_attributes')
  const invoiceId = invoiceIdAt(body, 'id')
  const person: Person = {
    ...customer(valueAt(body, 'customer') ?? null),
    clickId: clickIdIn(event, attributes) ?? clickIdInUrl(event, textAt(body, 'landing_site')),
    externalId: externalIdIn(attributes),
    email: textAt(body, 'customer.email', 'email', 'contact_email'),
  }
  return {
    kind: 'sale',
    person,
    amount,
    gross: Math.max(gross, amount),
    currency,
    invoiceId,
    references: [invoiceId],
    eventName: 'Purchase',
    discountCodes: codesAt(body, 'discount_codes'),
    country: countryAt(body, 'billing_address.country_code', 'shipping_address.country_code'),
  }
}

/** Many shops, such as those in the EU, have prices that include taxes. The taxes of the shipping are not in the subtotal. */
function taxInSubtotal(body: Json, currency: string): number {
  if (valueAt(body, 'taxes_included') !== true) return 0
  const total = minorUnitsAt(body, currency, 'current_total_tax_set.shop_money.amount', 'current_total_tax', 'total_tax') ?? 0
  const taxesOfShipping = listAt(body, 'shipping_lines').flatMap((line) => listAt(line, 'tax_lines'))
  return Math.max(total - sumOf(taxesOfShipping, (tax) => minorUnitsAt(tax, currency, 'price_set.shop_money.amount', 'price')), 0)
}

function refund({ body }: ProviderEvent): Action {
  const refundTransactions = listAt(body, 'transactions').filter(
    (one) => textAt(one, 'kind') === 'refund' && textAt(one, 'status') === 'success' && valueAt(one, 'test') !== true,
  )
  const paidBack = sumOf(refundTransactions, (one) => minorUnitsAt(one, textAt(one, 'currency') ?? 'usd', 'amount'))
  if (paidBack <= 0) return noAction('nothing was refunded')
  const isForeign = (currency: string) => refundTransactions.some((one) => (textAt(one, 'currency') ?? currency) !== currency)
  const inShopCurrency = refundInShopCurrency(body)
  const amount = inShopCurrency && isForeign(inShopCurrency.currency) ? inShopCurrency.amount : paidBack
  return { kind: 'refund', references: [invoiceIdAt(body, 'order_id')], refundId: idAt('shopify_', body, 'id'), amount }
}

/**
 * What the refund is worth in the currency of the shop, in which orders are counted. Transactions are in the currency that the customer
 * paid in. Null if the event contains no amount of the shop's currency.
 */
function refundInShopCurrency(body: Json): { amount: number; currency: string } | null {
  const lines = listAt(body, 'refund_line_items')
  const adjustments = listAt(body, 'order_adjustments')
  const sets = [...lines.map((one) => valueAt(one, 'subtotal_set')), ...adjustments.map((one) => valueAt(one, 'amount_set'))]
  const [currency] = sets.flatMap((one) => textAt(one, 'shop_money.currency_code') ?? [])
  if (currency === undefined) return null
  const total = (list: Json[], ...fields: string[]) =>
    sumOf(list, (one) => sumOf(fields, (field) => minorUnitsAt(one, currency, `${field}.shop_money.amount`)))
  // Adjustments, such as the shipping, are negative if they are paid back.
  return { amount: total(lines, 'subtotal_set', 'total_tax_set') - total(adjustments, 'amount_set', 'tax_amount_set'), currency }
}

const sumOf = <One>(list: readonly One[], amountOf: (one: One) => number | undefined) =>
  list.reduce((sum, one) => sum + (amountOf(one) ?? 0), 0)

// A chargeback withdraws the money, a won dispute returns it.
function dispute({ body }: ProviderEvent): Action {
  if (textAt(body, 'type') !== 'chargeback') return noAction('an inquiry withdraws no money')
  const references = [invoiceIdAt(body, 'order_id')]
  const refundId = `shopify_dispute_${textAt(body, 'id')}`
  const amount = minorUnitsAt(body, textAt(body, 'currency') ?? 'usd', 'amount') ?? 0
  if (textAt(body, 'status') === 'won')
    return { kind: 'reinstatement', references, reinstatementId: `${refundId}:won`, reversedRefundId: refundId, amount }
  return { kind: 'refund', references, refundId, amount }
}

const customer = (body: Json): Person => ({
  providerId: textAt(body, 'id'),
  email: textAt(body, 'email'),
  name: fullName(textAt(body, 'first_name', 'default_address.first_name'), textAt(body, 'last_name', 'default_address.last_name')),
})
