import { z } from 'zod'
import { noAction, type Person } from '../actions/action.js'
import { calendlyScheme } from '../signatures/provider-schemes.js'
import { valueAt, isObject, type Json, textAt } from './json.js'
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
    parseEvents(body) {
      const type = textAt(body, 'event') ?? 'unknown'
      const invitee = textAt(body, 'payload.uri')
      return [{ id: invitee ? `${type} ${invitee}` : null, type, body, isTest: false }]
    },
    toActions(event) {
      if (event.type === 'invitee.canceled') return noAction('a canceled meeting keeps its lead')
      if (event.type !== 'invitee.created') return null
      // Rescheduling cancels the meeting and creates a new one.
      if (textAt(event.body, 'payload.old_invitee')) return noAction('the meeting was rescheduled')
      return { kind: 'lead', person: invitee(valueAt(event.body, 'payload') ?? null, event), eventName: String(event.settings.leadName) }
    },
  },
})

const invitee = (payload: Json, event: ProviderEvent): Person => ({
  clickId: clickIdIn(event, valueAt(payload, 'tracking')) ?? bareClickId(valueAt(payload, 'tracking')),
  externalId: externalIdIn(valueAt(payload, 'tracking')),
  email: textAt(payload, 'email'),
  name: textAt(payload, 'name'),
})

/** A booking page passes on only these fields, so one of them carries the click id. */
function bareClickId(tracking: Json | undefined): string | undefined {
  return isObject(tracking)
    ? ['utm_content', 'utm_term', 'salesforce_uuid'].map((name) => clickIdOf(textAt(tracking, name))).find(Boolean)
    : undefined
}
