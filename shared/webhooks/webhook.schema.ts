/** Webhooks as callers see them. */
import { z } from 'zod'
import { triggers } from '../accounts/index.js'
import { receivers } from './receiver.js'
import { linkScopes, type Webhook } from './webhook.entity.js'

const instant = (description: string) => z.string().nullable().meta({ description })

export const WebhookSchema = z
  .object({
    id: z.string().meta({ description: 'Id of the webhook.' }),
    name: z.string(),
    url: z.string().meta({ description: 'Where events are sent.' }),
    triggers: z.array(z.enum(triggers)).meta({ description: 'The kinds of events that it is told of.' }),
    linkScope: z.enum(linkScopes).nullable().meta({ description: 'Whose clicks it is told of; null where it hears of none.' }),
    receiver: z.enum(receivers).meta({ description: 'What kind of system the address belongs to.' }),
    installationId: z.string().nullable().meta({ description: 'The integration that made it; null for your own.' }),
    consecutiveFailures: z.int().meta({ description: 'Failed attempts since the last success. At 20 the webhook is disabled.' }),
    lastFailedAt: instant('When an attempt failed last.'),
    pausedUntil: instant('A receiver that fails is left alone until then.'),
    disabledAt: instant('When it was disabled, by you or because it failed too often. A disabled webhook is told nothing.'),
    formerSecretUntil: instant('Until then the secret before the last rotation signs as well.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'WebhookSchema', title: 'Webhook' })
export type WebhookAnswer = z.infer<typeof WebhookSchema>

/** The secret is in this answer and in no other. */
export const WebhookWithSecret = WebhookSchema.extend({
  secret: z.string().meta({ description: 'Signs every delivery. Shown only now: keep it.' }),
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
    triggers: hears,
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
  const ahead = (at: Date | null | undefined) => (at && at > now ? at.toISOString() : null)
  return {
    id,
    name,
    url,
    triggers: hears,
    linkScope: linkScope ?? null,
    receiver,
    installationId: installationId ?? null,
    consecutiveFailures,
    lastFailedAt: lastFailedAt?.toISOString() ?? null,
    pausedUntil: ahead(pausedUntil),
    disabledAt: disabledAt?.toISOString() ?? null,
    formerSecretUntil: ahead(formerUntil),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
