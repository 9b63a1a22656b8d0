/** The signature schemes of all providers. Many providers share a scheme and differ only in the header. */
import { minutes } from '../../kernel/time.js'
import { keyValuePairs, timestampThenList, standardWebhooksHeaders, wholeHeader, headerAndTimestamp } from './signature-readers.js'
import { basicAuthorization, ed25519, hash, hmac, type SignatureScheme, signatureScheme } from './signature-scheme.js'

/** A signature of the body alone. There is no timestamp, so replays are detected by the delivery id. */
export const bodySignature = (
  header: string,
  {
    prefix = '',
    algorithm = 'sha256',
    encoding = 'hex',
  }: { prefix?: string; algorithm?: 'sha256' | 'sha1'; encoding?: 'hex' | 'base64' } = {},
): SignatureScheme => signatureScheme({ read: wholeHeader(header, prefix), signed: '{body}', encoding, check: hmac(algorithm) })

export const stripeScheme = signatureScheme({
  read: keyValuePairs('stripe-signature', { separator: ',', time: 't', signature: 'v1' }),
  signed: '{ts}.{body}',
  encoding: 'hex',
  check: hmac('sha256'),
  time: 'seconds',
})

// Paddle's library allows five seconds, which is less than a request may wait in queues.
export const paddleScheme = signatureScheme({
  read: keyValuePairs('paddle-signature', { separator: ';', time: 'ts', signature: 'h1' }),
  signed: '{ts}:{body}',
  encoding: 'hex',
  check: hmac('sha256'),
  time: 'seconds',
})

export const calendlyScheme = signatureScheme({
  read: keyValuePairs('calendly-webhook-signature', { separator: ',', time: 't', signature: 'v1' }),
  signed: '{ts}.{body}',
  encoding: 'hex',
  check: hmac('sha256'),
  time: 'seconds',
  toleranceMs: minutes(3),
})

export const recurlyScheme = signatureScheme({
  read: timestampThenList('recurly-signature'),
  signed: '{ts}.{body}',
  encoding: 'hex',
  check: hmac('sha256'),
  time: 'milliseconds',
})

export const slackScheme = signatureScheme({
  read: headerAndTimestamp('x-slack-signature', 'x-slack-request-timestamp', 'v0='),
  signed: 'v0:{ts}:{body}',
  encoding: 'hex',
  check: hmac('sha256'),
  time: 'seconds',
})

const standardPrefixes = ['webhook', 'svix']
const standardMessage = { signed: '{id}.{ts}.{body}', encoding: 'base64', time: 'seconds' } as const

/** Standard Webhooks with the secret used verbatim instead of base64-decoded. */
export const standardWebhooksRawSecret = signatureScheme({
  read: standardWebhooksHeaders('v1', standardPrefixes),
  ...standardMessage,
  check: hmac('sha256'),
})

const standardShared = signatureScheme({
  read: standardWebhooksHeaders('v1', standardPrefixes),
  ...standardMessage,
  check: hmac('sha256', (secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')),
})
const standardPublic = signatureScheme({
  read: standardWebhooksHeaders('v1a', standardPrefixes),
  ...standardMessage,
  check: (secret, message, signature) => ed25519(secret.replace(/^whpk_/, ''), message, signature),
})

/** Standard Webhooks: a shared secret (`whsec_`), or the sender's public key (`whpk_`). */
export const standardWebhooks: SignatureScheme = {
  applies: standardShared.applies,
  verify: (request, secret, now) => (secret.startsWith('whpk_') ? standardPublic : standardShared).verify(request, secret, now),
}

const hubspotV3 = signatureScheme({
  read: headerAndTimestamp('x-hubspot-signature-v3', 'x-hubspot-request-timestamp'),
  signed: '{method}{url}{body}{ts}',
  encoding: 'base64',
  check: hmac('sha256'),
  time: 'milliseconds',
})
const hubspotV2 = signatureScheme({
  read: wholeHeader('x-hubspot-signature'),
  signed: '{secret}{method}{url}{body}',
  encoding: 'hex',
  check: hash('sha256'),
})
const hubspotV1 = signatureScheme({
  read: wholeHeader('x-hubspot-signature'),
  signed: '{secret}{body}',
  encoding: 'hex',
  check: hash('sha256'),
})

/** Three versions; the newest one present is verified. */
export const hubspotScheme: SignatureScheme = {
  applies: (headers) => hubspotV3.applies(headers) || hubspotV1.applies(headers),
  verify(request, secret, now) {
    if (hubspotV3.applies(request.headers)) return hubspotV3.verify(request, secret, now)
    return (request.headers['x-hubspot-signature-version'] === 'v2' ? hubspotV2 : hubspotV1).verify(request, secret, now)
  },
}

const githubSha256 = bodySignature('x-hub-signature-256', { prefix: 'sha256=' })
const githubSha1 = bodySignature('x-hub-signature', { prefix: 'sha1=', algorithm: 'sha1' })

export const githubScheme: SignatureScheme = {
  applies: (headers) => githubSha256.applies(headers) || githubSha1.applies(headers),
  verify: (request, secret, now) => (githubSha256.applies(request.headers) ? githubSha256 : githubSha1).verify(request, secret, now),
}

export { basicAuthorization }
