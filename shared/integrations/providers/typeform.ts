import { z } from 'zod'
import type { Person } from '../actions/action.js'
import { bodySignature } from '../signatures/provider-schemes.js'
import { valueAt, type Json, listAt, textAt } from './json.js'
import { clickIdIn, externalIdIn } from './person.js'
import { provider, type ProviderEvent } from './provider.js'

export const typeform = provider({
  slug: 'typeform',
  name: 'Typeform',
  description: 'A submitted form becomes a lead.',
  category: 'forms',
  website: 'https://www.typeform.com',
  settings: z.object({ leadName: z.string().trim().min(1).max(255).default('Form submitted').meta({ description: 'Name of the lead.' }) }),
  receiver: {
    scheme: () => bodySignature('typeform-signature', { prefix: 'sha256=', encoding: 'base64' }),
    secretName: 'Secret of the webhook',
    maySendUnsigned: true,
    parseEvents: (body) => [{ id: textAt(body, 'event_id') ?? null, type: textAt(body, 'event_type') ?? 'unknown', body, isTest: false }],
    toActions: (event) =>
      event.type === 'form_response'
        ? {
            kind: 'lead',
            person: respondent(valueAt(event.body, 'form_response') ?? null, event),
            eventName: String(event.settings.leadName),
          }
        : null,
  },
})

const answerOf = (response: Json, type: string) =>
  listAt(response, 'answers')
    .map((one) => textAt(one, type))
    .find((text) => text !== undefined)

const respondent = (response: Json, event: ProviderEvent): Person => ({
  clickId: clickIdIn(event, valueAt(response, 'hidden')),
  externalId: externalIdIn(valueAt(response, 'hidden')) ?? textAt(response, 'hidden.user_id'),
  providerId: textAt(response, 'token'),
  email: textAt(response, 'hidden.email') ?? answerOf(response, 'email'),
  name: textAt(response, 'hidden.name'),
})
