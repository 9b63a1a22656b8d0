import { z } from 'zod'
import { provider } from './provider.js'

export const zapier = provider({
  slug: 'zapier',
  name: 'Zapier',
  description: 'Zaps call the interface with a key of your workspace and listen to its webhooks; nothing is received from them.',
  category: 'automation',
  website: 'https://zapier.com',
  settings: z.object({}),
})
