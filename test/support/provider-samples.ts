/** Sample webhooks and signatures of every provider, implemented independently of the production code. */
import { createHash, createHmac } from 'node:crypto'
import { newId } from '../../shared/kernel/ids.js'

export interface SigningInput {
  raw: string
  secret: string
  /** Signing time, Unix milliseconds. */
  at: number
  /** The called URL. */
  url: string
  event: ProviderEventSample
}

/** An event as a provider sends it. */
export interface ProviderEventSample {
  /** The provider's id of the delivery. */
  id: string
  type: string
  body: unknown
}

export interface Visitor {
  clickId: string
  /** Unique part of generated ids. */
  unique: string
}

export interface ProviderSample {
  slug: string
  secret: string
  settings?: Record<string, unknown>
  /** Whether the signature covers a timestamp. */
  signsTimestamp: boolean
  /** Whether the signature covers the body. */
  signsBody: boolean
  /** Signature headers; the first one is mandatory. */
  sign(signing: SigningInput): Record<string, string>
  /** Further headers. */
  headers?(event: ProviderEventSample): Record<string, string>
  /** A sale of USD 100.00 attributed to the visitor's click; undefined for providers without sales. */
  sale?(about: Visitor): ProviderEventSample
  /** A full refund of the sale. */
  refund?(about: Visitor): ProviderEventSample
  lead?(about: Visitor): ProviderEventSample
}

const mac = (algorithm: string, key: string | Buffer, text: string, encoding: 'hex' | 'base64') =>
  createHmac(algorithm, key).update(text).digest(encoding)
const seconds = (at: number) => Math.floor(at / 1000)
const standardId = ({ id }: ProviderEventSample) => id

const standardKey = Buffer.from('a secret of thirty-two bytes....').toString('base64')

