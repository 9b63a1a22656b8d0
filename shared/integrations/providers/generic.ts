import { z } from 'zod'
import { headerOf, type Headers, whole } from '../signatures/readings.js'
import { hmac, signature } from '../signatures/scheme.js'
import { type Json, textAt } from './json.js'
import { type Part, provider, type Settings } from './provider.js'
import { outcomeByRules, rules } from './rules.js'

const header = (usual: string, description: string) =>
  z
    .string()
    .regex(/^[A-Za-z0-9-]{1,100}$/, 'The name of a header')
    .toLowerCase()
    .default(usual)
    .meta({ description })

const GenericSettings = z.object({
  signatureHeader: header('x-signature', 'Header that holds the signature of the body.'),
  signaturePrefix: z.string().max(20).default('').meta({ description: 'What stands before the signature, such as `sha256=`.' }),
  algorithm: z.enum(['sha256', 'sha1']).default('sha256').meta({ description: 'The hash of the HMAC.' }),
  encoding: z.enum(['hex', 'base64']).default('hex').meta({ description: 'How the signature is written.' }),
  eventHeader: header('x-event-type', 'Header that holds the type of the event; otherwise `type` or `event` of the body says it.'),
  deliveryHeader: header('x-delivery-id', 'Header that holds an id of the delivery; otherwise `id` of the body says it.'),
  rules,
})

export const generic = provider({
  slug: 'generic',
  name: 'Signed webhook',
  description: 'Any system that signs the body of its requests with an HMAC. You say under which header, and what its events mean.',
  category: 'other',
  website: 'https://en.wikipedia.org/wiki/HMAC',
  settings: GenericSettings,
  receiver: {
    scheme: (settings) => schemeOf(GenericSettings.parse(settings)),
    secretName: 'The secret that both sides know',
    maySendUnsigned: true,
    parts: (body, headers, settings) => [partOf(body, headers, settings)],
    outcome: outcomeByRules,
  },
})

const schemeOf = ({ signatureHeader, signaturePrefix, algorithm, encoding }: z.infer<typeof GenericSettings>) =>
  signature({ read: whole(signatureHeader, signaturePrefix), signed: '{body}', encoding, check: hmac(algorithm) })

function partOf(body: Json, headers: Headers, settings: Settings): Part {
  const { eventHeader, deliveryHeader } = GenericSettings.parse(settings)
  return {
    id: headerOf(headers, deliveryHeader) ?? textAt(body, 'id') ?? null,
    type: headerOf(headers, eventHeader) ?? headerOf(headers, 'x-github-event') ?? textAt(body, 'type', 'event', 'event_type') ?? 'unknown',
    body,
    isTest: false,
  }
}
