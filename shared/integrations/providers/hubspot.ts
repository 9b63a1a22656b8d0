import { z } from 'zod'
import { nothing, type Outcome, type Person } from '../outcomes/outcome.js'
import { hubspotScheme } from '../signatures/schemes.js'
import { at, type Json, textAt } from './json.js'
import { minorAt } from './money.js'
import { clickIdIn, externalIdIn, fullName } from './person.js'
import { type Ask, type Part, provider, type ProviderEvent } from './provider.js'

const stages = (description: string, ...usual: string[]) => z.array(z.string().min(1).max(100)).max(50).default(usual).meta({ description })

export const hubspot = provider({
  slug: 'hubspot',
  name: 'HubSpot',
  description: 'New contacts become leads, won deals become sales. Needs an access token, for its events only name what changed.',
  category: 'crm',
  website: 'https://www.hubspot.com',
  settings: z.object({
    leadStages: stages('Lifecycle stages of contacts that are leads.'),
    wonStages: stages('Deal stages that are sales.', 'closedwon'),
    lostStages: stages('Deal stages that take a sale back.', 'closedlost'),
    apiUrl: z.url().default('https://api.hubapi.com').meta({ description: 'Address of the interface of HubSpot.' }),
  }),
  receiver: {
    scheme: () => hubspotScheme,
    secretName: "The app's client secret",
    sendsLists: true,
    // A request holds several events, and one that is sent again may hold others.
    parts: (body) => (Array.isArray(body) ? body : [body]).map(partOf),
    outcome: (event) => outcomes[event.type]?.(event) ?? null,
    complete,
  },
})

function partOf(item: Json): Part {
  const named = ['portalId', 'subscriptionId', 'eventId', 'objectId', 'occurredAt'].map((name) => textAt(item, name) ?? '')
  return { id: textAt(item, 'eventId') ? named.join('-') : null, type: typeOf(item), body: item, isTest: false }
}

const objects: Record<string, string> = { '0-1': 'contact', '0-3': 'deal' }

/** Newer apps call every object `object`, and say apart of what kind it is. */
function typeOf(item: Json): string {
  const type = textAt(item, 'subscriptionType') ?? 'unknown'
  const object = objects[textAt(item, 'objectTypeId') ?? '']
  return object ? type.replace(/^object\./, `${object}.`) : type
}

const properties = ['email', 'firstname', 'lastname', 'lifecyclestage', 'customer_external_id']

/** Adds `contact`, and for deals `deal`. */
async function complete(event: ProviderEvent, ask: Ask): Promise<Json> {
  const id = textAt(event.body, 'objectId')
  const object = event.type.split('.')[0]
  const isNamed = event.type.endsWith('.creation') || event.type.endsWith('.propertyChange')
  if (!id || !isNamed || (object !== 'contact' && object !== 'deal')) return event.body
  const get = (path: string) =>
    ask(`${String(event.settings.apiUrl)}/crm/v3/objects/${path}`, (key) => ({ authorization: `Bearer ${key}` }))
  const contactOf = (contactId: string) =>
    get(
      `contacts/${encodeURIComponent(contactId)}?properties=${[...properties, ...event.clickIdNames].map((name) => name.toLowerCase()).join(',')}`,
    )
  if (object === 'contact') return { ...(event.body as object), contact: await contactOf(id) }
  const deal = await get(`deals/${encodeURIComponent(id)}?properties=amount,deal_currency_code,dealstage&associations=contacts`)
  const contactId = textAt(deal, 'associations.contacts.results.0.id')
  return { ...(event.body as object), deal, contact: contactId ? await contactOf(contactId) : null }
}

const noToken = nothing('the event names no more than an id: give the connection an access token as `apiKey`')

const outcomes: Record<string, (event: ProviderEvent) => Outcome> = {
  'contact.creation': (event) => (at(event.body, 'contact') ? { kind: 'lead', person: contact(event), eventName: 'Sign up' } : noToken),
  'contact.propertyChange': changedContact,
  'contact.deletion': ({ body }) => ({ kind: 'customer-deleted', person: { providerId: textAt(body, 'objectId') }, isErasure: false }),
  'contact.privacyDeletion': ({ body }) => ({
    kind: 'customer-deleted',
    person: { providerId: textAt(body, 'objectId') },
    isErasure: true,
  }),
  'deal.propertyChange': changedDeal,
}

function changedContact(event: ProviderEvent): Outcome {
  const [name, value] = [textAt(event.body, 'propertyName'), textAt(event.body, 'propertyValue') ?? '']
  if (!at(event.body, 'contact')) return noToken
  if (name !== 'lifecyclestage') return { kind: 'customer', person: contact(event) }
  return (event.settings.leadStages as string[]).includes(value)
    ? { kind: 'lead', person: contact(event), eventName: `Contact ${value}` }
    : nothing('the stage is not among those of the settings')
}

function changedDeal(event: ProviderEvent): Outcome {
  const { body, settings } = event
  const stage = textAt(body, 'propertyValue') ?? ''
  const invoiceId = `hubspot_deal_${textAt(body, 'portalId')}_${textAt(body, 'objectId')}`
  if (textAt(body, 'propertyName') !== 'dealstage') return nothing('not the stage of the deal was changed')
  if ((settings.lostStages as string[]).includes(stage))
    return { kind: 'refund', references: [invoiceId], refundId: `${invoiceId}:lost`, isOptional: true }
  if (!(settings.wonStages as string[]).includes(stage)) return nothing('the stage is not among those of the settings')
  if (!at(body, 'deal')) return noToken
  // Events may overtake each other; the deal is as it is now.
  if ((settings.lostStages as string[]).includes(textAt(body, 'deal.properties.dealstage') ?? '')) return nothing('the deal was lost since')
  const currency = textAt(body, 'deal.properties.deal_currency_code') ?? 'usd'
  const amount = minorAt(body, currency, 'deal.properties.amount') ?? 0
  return {
    kind: 'sale',
    person: contact(event),
    amount,
    gross: amount,
    currency,
    invoiceId,
    references: [invoiceId],
    eventName: 'Deal won',
  }
}

function contact(event: ProviderEvent): Person {
  const one = at(event.body, 'contact') ?? null
  const fields = at(one, 'properties')
  // Names of properties are lower case there.
  const lower = { clickIdNames: event.clickIdNames.map((name) => name.toLowerCase()) }
  return {
    clickId: clickIdIn(lower, fields),
    externalId: externalIdIn(fields),
    providerId: textAt(one, 'id'),
    email: textAt(fields, 'email'),
    name: fullName(textAt(fields, 'firstname'), textAt(fields, 'lastname')),
  }
}
