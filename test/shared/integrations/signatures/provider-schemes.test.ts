/** Test vectors: published ones, and ones derived from the providers' documentation. */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import test from 'ava'
import { Webhook } from 'standardwebhooks'
import {
  basicAuthorization,
  bodySignature,
  calendlyScheme,
  githubScheme,
  hubspotScheme,
  paddleScheme,
  recurlyScheme,
  slackScheme,
  standardWebhooks,
  standardWebhooksRawSecret,
  stripeScheme,
} from '../../../../shared/integrations/signatures/provider-schemes.js'
import type { SignatureScheme } from '../../../../shared/integrations/signatures/signature-scheme.js'

interface Vector {
  scheme: SignatureScheme
  secret: string
  headers: Record<string, string>
  body: string
  /** Arrival time, Unix milliseconds. */
  at?: number
  url?: string
  method?: string
}

const ping = '{"id":"evt_1","type":"ping"}'
const at = 1_700_000_000_000
const hubspotSecret = 'yyyyyyyy-yyyy-yyyy-yyyy-yyyyyyyyyyyy'
const hubspotUrl = 'https://www.example.com/webhook_uri'

const slackBody =
  'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c'

const vectors: Record<string, Vector> = {
  'GitHub, published': {
    scheme: githubScheme,
    secret: "It's a Secret to Everybody",
    body: 'Hello, World!',
    headers: { 'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17' },
  },
  'Standard Webhooks, published': {
    scheme: standardWebhooks,
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    body: '{"test": 2432232314}',
    at: 1_614_265_330_000,
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
  },
  'Svix, published': {
    scheme: standardWebhooks,
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    body: '{"test": 2432232314}',
    at: 1_614_265_330_000,
    headers: {
      'svix-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'svix-timestamp': '1614265330',
      'svix-signature': 'v2,x v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
  },
  'Slack, published': {
    scheme: slackScheme,
    secret: '8f742231b10e8888abcd99yyyzzz85a5',
    body: slackBody,
    at: 1_531_420_618_000,
    headers: {
      'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
      'x-slack-request-timestamp': '1531420618',
    },
  },
  'HubSpot, first version': {
    scheme: hubspotScheme,
    secret: hubspotSecret,
    headers: {
      'x-hubspot-signature': '232db2615f3d666fe21a8ec971ac7b5402d33b9a925784df3ca654d05f4817de',
      'x-hubspot-signature-version': 'v1',
    },
    body: '[{"eventId":1,"subscriptionId":12345,"portalId":62515,"occurredAt":1564113600000,"subscriptionType":"contact.creation","attemptNumber":0,"objectId":123,"changeSource":"CRM","changeFlag":"NEW","appId":54321}]',
  },
  'HubSpot, second version': {
    scheme: hubspotScheme,
    secret: hubspotSecret,
    body: '',
    method: 'GET',
    url: hubspotUrl,
    headers: {
      'x-hubspot-signature': 'eee2dddcc73c94d699f5e395f4b9d454a069a6855fbfa152e91e88823087200e',
      'x-hubspot-signature-version': 'v2',
    },
  },
  'HubSpot, third version': {
    scheme: hubspotScheme,
    secret: hubspotSecret,
    body: '{"example_field":"example_value"}',
    url: hubspotUrl,
    headers: { 'x-hubspot-signature-v3': 'rQEKkaNUiu+1qGF//O/pw4BCzstSqO1PyUnGICmf+7o=', 'x-hubspot-request-timestamp': '1700000000000' },
  },
  Stripe: {
    scheme: stripeScheme,
    secret: 'whsec_test',
    body: ping,
    headers: { 'stripe-signature': 't=1700000000,v1=33ff6664879612e191c4e01184f3da32597a3c9b33ca2655fac317d01c5abc3f' },
  },
  Shopify: {
    scheme: bodySignature('x-shopify-hmac-sha256', { encoding: 'base64' }),
    secret: 'shpss_test',
    body: ping,
    headers: { 'x-shopify-hmac-sha256': '7R+nvTrfrAbkRZqbSA0Mei4dCudAnsAElrt9rKWIch8=' },
  },
  Paddle: {
    scheme: paddleScheme,
    secret: 'pdl_ntfset_test',
    body: ping,
    headers: { 'paddle-signature': 'ts=1700000000;h1=248431ddbbb6b4cbc111076da85fe706b4bab8a9811d520f2bb0fba7703b1508' },
  },
  'Lemon Squeezy': {
    scheme: bodySignature('x-signature'),
    secret: 'ls_test',
    body: ping,
    headers: { 'x-signature': '597969b76b71a0e4dc5d7c598b0dbee918e51341319547c9a6c7ba6941dc103c' },
  },
  Polar: {
    scheme: standardWebhooksRawSecret,
    secret: 'polar_test',
    body: ping,
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1700000000',
      'webhook-signature': 'v1,t7vUGWFlCQVrZzkm/zeTUAbhhnW5+OUXya+pVLgBJKw=',
    },
  },
  Typeform: {
    scheme: bodySignature('typeform-signature', { prefix: 'sha256=', encoding: 'base64' }),
    secret: 'tf_test',
    body: ping,
    headers: { 'typeform-signature': 'sha256=kG/k9TjOFy/HKdBeMVS36V8fU8CADqvdNqIOsbYLgDs=' },
  },
  Calendly: {
    scheme: calendlyScheme,
    secret: 'cal_test',
    body: ping,
    headers: { 'calendly-webhook-signature': 't=1700000000,v1=88df7ac275a33b50dea6ee81b1d9631a9deec2c81a47d52b2e972f8280c2ff74' },
  },
  Recurly: {
    scheme: recurlyScheme,
    secret: 'rec_test',
    body: ping,
    headers: { 'recurly-signature': '1700000000000,889b88ee986c9e62523caa3d1b86903fc9e07bf33705c33a59a4e0125af29b1c' },
  },
  Segment: {
    scheme: bodySignature('x-signature', { algorithm: 'sha1' }),
    secret: 'seg_test',
    body: ping,
    headers: { 'x-signature': 'd66f3361ad439051b891c3a97e538934e46db903' },
  },
  WooCommerce: {
    scheme: bodySignature('x-wc-webhook-signature', { encoding: 'base64' }),
    secret: 'woo_test',
    body: ping,
    headers: { 'x-wc-webhook-signature': '22Yqh/wTstTF5Hea5khr3vgPh/SQYQlp2F+liHqX2dM=' },
  },
  Chargebee: {
    scheme: basicAuthorization,
    secret: 'user:pass:word',
    body: ping,
    headers: { authorization: `Basic ${Buffer.from('user:pass:word').toString('base64')}` },
  },
}

