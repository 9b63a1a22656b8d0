import { z } from 'zod'
import { headerOf } from '../signatures/readings.js'
import { standardWebhooks as scheme } from '../signatures/schemes.js'
import { textAt } from './json.js'
import { provider } from './provider.js'
import { outcomeByRules, rules } from './rules.js'

export const standardWebhooks = provider({
  slug: 'standard-webhooks',
  name: 'Standard Webhooks',
  description:
    'Any system that signs by the Standard Webhooks specification, such as those that send through Svix. You say what its events mean.',
  category: 'other',
  website: 'https://www.standardwebhooks.com',
  settings: z.object({ rules }),
  receiver: {
    scheme: () => scheme,
    secretName: 'Signing secret (`whsec_...`), or the public key (`whpk_...`)',
    parts: (body, headers) => [
      {
        id: headerOf(headers, 'webhook-id') ?? headerOf(headers, 'svix-id') ?? null,
        type: textAt(body, 'type', 'event', 'event_type') ?? 'unknown',
        body,
        isTest: false,
      },
    ],
    outcome: outcomeByRules,
  },
})
