import { z } from 'zod'
import { provider } from './provider.js'

export const zapier = provider({
  slug: 'zapier',
  name: 'Zapier',
  description: 'Zaps call the API with a workspace key and subscribe to webhooks. Zapier sends no webhooks to the service.',
  category: 'automation',
  website: 'https://zapier.com',
  settings: z.object({}),
})
