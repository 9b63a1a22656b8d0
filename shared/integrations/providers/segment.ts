import { z } from 'zod'
import { noAction, type Action, type Person } from '../actions/action.js'
import { bodySignature } from '../signatures/provider-schemes.js'
import { codesAt } from './discount-codes.js'
import { idAt, valueAt, type Json, textAt } from './json.js'
import { minorUnitsAt } from './money.js'
import { clickIdIn, clickIdInUrl, externalIdIn } from './person.js'
import { provider, type ProviderEvent } from './provider.js'

const eventNames = (description: string, ...defaults: string[]) =>
  z.array(z.string().min(1).max(200)).max(50).default(defaults).meta({ description })

export const segment = provider({
  slug: 'segment',
  name: 'Segment',
  description: 'Track calls become leads, sales and refunds by event name; identify calls update names and email addresses.',
  category: 'data',
  website: 'https://segment.com',
  settings: z.object({
    leadEvents: eventNames('Event names of track calls that count as leads.', 'Signed Up'),
    saleEvents: eventNames('Event names of track calls that count as sales.', 'Order Completed'),
    refundEvents: eventNames('Event names of track calls that count as refunds.', 'Order Refunded'),
  }),
  receiver: {
    scheme: () => bodySignature('x-signature', { algorithm: 'sha1' }),
    secretName: 'Shared secret of the destination',
    maySendUnsigned: true,
    parseEvents: (body) => [
      {
        id: textAt(body, 'messageId') ?? null,
        type: textAt(body, 'type') === 'track' ? (textAt(body, 'event') ?? 'track') : (textAt(body, 'type') ?? 'unknown'),
        body,
        isTest: false,
      },
    ],
    toActions(event) {
      const call = textAt(event.body, 'type')
      if (call === 'identify') return { kind: 'customer', person: person(event) }
      return call === 'track' ? trackAction(event) : null
    },
  },
})

function trackAction(event: ProviderEvent): Action | null {
  const isConfiguredIn = (setting: string) => (event.settings[setting] as string[]).includes(event.type)
  if (isConfiguredIn('leadEvents')) return { kind: 'lead', person: person(event), eventName: event.type }
  if (isConfiguredIn('saleEvents')) return sale(event)
  if (isConfiguredIn('refundEvents')) return refund(event)
  return null
}

const orderOf = ({ body }: ProviderEvent) => textAt(body, 'properties.order_id', 'properties.orderId', 'properties.checkout_id')
const currencyOf = (body: Json) => textAt(body, 'properties.currency') ?? 'usd'

// Amounts are decimal.
function sale(event: ProviderEvent): Action {
  const { body } = event
  const order = orderOf(event)
  if (!order) return noAction('the call has no order_id')
  const amount = revenueAt(body) ?? 0
  const gross = minorUnitsAt(body, currencyOf(body), 'properties.total', 'properties.revenue', 'properties.value') ?? amount
  return {
    kind: 'sale',
    person: person(event),
    amount,
    gross: Math.max(gross, amount),
    currency: currencyOf(body),
    invoiceId: `segment_${order}`,
    references: [`segment_${order}`],
    eventName: 'Purchase',
    discountCodes: codesAt(body, 'properties.coupon'),
  }
}

/** The total contains the taxes, the revenue does not. */
function revenueAt(body: Json): number | undefined {
  const at = (name: string) => minorUnitsAt(body, currencyOf(body), `properties.${name}`)
  const total = at('total')
  return at('revenue') ?? (total === undefined ? at('value') : total - (at('tax') ?? 0))
}

function refund(event: ProviderEvent): Action {
  const { body } = event
  const order = orderOf(event)
  if (!order) return noAction('the call has no order_id')
  return {
    kind: 'refund',
    references: [`segment_${order}`],
    refundId: idAt('segment_', body, 'messageId'),
    amount: minorUnitsAt(body, currencyOf(body), 'properties.total', 'properties.value'),
  }
}

function person(event: ProviderEvent): Person {
  const { body } = event
  const [properties, traits, contextTraits] = [valueAt(body, 'properties'), valueAt(body, 'traits'), valueAt(body, 'context.traits')]
  return {
    clickId: clickIdIn(event, properties, traits, contextTraits) ?? clickIdInUrl(event, textAt(body, 'context.page.url')),
    externalId: textAt(body, 'userId') ?? externalIdIn(properties, traits),
    providerId: textAt(body, 'anonymousId'),
    email: textAt(body, 'traits.email', 'context.traits.email', 'properties.email'),
    name: textAt(body, 'traits.name', 'context.traits.name', 'properties.name'),
  }
}
