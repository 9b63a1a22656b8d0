import { z } from 'zod'
import { nothing, type Outcome, type Person } from '../outcomes/outcome.js'
import { bodyAlone } from '../signatures/schemes.js'
import { at, type Json, textAt } from './json.js'
import { minorAt } from './money.js'
import { clickIdIn, clickIdInAddress, externalIdIn } from './person.js'
import { provider, type ProviderEvent } from './provider.js'

const names = (description: string, ...usual: string[]) => z.array(z.string().min(1).max(200)).max(50).default(usual).meta({ description })

export const segment = provider({
  slug: 'segment',
  name: 'Segment',
  description: 'Track calls become leads, sales and refunds, by the names of their events; identify calls bring names and addresses.',
  category: 'data',
  website: 'https://segment.com',
  settings: z.object({
    leadEvents: names('Names of track calls that are leads.', 'Signed Up'),
    saleEvents: names('Names of track calls that are sales.', 'Order Completed'),
    refundEvents: names('Names of track calls that are refunds.', 'Order Refunded'),
  }),
  receiver: {
    scheme: () => bodyAlone('x-signature', { algorithm: 'sha1' }),
    secretName: 'Shared secret of the destination',
    maySendUnsigned: true,
    parts: (body) => [
      {
        id: textAt(body, 'messageId') ?? null,
        type: textAt(body, 'type') === 'track' ? (textAt(body, 'event') ?? 'track') : (textAt(body, 'type') ?? 'unknown'),
        body,
        isTest: false,
      },
    ],
    outcome(event) {
      const call = textAt(event.body, 'type')
      if (call === 'identify') return { kind: 'customer', person: person(event) }
      return call === 'track' ? tracked(event) : null
    },
  },
})

function tracked(event: ProviderEvent): Outcome | null {
  const isAmong = (setting: string) => (event.settings[setting] as string[]).includes(event.type)
  if (isAmong('leadEvents')) return { kind: 'lead', person: person(event), eventName: event.type }
  if (isAmong('saleEvents')) return sale(event)
  if (isAmong('refundEvents')) return refund(event)
  return null
}

const orderOf = ({ body }: ProviderEvent) => textAt(body, 'properties.order_id', 'properties.orderId', 'properties.checkout_id')
const currencyOf = (body: Json) => textAt(body, 'properties.currency') ?? 'usd'

// Amounts have a point.
function sale(event: ProviderEvent): Outcome {
  const { body } = event
  const order = orderOf(event)
  if (!order) return nothing('the call has no order_id')
  const amount = minorAt(body, currencyOf(body), 'properties.revenue', 'properties.total', 'properties.value') ?? 0
  const gross = minorAt(body, currencyOf(body), 'properties.total', 'properties.revenue', 'properties.value') ?? amount
  return {
    kind: 'sale',
    person: person(event),
    amount,
    gross: Math.max(gross, amount),
    currency: currencyOf(body),
    invoiceId: `segment_${order}`,
    references: [`segment_${order}`],
    eventName: 'Purchase',
  }
}

function refund(event: ProviderEvent): Outcome {
  const { body } = event
  const order = orderOf(event)
  if (!order) return nothing('the call has no order_id')
  return {
    kind: 'refund',
    references: [`segment_${order}`],
    refundId: `segment_${textAt(body, 'messageId')}`,
    amount: minorAt(body, currencyOf(body), 'properties.total', 'properties.value'),
  }
}

function person(event: ProviderEvent): Person {
  const { body } = event
  const [properties, traits, contextTraits] = [at(body, 'properties'), at(body, 'traits'), at(body, 'context.traits')]
  return {
    clickId: clickIdIn(event, properties, traits, contextTraits) ?? clickIdInAddress(event, textAt(body, 'context.page.url')),
    externalId: textAt(body, 'userId') ?? externalIdIn(properties, traits),
    providerId: textAt(body, 'anonymousId'),
    email: textAt(body, 'traits.email', 'context.traits.email', 'properties.email'),
    name: textAt(body, 'traits.name', 'context.traits.name', 'properties.name'),
  }
}
