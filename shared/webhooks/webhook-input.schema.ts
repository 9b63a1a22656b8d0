/** What callers say of webhooks. */
import { z } from 'zod'
import { triggers } from '../accounts/index.js'
import { longestOverlapHours, mostFolders, mostLinks, overlapHours } from './limits.js'
import { linkScopes } from './webhook.entity.js'

const ids = (description: string, most: number) =>
  z
    .array(z.string())
    .max(most)
    .transform((given) => [...new Set(given)])
    .optional()
    .meta({ description })

export const createWebhookBodySchema = z.object({
  name: z.string().trim().min(1).max(40).meta({ description: 'A name for people.' }),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .meta({ description: 'Where events are sent. Must lead to a public address.' }),
  triggers: z
    .array(z.enum(triggers))
    .min(1)
    .transform((given) => [...new Set(given)])
    .meta({ description: 'The kinds of events to be told of.' }),
  linkScope: z
    .enum(linkScopes)
    .nullish()
    .meta({ description: 'Whose clicks to tell of. Needed with the trigger `link.clicked`, and only with it.' }),
  linkIds: ids(`With \`linkScope: links\`: the links; at most ${mostLinks}.`, mostLinks),
  folderIds: ids(`With \`linkScope: folders\`: the folders; at most ${mostFolders}.`, mostFolders),
})
export type CreateWebhook = z.infer<typeof createWebhookBodySchema>

export const updateWebhookBodySchema = createWebhookBodySchema.partial()
export type UpdateWebhook = z.infer<typeof updateWebhookBodySchema>

export const rotateSecretBodySchema = z.object({
  overlapHours: z
    .number()
    .min(0)
    .max(longestOverlapHours)
    .default(overlapHours)
    .meta({ description: 'How long the former secret signs as well.' }),
})

export const testWebhookBodySchema = z.object({
  trigger: z.enum(triggers).meta({ description: 'Which kind of event to send a sample of.' }),
})

export const WebhookParams = z.object({ id: z.string().meta({ description: 'Id of the webhook.' }) })
