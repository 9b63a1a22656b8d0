import { z } from 'zod'
import { nothing, type Outcome, type Person } from '../outcomes/outcome.js'
import { recurlyScheme } from '../signatures/schemes.js'
import { at, type Json, textAt } from './json.js'
import { minorAt } from './money.js'
import { clickIdIn, externalIdIn, fieldsOf, fullName } from './person.js'
import { type Ask, provider, type ProviderEvent } from './provider.js'

export const recurly = provider({
  slug: 'recurly',
  name: 'Recurly',
  description: 'Paid invoices become sales, credit invoices are taken off. Needs an API key, for its JSON events only name what changed.',
  category: 'payments',
  website: 'https://recurly.com',
  settings: z.object({
    apiUrl: z
      .url()
      .default('https://v3.recurly.com')
      .meta({ description: 'Address of the interface of Recurly; sites in the EU have `https://v3.eu.recurly.com`.' }),
  }),
  receiver: {
    scheme: () => recurlyScheme,
    secretName: 'Secret key of the endpoint',
    parts(body) {
      const type = `${textAt(body, 'object_type') ?? 'unknown'}.${textAt(body, 'event_type') ?? 'unknown'}`
      const named = textAt(body, 'id', 'uuid')
      return [{ id: named ? `${type} ${named} ${textAt(body, 'event_time') ?? ''}` : null, type, body, isTest: false }]
    },
    outcome: (event) => outcomes[event.type]?.(event) ?? null,
    complete,
  },
})

const objects: Record<string, string> = {
  charge_invoice: 'invoices',
  credit_invoice: 'invoices',
  account: 'accounts',
  subscription: 'subscriptions',
}

/** Adds `object`, and of those that belong to one the whole `account`. */
async function complete(event: ProviderEvent, ask: Ask): Promise<Json> {
  const kind = objects[textAt(event.body, 'object_type') ?? '']
  const id = textAt(event.body, 'id')
  if (!kind || !id || !(event.type in outcomes)) return event.body
  const get = (path: string) =>
    ask(`${String(event.settings.apiUrl)}/${path}`, (key) => ({
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

const whole =
  (meaning: (object: Json, event: ProviderEvent) => Outcome) =>
  (event: ProviderEvent): Outcome => {
    const object = at(event.body, 'object')
    return object ? meaning(object, event) : nothing('the event names no more than an id: give the connection an API key as `apiKey`')
  }

const outcomes: Record<string, (event: ProviderEvent) => Outcome> = {
  'charge_invoice.paid': whole(paidInvoice),
  'credit_invoice.created': whole(creditInvoice),
  'account.created': whole((_, event) => {
    const person = account(event)
    return person.clickId ? { kind: 'lead', person, eventName: 'New customer' } : { kind: 'customer', person }
  }),
  'account.updated': whole((_, event) => ({ kind: 'customer', person: account(event) })),
  'subscription.expired': whole((_, event) => ({ kind: 'subscription-ended', person: account(event) })),
  'subscription.canceled': whole((_, event) => ({ kind: 'subscription-ended', person: account(event) })),
}

// Amounts have a point.
function paidInvoice(invoice: Json, event: ProviderEvent): Outcome {
  const currency = textAt(invoice, 'currency') ?? 'usd'
  const gross = minorAt(invoice, currency, 'total') ?? 0
  const name = `recurly_${textAt(invoice, 'id')}`
  return {
    kind: 'sale',
    person: account(event),
    gross,
    amount: gross - (minorAt(invoice, currency, 'tax') ?? 0),
    currency,
    invoiceId: name,
    references: [name],
    eventName: textAt(invoice, 'origin') === 'renewal' ? 'Invoice paid' : 'Purchase',
  }
}

function creditInvoice(invoice: Json): Outcome {
  const original = textAt(invoice, 'previous_invoice_id')
  if (!original) return nothing('the credit belongs to no invoice')
  return {
    kind: 'refund',
    references: [`recurly_${original}`],
    refundId: `recurly_${textAt(invoice, 'id')}`,
    amount: Math.abs(minorAt(invoice, textAt(invoice, 'currency') ?? 'usd', 'total') ?? 0),
  }
}

function account(event: ProviderEvent): Person {
  const one = at(event.body, 'account') ?? null
  const fields = fieldsOf(one, 'custom_fields')
  return {
    clickId: clickIdIn(event, fields),
    externalId: externalIdIn(fields) ?? textAt(one, 'code'),
    providerId: textAt(one, 'id'),
    email: textAt(one, 'email'),
    name: fullName(textAt(one, 'first_name'), textAt(one, 'last_name')),
  }
}
