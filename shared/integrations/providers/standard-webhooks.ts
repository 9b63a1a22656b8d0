import { z } from 'zod'
import { standardWebhooks as scheme } from '../signatures/provider-schemes.js'
import { headerOf } from '../signatures/signature-readers.js'
import { textAt } from './json.js'
import { provider } from './provider.js'
import { actionByRules, rules } from './rules.js'

export const standardWebhooks = provider({
  slug: 'standard-webhooks',
  name: 'Standard Webhooks',
  description:
    'Any system that signs according to the Standard Webhooks specification, such as Svix. You configure the meaning of its events.',
  category: 'other',
  website: 'https://www.standardwebhooks.com',
  settings: z.object({ rules }),
  receiver: {
    scheme: () => scheme,
    secretName: 'Signing secret (`whsec_...`), or the public key (`whpk_...`)',
    secretPattern: /^(?:(?:whsec_)?[A-Za-z0-9+/]{22,}={0,2}|whpk_[A-Za-z0-9+/]{43}=?)$/,
    parseEvents: (body, headers) => [
      {
        id: headerOf(headers, 'webhook-id') ?? headerOf(headers, 'svix-id') ?? null,
        type: textAt(body, 'type', 'event', 'event_type') ?? 'unknown',
        body,
        isTest: false,
      },
    ],
    toActions: actionByRules,
  },
})
