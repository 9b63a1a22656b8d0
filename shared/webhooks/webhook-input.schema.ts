/** Input schemas of webhooks. */
import { z } from 'zod'
import { webhookTriggers } from '../accounts/index.js'
import { idText } from '../kernel/input-fields.js'
import { maxOverlapHours, maxScopeFolders, maxScopeLinks, defaultOverlapHours } from './limits.js'
import { linkScopes } from './webhook.entity.js'

const ids = (description: string, maxIds: number) =>
  z
    .array(idText())
    .max(maxIds)
    .transform((values) => [...new Set(values)])
    .optional()
    .meta({ description })

export const createWebhookBodySchema = z.object({
  name: z.string().trim().min(1).max(40).meta({ description: 'Display name.' }),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .meta({ description: 'Where events are sent. Must resolve to a public address.' }),
  writeKey: z
    .string()
    .trim()
    .max(100)
    .regex(/^[\w-]+$/, 'Must consist of letters, digits, underscores and hyphens')
    .optional()
    .meta({ description: 'For a webhook at Segment, which gets track calls, and required there: the write key of the source.' }),
  triggers: z
    .array(z.enum(webhookTriggers))
    .min(1)
    .max(100)
    .transform((values) => [...new Set(values)])
    .meta({ description: 'The event types to send.' }),
  linkScope: z
    .enum(linkScopes)
    .nullish()
    .meta({ description: 'Which clicks to send. Required with the trigger `link.clicked`, not accepted without it.' }),
  linkIds: ids(`With \`linkScope: links\`: ids of the links, at most ${maxScopeLinks}.`, maxScopeLinks),
  folderIds: ids(`With \`linkScope: folders\`: ids of the folders, at most ${maxScopeFolders}.`, maxScopeFolders),
})
export type CreateWebhook = z.infer<typeof createWebhookBodySchema>

export const updateWebhookBodySchema = createWebhookBodySchema.partial()
export type UpdateWebhook = z.infer<typeof updateWebhookBodySchema>

export const rotateSecretBodySchema = z
  .object({
    overlapHours: z
      .number()
      .min(0)
      .max(maxOverlapHours)
      .default(defaultOverlapHours)
      .meta({ description: 'How many hours the former secret signs as well.' }),
  })
  .prefault({})

export const testWebhookBodySchema = z.object({
  trigger: z.enum(webhookTriggers).meta({ description: 'Event type of the sample.' }),
})

export const WebhookParams = z.object({ id: z.string().meta({ description: 'Id of the webhook.' }) })