const verifies = ({ scheme, secret, headers, body, at: when = at, url = '', method = 'POST' }: Vector) =>
  scheme.verify({ method, urls: ['https://elsewhere.example/', url], headers, body: Buffer.from(body) }, secret, new Date(when))
/** The name of the signature header. */
const signatureName = ({ headers }: Vector) =>
  Object.keys(headers).find((name) => /signature$|signature-256|signature-v3|hmac|authorization/.test(name)) as string
const withSignature = (vector: Vector, change: (text: string) => string): Vector => ({
  ...vector,
  headers: { ...vector.headers, [signatureName(vector)]: change(vector.headers[signatureName(vector)] as string) },
})

for (const [name, vector] of Object.entries(vectors)) {
  test(`${name}: accepts a valid signature`, (t) => {
    t.true(vector.scheme.applies(vector.headers))
    t.true(verifies(vector))
  })

  test(`${name}: rejects a wrong or empty secret, a truncated signature and missing headers`, (t) => {
    t.false(verifies({ ...vector, secret: 'whsec_c29tZXRoaW5nIGVsc2U=' }))
    t.false(verifies({ ...vector, secret: '' }))
    t.false(verifies(withSignature(vector, (text) => text.slice(0, -4))))
    t.false(verifies(withSignature(vector, () => '')))
    t.false(verifies({ ...vector, headers: {} }))
    t.false(vector.scheme.applies({}))
  })

  if (name !== 'Chargebee') {
    test(`${name}: rejects a modified body`, (t) => {
      t.false(verifies({ ...vector, body: `${vector.body} ` }))
      t.false(verifies({ ...vector, body: `x${vector.body.slice(1)}` }))
    })
  }
}

