import { z } from 'zod'
import { slackScheme } from '../signatures/provider-schemes.js'
import { valueAt, textAt } from './json.js'
import { provider } from './provider.js'

export const slack = provider({
  slug: 'slack',
  name: 'Slack',
  description: 'People who join your Slack workspace become leads, matched by email address.',
  category: 'other',
  website: 'https://slack.com',
  settings: z.object({}),
  receiver: {
    scheme: () => slackScheme,
    secretName: "The app's signing secret",
    handshake: (body) => (textAt(body, 'type') === 'url_verification' ? { challenge: textAt(body, 'challenge') ?? '' } : null),
    parseEvents: (body) => [
      { id: textAt(body, 'event_id') ?? null, type: textAt(body, 'event.type', 'type') ?? 'unknown', body, isTest: false },
    ],
    toActions(event) {
      if (event.type === 'app_uninstalled') return { kind: 'disconnected' }
      if (event.type !== 'team_join') return null
      const user = valueAt(event.body, 'event.user') ?? null
      return {
        kind: 'lead',
        person: {
          providerId: textAt(user, 'id'),
          email: textAt(user, 'profile.email'),
          name: textAt(user, 'real_name', 'profile.real_name'),
        },
        eventName: 'Joined Slack',
      }
    },
  },
})
