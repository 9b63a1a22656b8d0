import type { WorkspaceScope } from '../accounts/index.js'
import { hours } from '../kernel/time.js'
import { writeKeyNotGenerated } from './errors.js'
import { notifyWebhookChanged } from './notify-delivery-workers.js'
import { requireWebhook } from './require-webhook.js'
import { newSecret, sealFor } from './secret.js'
import { lockWebhooks } from './webhook.queries.js'
import { presentWebhook, type WebhookWithSecret } from './webhook.schema.js'

/** Replaces the signing secret. During the overlap the former secret signs as well, so that the receiver can be updated without downtime. */
export async function rotateSecret(
  scope: WorkspaceScope,
  id: string,
  { overlapHours }: { overlapHours: number },
): Promise<WebhookWithSecret> {
  await lockWebhooks(scope)
  const webhook = await requireWebhook(scope, id)
  if (webhook.receiver === 'segment') throw writeKeyNotGenerated()
  const now = scope.now()
  const secret = newSecret()
  const former =
    overlapHours > 0
      ? { formerSecret: webhook.sealedSecret, formerUntil: new Date(now.getTime() + hours(overlapHours)) }
      : { formerSecret: null, formerUntil: null }
  Object.assign(webhook, former, { sealedSecret: sealFor(scope.vault, id, secret), updatedAt: now })
  notifyWebhookChanged(scope, id)
  return { ...presentWebhook(webhook, now), secret }
}
