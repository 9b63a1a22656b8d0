import { z } from 'zod'
import { noAction, type Action, type Person } from '../actions/action.js'
import { hubspotScheme } from '../signatures/provider-schemes.js'
import { idAt, valueAt, type Json, textAt } from './json.js'
import { minorUnitsAt } from './money.js'
import { clickIdIn, externalIdIn, fullName } from './person.js'
import { handlerOf, type ProviderFetch, type IncomingEvent, provider, type ProviderEvent } from './provider.js'

const stages = (description: string, ...defaults: string[]) =>
  z.array(z.string().min(1).max(100)).max(50).default(defaults).meta({ description })

export const hubspot = provider({
  slug: 'hubspot',
  name: 'HubSpot',
  description: 'New contacts become leads, won deals become sales. Requires an access token, because HubSpot events contain only ids.',
  category: 'crm',
  website: 'https://www.hubspot.com',
  settings: z.object({
    leadStages: stages('Contact lifecycle stages that count as leads.'),
    wonStages: stages('Deal stages that count as sales.', 'closedwon'),
    lostStages: stages('Deal stages that refund a sale.', 'closedlost'),
    defaultCurrency: z
      .string()
      .length(3)
      .toLowerCase()
      .default('usd')
      .meta({ description: 'Currency of deals without one, as in accounts with a single currency.' }),
    apiUrl: z.url().default('https://api.hubapi.com').meta({ description: 'Base URL of the HubSpot API.' }),
  }),
  receiver: {
    scheme: () => hubspotScheme,
    secretName: "The app's client secret",
    acceptsArrays: true,
    // A request contains several events, and a retry may group them differently.
    parseEvents: (body) => (Array.isArray(body) ? body : [body]).map(toIncomingEvent),
    toActions: (event) => handlerOf(actionsByType, event)?.(event) ?? null,
    fetchDetails,
  },
})

function toIncomingEvent(item: Json): IncomingEvent {
  const idParts = ['portalId', 'subscriptionId', 'eventId', 'objectId', 'occurredAt'].map((name) => textAt(item, name) ?? '')
  return { id: textAt(item, 'eventId') ? idParts.join('-') : null, type: typeOf(item), body: item, isTest: false }
}

const objects: Record<string, string> = { '0-1': 'contact', '0-3': 'deal' }

/** Newer apps use `object` for every subscription type and send the object type separately. */
function typeOf(item: Json): string {
  const type = textAt(item, 'subscriptionType') ?? 'unknown'
  const object = objects[textAt(item, 'objectTypeId') ?? '']
  return object ? type.replace(/^object\./, `${object}.`) : type
}

const properties = ['email', 'firstname', 'lastname', 'lifecyclestage', 'customer_external_id']

/** Adds `contact` and, for deals, `deal` to the body. */
async function fetchDetails(event: ProviderEvent, fetchJson: ProviderFetch): Promise<Json> {
  const id = textAt(event.body, 'objectId')
  const object = event.type.split('.')[0]
  const hasDetails = event.type.endsWith('.creation') || event.type.endsWith('.propertyChange')
  if (!id || !hasDetails || (object !== 'contact' && object !== 'deal')) return event.body
  const get = (path: string) =>
    fetchJson(`${String(event.settings.apiUrl)}/crm/v3/objects/${path}`, (key) => ({ authorization: `Bearer ${key}` }))
  const contactOf = (contactId: string) =>
    get(
      `contacts/${encodeURIComponent(contactId)}?properties=${[...properties, ...event.clickIdNames].map((name) => name.toLowerCase()).join(',')}`,
    )
  if (object === 'contact') return { ...(event.body as object), contact: await contactOf(id) }
  const deal = await get(`deals/${encodeURIComponent(id)}?properties=amount,deal_currency_code,dealstage&associations=contacts`)
  const contactId = textAt(deal, 'associations.contacts.results.0.id')
  return { ...(event.body as object), deal, contact: contactId ? await contactOf(contactId) : null }
}

const accessTokenMissing = noAction('the event contains only an id: set an access token as `apiKey` of the connection')

const actionsByType: Record<string, (event: ProviderEvent) => Action> = {
  'contact.creation': (event) =>
    valueAt(event.body, 'contact') ? { kind: 'lead', person: contact(event), eventName: 'Sign up' } : accessTokenMissing,
  'contact.propertyChange': changedContact,
  'contact.deletion': ({ body }) => ({ kind: 'customer-deleted', person: { providerId: textAt(body, 'objectId') }, isErasure: false }),
  'contact.privacyDeletion': ({ body }) => ({
    kind: 'customer-deleted',
    person: { providerId: textAt(body, 'objectId') },
    isErasure: true,
  }),
  'deal.propertyChange': changedDeal,
}

function changedContact(event: ProviderEvent): Action {
  const [name, value] = [textAt(event.body, 'propertyName'), textAt(event.body, 'propertyValue') ?? '']
  if (!valueAt(event.body, 'contact')) return accessTokenMissing
  if (name !== 'lifecyclestage') return { kind: 'customer', person: contact(event) }
  return (event.settings.leadStages as string[]).includes(value)
    ? { kind: 'lead', person: contact(event), eventName: `Contact ${value}` }
    : noAction('the stage is not configured in the settings')
}

/** Events may arrive out of order; the fetched deal is current. A deal that was lost may be won again. */
function changedDeal(event: ProviderEvent): Action {
  const { body, settings } = event
  const [won, lost] = [settings.wonStages as string[], settings.lostStages as string[]]
  const [stage, current] = [textAt(body, 'propertyValue') ?? '', textAt(body, 'deal.properties.dealstage') ?? '']
  const invoiceId = idAt(`hubspot_deal_${textAt(body, 'portalId')}_`, body, 'objectId')
  const changeId = (kind: 'lost' | 'won') => `${invoiceId}:${kind}:${textAt(body, 'occurredAt') ?? textAt(body, 'eventId') ?? ''}`
  if (textAt(body, 'propertyName') !== 'dealstage') return noAction('the deal stage did not change')
  if (lost.includes(stage)) {
    if (won.includes(current)) return noAction('the deal was won meanwhile')
    return { kind: 'refund', references: [invoiceId], refundId: changeId('lost'), isOptional: true }
  }
  if (!won.includes(stage)) return noAction('the stage is not configured in the settings')
  if (!valueAt(body, 'deal')) return accessTokenMissing
  if (lost.includes(current)) return noAction('the deal was lost meanwhile')
  const currency = textAt(body, 'deal.properties.deal_currency_code') ?? String(settings.defaultCurrency)
  const amount = minorUnitsAt(body, currency, 'deal.properties.amount') ?? 0
  return {
    kind: 'sale',
    person: contact(event),
    amount,
    gross: amount,
    currency,
    invoiceId,
    references: [invoiceId],
    reinstatementId: changeId('won'),
    eventName: 'Deal won',
  }
}

function contact(event: ProviderEvent): Person {
  const one = valueAt(event.body, 'contact') ?? null
  const fields = valueAt(one, 'properties')
  // HubSpot property names are lower case.
  const lower = { clickIdNames: event.clickIdNames.map((name) => name.toLowerCase()) }
  return {
    clickId: clickIdIn(lower, fields),
    externalId: externalIdIn(fields),
    providerId: textAt(one, 'id'),
    email: textAt(fields, 'email'),
    name: fullName(textAt(fields, 'firstname'), textAt(fields, 'lastname')),
  }
}
