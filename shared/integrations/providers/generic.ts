import { z } from 'zod'
import { headerOf, type Headers, wholeHeader } from '../signatures/signature-readers.js'
import { hmac, signatureScheme } from '../signatures/signature-scheme.js'
import { type Json, textAt } from './json.js'
import { type IncomingEvent, provider, type Settings } from './provider.js'
import { actionByRules, rules } from './rules.js'

const header = (defaultName: string, description: string) =>
  z
    .string()
    .regex(/^[A-Za-z0-9-]{1,100}$/, 'must be a header name')
    .toLowerCase()
    .default(defaultName)
    .meta({ description })

const GenericSettings = z.object({
  signatureHeader: header('x-signature', 'Header with the signature of the body.'),
  signaturePrefix: z.string().max(20).default('').meta({ description: 'Prefix of the signature, such as `sha256=`.' }),
  algorithm: z.enum(['sha256', 'sha1']).default('sha256').meta({ description: 'Hash algorithm of the HMAC.' }),
  encoding: z.enum(['hex', 'base64']).default('hex').meta({ description: 'Encoding of the signature.' }),
  eventHeader: header('x-event-type', 'Header with the event type; without it, `type` or `event` of the body is used.'),
  deliveryHeader: header('x-delivery-id', 'Header with the delivery id; without it, `id` of the body is used.'),
  rules,
})

export const generic = provider({
  slug: 'generic',
  name: 'Signed webhook',
  description: 'Any system that signs the request body with an HMAC. You configure the header and the meaning of its events.',
  category: 'other',
  website: 'https://en.wikipedia.org/wiki/HMAC',
  settings: GenericSettings,
  receiver: {
    scheme: (settings) => schemeOf(GenericSettings.parse(settings)),
    secretName: 'Shared secret',
    maySendUnsigned: true,
    parseEvents: (body, headers, settings) => [toIncomingEvent(body, headers, settings)],
    toActions: actionByRules,
  },
})

const schemeOf = ({ signatureHeader, signaturePrefix, algorithm, encoding }: z.infer<typeof GenericSettings>) =>
  signatureScheme({ read: wholeHeader(signatureHeader, signaturePrefix), signed: '{body}', encoding, check: hmac(algorithm) })

function toIncomingEvent(body: Json, headers: Headers, settings: Settings): IncomingEvent {
  const { eventHeader, deliveryHeader } = GenericSettings.parse(settings)
  return {
    id: headerOf(headers, deliveryHeader) ?? textAt(body, 'id') ?? null,
    type: headerOf(headers, eventHeader) ?? headerOf(headers, 'x-github-event') ?? textAt(body, 'type', 'event', 'event_type') ?? 'unknown',
    body,
    isTest: false,
  }
}
