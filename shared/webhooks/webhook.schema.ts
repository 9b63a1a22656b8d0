/** Response schemas of webhooks. */
import { z } from 'zod'
import { webhookTriggers } from '../accounts/index.js'
import { receivers } from './receiver.js'
import { linkScopes, type Webhook } from './webhook.entity.js'

const instant = (description: string) => z.string().nullable().meta({ description })

export const WebhookSchema = z
  .object({
    id: z.string().meta({ description: 'Id of the webhook.' }),
    name: z.string(),
    url: z.string().meta({ description: 'Where events are sent.' }),
    triggers: z.array(z.enum(webhookTriggers)).meta({ description: 'The event types that are sent.' }),
    linkScope: z.enum(linkScopes).nullable().meta({ description: 'Which clicks are sent; null without the trigger `link.clicked`.' }),
    receiver: z.enum(receivers).meta({ description: 'The system that receives the events, detected from the URL.' }),
    installationId: z.string().nullable().meta({ description: 'The integration that created it; null for your own webhooks.' }),
    consecutiveFailures: z.int().meta({ description: 'Failed attempts since the last success. At 20 the webhook is disabled.' }),
    lastFailedAt: instant('Time of the last failed attempt.'),
    pausedUntil: instant('A failing webhook is paused until then.'),
    disabledAt: instant('When it was disabled, by a user or after too many failures. A disabled webhook receives no events.'),
    formerSecretUntil: instant('The former secret signs as well until then.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'WebhookSchema', title: 'Webhook' })
export type WebhookAnswer = z.infer<typeof WebhookSchema>

/** The only responses that contain the secret are those of creation and rotation. */
export const WebhookWithSecret = WebhookSchema.extend({
  secret: z.string().meta({ description: 'Signs every delivery. It is shown only once: store it.' }),
})
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

/** Ids of links or folders. */
export const IdsInScope = z.array(z.string())

export const DeletedWebhook = z.object({ id: z.string() })

export function presentWebhook(webhook: Webhook, now: Date): WebhookAnswer {
  const {
    id,
    name,
    url,
    triggers,
    linkScope,
    receiver,
    installationId,
    consecutiveFailures,
    lastFailedAt,
    pausedUntil,
    disabledAt,
    formerUntil,
    createdAt,
    updatedAt,
  } = webhook
  const ifFuture = (at: Date | null | undefined) => (at && at > now ? at.toISOString() : null)
  return {
    id,
    name,
    url,
    triggers,
    linkScope: linkScope ?? null,
    receiver,
    installationId: installationId ?? null,
    consecutiveFailures,
    lastFailedAt: lastFailedAt?.toISOString() ?? null,
    pausedUntil: ifFuture(pausedUntil),
    disabledAt: disabledAt?.toISOString() ?? null,
    formerSecretUntil: ifFuture(formerUntil),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
