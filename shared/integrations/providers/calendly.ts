import { z } from 'zod'
import { nothing, type Person } from '../outcomes/outcome.js'
import { calendlyScheme } from '../signatures/schemes.js'
import { at, isObject, type Json, textAt } from './json.js'
import { clickIdIn, clickIdOf, externalIdIn } from './person.js'
import { provider, type ProviderEvent } from './provider.js'

export const calendly = provider({
  slug: 'calendly',
  name: 'Calendly',
  description: 'A booked meeting becomes a lead.',
  category: 'forms',
  website: 'https://calendly.com',
  settings: z.object({ leadName: z.string().trim().min(1).max(255).default('Meeting booked').meta({ description: 'Name of the lead.' }) }),
  receiver: {
    scheme: () => calendlyScheme,
    secretName: 'Signing key of the webhook subscription',
    maySendUnsigned: true,
    parts(body) {
      const type = textAt(body, 'event') ?? 'unknown'
      const invitee = textAt(body, 'payload.uri')
      return [{ id: invitee ? `${type} ${invitee}` : null, type, body, isTest: false }]
    },
    outcome(event) {
      if (event.type === 'invitee.canceled') return nothing('a lead stays one when its meeting is canceled')
      if (event.type !== 'invitee.created') return null
      // A meeting that is moved is canceled and made again.
      if (textAt(event.body, 'payload.old_invitee')) return nothing('the meeting was only moved')
      return { kind: 'lead', person: invitee(at(event.body, 'payload') ?? null, event), eventName: String(event.settings.leadName) }
    },
  },
})

const invitee = (payload: Json, event: ProviderEvent): Person => ({
  clickId: clickIdIn(event, at(payload, 'tracking')) ?? bareClickId(at(payload, 'tracking')),
  externalId: externalIdIn(at(payload, 'tracking')),
  email: textAt(payload, 'email'),
  name: textAt(payload, 'name'),
})

/** Only these fields pass through a booking page, so one of them carries the click id. */
function bareClickId(tracking: Json | undefined): string | undefined {
  return isObject(tracking)
    ? ['utm_content', 'utm_term', 'salesforce_uuid'].map((name) => clickIdOf(textAt(tracking, name))).find(Boolean)
    : undefined
}