const withTimestamp = [
  'Standard Webhooks, published',
  'Svix, published',
  'Slack, published',
  'HubSpot, third version',
  'Stripe',
  'Paddle',
  'Polar',
  'Calendly',
  'Recurly',
]
for (const name of withTimestamp) {
  test(`${name}: rejects old, future and missing timestamps, accepts those within the tolerance`, (t) => {
    const vector = vectors[name] as Vector
    const when = vector.at ?? at
    const tolerance = name === 'Calendly' ? 180_000 : 300_000
    t.true(verifies({ ...vector, at: when + tolerance }))
    t.true(verifies({ ...vector, at: when - tolerance }))
    t.false(verifies({ ...vector, at: when + tolerance + 1 }))
    t.false(verifies({ ...vector, at: when - tolerance - 1 }))
    const withoutTime = Object.fromEntries(
      Object.entries(vector.headers).map(([key, text]) => [key, text.replace(/1700000000(000)?|1614265330|1531420618/, 'soon')]),
    )
    t.false(verifies({ ...vector, headers: withoutTime }))
  })
}

test('one valid signature out of several is sufficient', (t) => {
  const stripe = vectors.Stripe as Vector
  t.true(verifies(withSignature(stripe, (text) => text.replace('v1=', `v1=${'0'.repeat(64)},v1=`))))
  t.true(verifies(withSignature(vectors.Recurly as Vector, (text) => text.replace(',', `,${'0'.repeat(64)},`))))
  t.true(verifies(withSignature(vectors.Paddle as Vector, (text) => text.replace(';', `;h1=${'0'.repeat(64)};`))))
  t.false(verifies(withSignature(stripe, (text) => text.replace('v1=', 'v0='))))
})

test('accepts upper and lower case hex', (t) => {
  t.true(verifies(withSignature(vectors['GitHub, published'] as Vector, (text) => `sha256=${text.slice(7).toUpperCase()}`)))
})

test('requires the signature prefix', (t) => {
  t.false(verifies(withSignature(vectors['GitHub, published'] as Vector, (text) => text.slice(7))))
  t.false(verifies(withSignature(vectors.Typeform as Vector, (text) => text.replace('sha256=', 'sha512='))))
})

test('Standard Webhooks with a public key accepts only signatures of its private key', (t) => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const secret = `whpk_${publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')}`
  const signed = sign(null, Buffer.from(`msg_1.1700000000.${ping}`), privateKey).toString('base64')
  const vector: Vector = {
    scheme: standardWebhooks,
    secret,
    body: ping,
    headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': '1700000000', 'webhook-signature': `v1a,${signed}` },
  }
  t.true(verifies(vector))
  t.false(verifies({ ...vector, body: `${ping} ` }))
  t.false(verifies({ ...vector, headers: { ...vector.headers, 'webhook-id': 'msg_2' } }))
  t.false(verifies({ ...vector, secret: `whpk_${Buffer.alloc(32).toString('base64')}` }))
  t.false(verifies({ ...vector, secret: 'whpk_short' }))
})

test('accepts signatures of the standardwebhooks library', (t) => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const signed = new Webhook(secret).sign('msg_2', new Date(at), ping)
  t.true(
    verifies({
      scheme: standardWebhooks,
      secret,
      body: ping,
      headers: { 'webhook-id': 'msg_2', 'webhook-timestamp': String(at / 1000), 'webhook-signature': signed },
    }),
  )
})

test('rejects a request without the signed id header', (t) => {
  const { 'webhook-id': _, ...headers } = (vectors.Polar as Vector).headers
  t.false(verifies({ ...(vectors.Polar as Vector), headers }))
})

test('a request signed with an empty key is refused, whatever the stored secret decodes to', (t) => {
  const signature = createHmac('sha256', '')
    .update(`msg_1.${at / 1000}.${ping}`)
    .digest('base64')
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(at / 1000), 'webhook-signature': `v1,${signature}` }
  t.false(standardWebhooks.verify({ method: 'POST', urls: [''], headers, body: Buffer.from(ping) }, 'whsec_', new Date(at)))
})