export const providerSamples: ProviderSample[] = [
  {
    slug: 'stripe',
    secret: 'whsec_test',
    signsTimestamp: true,
    signsBody: true,
    sign: ({ raw, secret, at }) => ({
      'stripe-signature': `t=${seconds(at)},v1=${mac('sha256', secret, `${seconds(at)}.${raw}`, 'hex')},v0=00`,
    }),
    sale: ({ clickId, unique }) =>
      stripe('checkout.session.completed', {
        id: `cs_${unique}`,
        mode: 'payment',
        payment_status: 'paid',
        payment_intent: `pi_${unique}`,
        customer: `cus_${unique}`,
        client_reference_id: `svc_id_${clickId}`,
        amount_total: 12000,
        currency: 'usd',
        total_details: { amount_tax: 2000 },
        customer_details: { email: `${unique}@example.com`, name: 'Ann Example' },
      }),
    refund: ({ unique }) =>
      stripe('charge.refunded', { id: `ch_${unique}`, payment_intent: `pi_${unique}`, amount: 12000, amount_refunded: 12000 }),
    lead: ({ clickId, unique }) =>
      stripe('customer.created', {
        id: `cus_${unique}`,
        email: `${unique}@example.com`,
        name: 'Ann Example',
        metadata: { svc_id: clickId },
      }),
  },
  {
    slug: 'shopify',
    secret: 'shpss_test',
    signsTimestamp: false,
    signsBody: true,
    sign: ({ raw, secret }) => ({ 'x-shopify-hmac-sha256': mac('sha256', secret, raw, 'base64') }),
    headers: ({ id, type }) => ({ 'x-shopify-topic': type, 'x-shopify-event-id': id }),
    sale: ({ clickId, unique }) => ({
      id: newId('evt_'),
      type: 'orders/paid',
      body: {
        id: uniqueNumber(unique),
        email: `${unique}@example.com`,
        note_attributes: [{ name: 'svc_id', value: clickId }],
        customer: { id: uniqueNumber(unique) + 1, email: `${unique}@example.com`, first_name: 'Ann', last_name: 'Example' },
        current_subtotal_price_set: { shop_money: { amount: '100.00', currency_code: 'USD' } },
        current_total_price_set: { shop_money: { amount: '119.00', currency_code: 'USD' } },
      },
    }),
    refund: ({ unique }) => ({
      id: newId('evt_'),
      type: 'refunds/create',
      body: {
        id: uniqueNumber(unique) + 2,
        order_id: uniqueNumber(unique),
        transactions: [{ kind: 'refund', status: 'success', amount: '119.00', currency: 'USD' }],
      },
    }),
  },
  {
    slug: 'paddle',
    secret: 'pdl_ntfset_test',
    signsTimestamp: true,
    signsBody: true,
    sign: ({ raw, secret, at }) => ({
      'paddle-signature': `ts=${seconds(at)};h1=${mac('sha256', secret, `${seconds(at)}:${raw}`, 'hex')}`,
    }),
    sale: ({ clickId, unique }) =>
      paddle('transaction.completed', {
        id: `txn_${unique}`,
        customer_id: `ctm_${unique}`,
        currency_code: 'USD',
        origin: 'web',
        custom_data: { clickId },
        details: { totals: { total: '12000', tax: '2000' } },
      }),
    refund: ({ unique }) =>
      paddle('adjustment.updated', {
        id: `adj_${unique}`,
        action: 'refund',
        status: 'approved',
        transaction_id: `txn_${unique}`,
        totals: { subtotal: '10000', tax: '2000', total: '12000' },
      }),
  },
  {
    slug: 'lemonsqueezy',
    secret: 'ls_test',
    signsTimestamp: false,
    signsBody: true,
    sign: ({ raw, secret }) => ({ 'x-signature': mac('sha256', secret, raw, 'hex') }),
    headers: ({ type }) => ({ 'x-event-name': type }),
    sale: ({ clickId, unique }) => lemonSqueezy('order_created', unique, { clickId }, { status: 'paid', total: 12000, tax: 2000 }),
    refund: ({ clickId, unique }) =>
      lemonSqueezy('order_refunded', unique, { clickId }, { status: 'refunded', total: 12000, tax: 2000, refunded_amount: 12000 }),
  },
  {
    slug: 'polar',
    secret: 'polar_test',
    signsTimestamp: true,
    signsBody: true,
    sign: ({ raw, secret, at, event }) => ({
      'webhook-signature': `v1,${mac('sha256', secret, `${standardId(event)}.${seconds(at)}.${raw}`, 'base64')}`,
      'webhook-id': standardId(event),
      'webhook-timestamp': String(seconds(at)),
    }),
    sale: ({ clickId, unique }) =>
      typed('order.paid', {
        data: {
          id: `order-${unique}`,
          net_amount: 10000,
          total_amount: 12000,
          currency: 'usd',
          billing_reason: 'purchase',
          metadata: { svc_id: clickId },
          customer: { id: `pc-${unique}`, email: `${unique}@example.com`, name: 'Ann' },
        },
      }),
    refund: ({ unique }) => typed('order.refunded', { data: { id: `order-${unique}`, refunded_amount: 10000 } }),
  },
  {
    slug: 'chargebee',
    secret: 'billing:a pass:word',
    signsTimestamp: false,
    signsBody: false,
    sign: ({ secret }) => ({ authorization: `Basic ${Buffer.from(secret).toString('base64')}` }),
    sale: ({ clickId, unique }) =>
      chargebee('payment_succeeded', {
        invoice: { id: unique, status: 'paid', total: 12000, tax: 2000, currency_code: 'USD' },
        transaction: { id: `txn_${unique}` },
        customer: { id: `cb_${unique}`, email: `${unique}@example.com`, cf_svc_id: clickId },
      }),
    refund: ({ unique }) =>
      chargebee('payment_refunded', {
        invoice: { id: unique },
        transaction: { id: `rtxn_${unique}`, amount: 12000, reference_transaction_id: `txn_${unique}` },
      }),
    lead: ({ clickId, unique }) =>
      chargebee('subscription_created', {
        subscription: { status: 'in_trial' },
        customer: { id: `cb_${unique}`, email: `${unique}@example.com`, meta_data: { svc_id: clickId } },
      }),
  },
  {
    slug: 'recurly',
    secret: 'rec_test',
    signsTimestamp: true,
    signsBody: true,
    sign: ({ raw, secret, at }) => ({ 'recurly-signature': `${at},${mac('sha256', secret, `${at}.${raw}`, 'hex')}` }),
  },
  {
    slug: 'segment',
    secret: 'seg_test',
    signsTimestamp: false,
    signsBody: true,
    sign: ({ raw, secret }) => ({ 'x-signature': mac('sha1', secret, raw, 'hex') }),
    sale: ({ clickId, unique }) =>
      segment('Order Completed', unique, { order_id: unique, revenue: 100, total: '120.00', currency: 'USD', svc_id: clickId }),
    refund: ({ unique }) => segment('Order Refunded', unique, { order_id: unique }),
    lead: ({ clickId, unique }) => segment('Signed Up', unique, { svc_id: clickId }),
  },
  {
    slug: 'hubspot',
    secret: 'yyyyyyyy-yyyy',
    signsTimestamp: true,
    signsBody: true,
    sign: ({ raw, secret, at, url }) => ({
      'x-hubspot-signature-v3': mac('sha256', secret, `POST${url}${raw}${at}`, 'base64'),
      'x-hubspot-request-timestamp': String(at),
    }),
  },
  {
    slug: 'slack',
    secret: '8f742231b10e8888',
    signsTimestamp: true,
    signsBody: true,
    sign: ({ raw, secret, at }) => ({
      'x-slack-signature': `v0=${mac('sha256', secret, `v0:${seconds(at)}:${raw}`, 'hex')}`,
      'x-slack-request-timestamp': String(seconds(at)),
    }),
  },
  {
    slug: 'calendly',
    secret: 'cal_test',
    signsTimestamp: true,
    signsBody: true,
    sign: ({ raw, secret, at }) => ({
      'calendly-webhook-signature': `t=${seconds(at)},v1=${mac('sha256', secret, `${seconds(at)}.${raw}`, 'hex')}`,
    }),
    lead: ({ clickId, unique }) => ({
      id: unique,
      type: 'invitee.created',
      body: {
        event: 'invitee.created',
        payload: {
          uri: `https://api.calendly.com/invitees/${unique}`,
          email: `${unique}@example.com`,
          name: 'Ann',
          tracking: { utm_content: clickId },
        },
      },
    }),
  },
  {
    slug: 'typeform',
    secret: 'tf_test',
    signsTimestamp: false,
    signsBody: true,
    sign: ({ raw, secret }) => ({ 'typeform-signature': `sha256=${mac('sha256', secret, raw, 'base64')}` }),
    lead: ({ clickId, unique }) => ({
      id: unique,
      type: 'form_response',
      body: {
        event_id: unique,
        event_type: 'form_response',
        form_response: { token: unique, hidden: { svc_id: clickId }, answers: [{ type: 'email', email: `${unique}@example.com` }] },
      },
    }),
  },
  {
    slug: 'woocommerce',
    secret: 'woo_test',
    signsTimestamp: false,
    signsBody: true,
    sign: ({ raw, secret }) => ({ 'x-wc-webhook-signature': mac('sha256', secret, raw, 'base64') }),
    headers: ({ id, type }) => ({ 'x-wc-webhook-topic': type, 'x-wc-webhook-delivery-id': id }),
    sale: ({ clickId, unique }) => wooOrder(unique, 'processing', clickId, []),
    refund: ({ clickId, unique }) => wooOrder(unique, 'refunded', clickId, [{ id: 1, total: '-120.00' }]),
    lead: ({ clickId, unique }) => ({
      id: unique,
      type: 'customer.created',
      body: { id: uniqueNumber(unique), email: `${unique}@example.com`, meta_data: [{ key: 'svc_id', value: clickId }] },
    }),
  },
  {
    slug: 'github',
    secret: "It's a Secret to Everybody",
    signsTimestamp: false,
    signsBody: true,
    sign: ({ raw, secret }) => ({ 'x-hub-signature-256': `sha256=${mac('sha256', secret, raw, 'hex')}` }),
    headers: ({ id, type }) => ({ 'x-github-event': type, 'x-github-delivery': id }),
  },
  {
    slug: 'standard-webhooks',
    secret: `whsec_${standardKey}`,
    signsTimestamp: true,
    signsBody: true,
    settings: {
      rules: [
        { event: 'user.created', action: 'lead' },
        { event: 'order.paid', action: 'sale', amount: 'data.total', unit: 'major' },
        { event: 'order.refunded', action: 'refund', invoiceId: 'data.order' },
      ],
    },
    sign: ({ raw, secret, at, event }) => ({
      'webhook-signature': `v1,${mac('sha256', Buffer.from(secret.slice(6), 'base64'), `${standardId(event)}.${seconds(at)}.${raw}`, 'base64')}`,
      'webhook-id': standardId(event),
      'webhook-timestamp': String(seconds(at)),
    }),
    sale: ({ clickId, unique }) =>
      typed('order.paid', {
        data: { id: `so_${unique}`, total: '100.00', currency: 'usd', email: `${unique}@example.com`, metadata: { svc_id: clickId } },
      }),
    refund: ({ unique }) => typed('order.refunded', { data: { id: `sr_${unique}`, order: `so_${unique}` } }),
    lead: ({ clickId, unique }) =>
      typed('user.created', { data: { id: unique, email: `${unique}@example.com`, metadata: { svc_id: clickId } } }),
  },
  {
    slug: 'generic',
    secret: 'a secret of both',
    signsTimestamp: false,
    signsBody: true,
    settings: {
      signatureHeader: 'X-My-Signature',
      signaturePrefix: 'sha256=',
      rules: [
        { event: 'paid', action: 'sale', clickId: 'click', email: 'who', amount: 'cents', invoiceId: 'invoice' },
        { event: 'back', action: 'refund', invoiceId: 'invoice', refundId: 'id' },
      ],
    },
    sign: ({ raw, secret }) => ({ 'x-my-signature': `sha256=${mac('sha256', secret, raw, 'hex')}` }),
    headers: ({ id, type }) => ({ 'x-event-type': type, 'x-delivery-id': id }),
    sale: ({ clickId, unique }) => ({
      id: newId('evt_'),
      type: 'paid',
      body: { click: clickId, who: `${unique}@example.com`, cents: 10000, invoice: `gi_${unique}` },
    }),
    refund: ({ unique }) => ({ id: newId('evt_'), type: 'back', body: { id: unique, invoice: `gi_${unique}` } }),
  },
]

