import { z } from 'zod'
import { noAction, type Action, type Person } from '../actions/action.js'
import { recurlyScheme } from '../signatures/provider-schemes.js'
import { idAt, listAt, valueAt, type Json, textAt } from './json.js'
import { minorUnitsAt } from './money.js'
import { clickIdIn, externalIdIn, fieldListAt, fullName } from './person.js'
import { handlerOf, type ProviderFetch, provider, type ProviderEvent } from './provider.js'

export const recurly = provider({
  slug: 'recurly',
  name: 'Recurly',
  description:
    'Paid invoices become sales, credit invoices are deducted. Requires an API key, because Recurly JSON events contain only ids.',
  category: 'payments',
  website: 'https://recurly.com',
  settings: z.object({
    apiUrl: z
      .url()
      .default('https://v3.recurly.com')
      .meta({ description: 'Base URL of the Recurly API; sites in the EU use `https://v3.eu.recurly.com`.' }),
  }),
  receiver: {
    scheme: () => recurlyScheme,
    secretName: 'Secret key of the endpoint',
    parseEvents(body) {
      const type = `${textAt(body, 'object_type') ?? 'unknown'}.${textAt(body, 'event_type') ?? 'unknown'}`
      const id = textAt(body, 'id', 'uuid')
      return [{ id: id ? `${type} ${id} ${textAt(body, 'event_time') ?? ''}` : null, type, body, isTest: false }]
    },
    toActions: (event) => handlerOf(actionsByType, event)?.(event) ?? null,
    fetchDetails,
  },
})

const objects: Record<string, string> = {
  charge_invoice: 'invoices',
  credit_invoice: 'invoices',
  account: 'accounts',
  subscription: 'subscriptions',
}

/** Adds `object` and its full `account` to the body. */
async function fetchDetails(event: ProviderEvent, fetchJson: ProviderFetch): Promise<Json> {
  const kind = objects[textAt(event.body, 'object_type') ?? '']
  const id = textAt(event.body, 'id')
  if (!kind || !id || !(event.type in actionsByType)) return event.body
  const get = (path: string) =>
    fetchJson(`${String(event.settings.apiUrl)}/${path}`, (key) => ({
      authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
      accept: 'application/vnd.recurly.v2021-02-25',
    }))
  const object = await get(`${kind}/${encodeURIComponent(id)}`)
  const accountId = textAt(object, 'account.id')
  return {
    ...(event.body as object),
    object,
    account: kind === 'accounts' ? object : accountId ? await get(`accounts/${encodeURIComponent(accountId)}`) : null,
  }
}

const withObject =
  (toAction: (object: Json, event: ProviderEvent) => Action) =>
  (event: ProviderEvent): Action => {
    const object = valueAt(event.body, 'object')
    return object ? toAction(object, event) : noAction('the event contains only an id: set an API key as `apiKey` of the connection')
  }

const actionsByType: Record<string, (event: ProviderEvent) => Action> = {
  'charge_invoice.paid': withObject(paidInvoice),
  'credit_invoice.created': withObject(creditInvoice),
  'account.created': withObject((_, event) => {
    const person = account(event)
    return person.clickId ? { kind: 'lead', person, eventName: 'New customer' } : { kind: 'customer', person }
  }),
  'account.updated': withObject((_, event) => ({ kind: 'customer', person: account(event) })),
  'subscription.expired': withObject(subscriptionEnd),
  'subscription.canceled': withObject(subscriptionEnd),
}

function subscriptionEnd(subscription: Json, event: ProviderEvent): Action {
  return { kind: 'subscription-ended', person: account(event), subscriptionId: textAt(subscription, 'id') }
}

// Amounts are decimal.
function paidInvoice(invoice: Json, event: ProviderEvent): Action {
  const currency = textAt(invoice, 'currency') ?? 'usd'
  const gross = minorUnitsAt(invoice, currency, 'total') ?? 0
  const invoiceId = idAt('recurly_', invoice, 'id')
  return {
    kind: 'sale',
    person: account(event),
    gross,
    amount: gross - (minorUnitsAt(invoice, currency, 'tax') ?? 0),
    currency,
    invoiceId,
    references: [invoiceId],
    subscriptionId: textAt(invoice, 'subscription_ids.0'),
    eventName: textAt(invoice, 'origin') === 'renewal' ? 'Invoice paid' : 'Purchase',
  }
}

function creditInvoice(invoice: Json): Action {
  // Sites created since the middle of 2018 name the refunded invoice in the line items only.
  const originals = new Set([
    textAt(invoice, 'previous_invoice_id'),
    ...listAt(invoice, 'line_items').map((item) => textAt(item, 'original_line_item_invoice_id')),
  ])
  const references = [...originals].flatMap((id) => (id === undefined ? [] : [`recurly_${id}`]))
  if (references.length === 0) return noAction('the credit has no invoice')
  return {
    kind: 'refund',
    references,
    refundId: idAt('recurly_', invoice, 'id'),
    amount: Math.abs(minorUnitsAt(invoice, textAt(invoice, 'currency') ?? 'usd', 'total') ?? 0),
  }
}

function account(event: ProviderEvent): Person {
  const one = valueAt(event.body, 'account') ?? null
  const fields = fieldListAt(one, 'custom_fields')
  return {
    clickId: clickIdIn(event, fields),
    externalId: externalIdIn(fields) ?? textAt(one, 'code'),
    providerId: textAt(one, 'id'),
    email: textAt(one, 'email'),
    name: fullName(textAt(one, 'first_name'), textAt(one, 'last_name')),
  }
}
