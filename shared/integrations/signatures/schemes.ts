import { minutes } from '../../kernel/time.js'
import { pairs, timeThenList, versioned, whole, wholeAndTime } from './readings.js'
/** The schemes in use. What a provider calls its own is often one of these under another header. */
import { basicAuthorization, ed25519, hash, hmac, type Scheme, signature } from './scheme.js'

/** The body alone, under a header. Nothing says when it was signed: what comes twice is recognised by its id. */
export const bodyAlone = (
  header: string,
  {
    prefix = '',
    algorithm = 'sha256',
    encoding = 'hex',
  }: { prefix?: string; algorithm?: 'sha256' | 'sha1'; encoding?: 'hex' | 'base64' } = {},
): Scheme => signature({ read: whole(header, prefix), signed: '{body}', encoding, check: hmac(algorithm) })

export const stripeScheme = signature({
  read: pairs('stripe-signature', { separator: ',', time: 't', signature: 'v1' }),
  signed: '{ts}.{body}',
  encoding: 'hex',
  check: hmac('sha256'),
  time: 'seconds',
})

// The provider's library allows five seconds, which is less than a request may wait on its way here.
export const paddleScheme = signature({
  read: pairs('paddle-signature', { separator: ';', time: 'ts', signature: 'h1' }),
  signed: '{ts}:{body}',
  encoding: 'hex',
  check: hmac('sha256'),
  time: 'seconds',
})

export const calendlyScheme = signature({
  read: pairs('calendly-webhook-signature', { separator: ',', time: 't', signature: 'v1' }),
  signed: '{ts}.{body}',
  encoding: 'hex',
  check: hmac('sha256'),
  time: 'seconds',
  tolerance: minutes(3),
})

export const recurlyScheme = signature({
  read: timeThenList('recurly-signature'),
  signed: '{ts}.{body}',
  encoding: 'hex',
  check: hmac('sha256'),
  time: 'milliseconds',
})

export const slackScheme = signature({
  read: wholeAndTime('x-slack-signature', 'x-slack-request-timestamp', 'v0='),
  signed: 'v0:{ts}:{body}',
  encoding: 'hex',
  check: hmac('sha256'),
  time: 'seconds',
})

const standardNames = ['webhook', 'svix']
const standardMessage = { signed: '{id}.{ts}.{body}', encoding: 'base64', time: 'seconds' } as const

/** Standard Webhooks whose secret is used as it is written. */
export const standardWithPlainKey = signature({ read: versioned('v1', standardNames), ...standardMessage, check: hmac('sha256') })

const standardShared = signature({
  read: versioned('v1', standardNames),
  ...standardMessage,
  check: hmac('sha256', (secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')),
})
const standardPublic = signature({
  read: versioned('v1a', standardNames),
  ...standardMessage,
  check: (secret, message, given) => ed25519(secret.replace(/^whpk_/, ''), message, given),
})

/** Standard Webhooks: a shared secret (`whsec_`), or the sender's public key (`whpk_`). */
export const standardWebhooks: Scheme = {
  applies: standardShared.applies,
  isGenuine: (request, secret, now) => (secret.startsWith('whpk_') ? standardPublic : standardShared).isGenuine(request, secret, now),
}

const hubspotThird = signature({
  read: wholeAndTime('x-hubspot-signature-v3', 'x-hubspot-request-timestamp'),
  signed: '{method}{url}{body}{ts}',
  encoding: 'base64',
  check: hmac('sha256'),
  time: 'milliseconds',
})
const hubspotSecond = signature({
  read: whole('x-hubspot-signature'),
  signed: '{secret}{method}{url}{body}',
  encoding: 'hex',
  check: hash('sha256'),
})
const hubspotFirst = signature({ read: whole('x-hubspot-signature'), signed: '{secret}{body}', encoding: 'hex', check: hash('sha256') })

/** Three versions; the newest that is there counts. */
export const hubspotScheme: Scheme = {
  applies: (headers) => hubspotThird.applies(headers) || hubspotFirst.applies(headers),
  isGenuine(request, secret, now) {
    if (hubspotThird.applies(request.headers)) return hubspotThird.isGenuine(request, secret, now)
    return (request.headers['x-hubspot-signature-version'] === 'v2' ? hubspotSecond : hubspotFirst).isGenuine(request, secret, now)
  },
}

const githubNew = bodyAlone('x-hub-signature-256', { prefix: 'sha256=' })
const githubOld = bodyAlone('x-hub-signature', { prefix: 'sha1=', algorithm: 'sha1' })

export const githubScheme: Scheme = {
  applies: (headers) => githubNew.applies(headers) || githubOld.applies(headers),
  isGenuine: (request, secret, now) => (githubNew.applies(request.headers) ? githubNew : githubOld).isGenuine(request, secret, now),
}

export { basicAuthorization }