export const sampleOf = (slug: string) => providerSamples.find((one) => one.slug === slug) as ProviderSample

/** An event of an unsupported type. */
export const unsupportedEvent = ({ slug }: ProviderSample, unique: string): ProviderEventSample =>
  slug === 'hubspot'
    ? { id: unique, type: 'x', body: [{ eventId: uniqueNumber(unique), subscriptionType: 'company.creation', objectId: 1, portalId: 1 }] }
    : {
        id: unique,
        type: 'something.else',
        body: { id: unique, event_id: unique, messageId: unique, type: 'something.else', event: { type: 'something.else' } },
      }

/** A number derived from the unique text. */
export const uniqueNumber = (unique: string) => Number.parseInt(createHash('sha256').update(unique).digest('hex').slice(0, 11), 16)

const typed = (type: string, rest: object): ProviderEventSample => ({ id: newId('evt_'), type, body: { type, ...rest } })

export function stripe(type: string, object: object, extra: object = {}): ProviderEventSample {
  const id = newId('evt_')
  return { id, type, body: { id, type, livemode: true, data: { object }, ...extra } }
}

function paddle(type: string, data: object): ProviderEventSample {
  const id = newId('evt_')
  return { id, type, body: { event_id: id, event_type: type, data } }
}

const lemonSqueezy = (type: string, unique: string, custom: object, attributes: object): ProviderEventSample => ({
  id: '',
  type,
  body: {
    meta: { event_name: type, custom_data: custom },
    data: {
      id: unique,
      attributes: {
        customer_id: uniqueNumber(unique),
        user_email: `${unique}@example.com`,
        user_name: 'Ann',
        currency: 'USD',
        ...attributes,
      },
    },
  },
})

function chargebee(type: string, content: object): ProviderEventSample {
  const id = newId('evt_')
  return { id, type, body: { id, event_type: type, content } }
}

function segment(event: string, unique: string, properties: object): ProviderEventSample {
  const id = newId('evt_')
  return {
    id,
    type: event,
    body: {
      messageId: id,
      type: 'track',
      event,
      userId: `user-${unique}`,
      context: { traits: { email: `${unique}@example.com` } },
      properties,
    },
  }
}

const wooOrder = (unique: string, status: string, clickId: string, refunds: object[]): ProviderEventSample => ({
  id: newId('evt_'),
  type: 'order.updated',
  body: {
    id: uniqueNumber(unique),
    status,
    currency: 'USD',
    total: '120.00',
    total_tax: '20.00',
    customer_id: 7,
    billing: { email: `${unique}@example.com` },
    meta_data: [{ key: '_svc_id', value: clickId }],
    refunds,
  },
})
