import type { WorkspaceScope } from '../accounts/index.js'
import { orTaken } from '../kernel/or-taken.js'
import { ofIntegration, urlTaken } from './errors.js'
import { receiverAt } from './receiver.js'
import { requirePublicUrl } from './require-public-url.js'
import { requireWebhook } from './require-webhook.js'
import { tellWebhooks } from './tell-webhooks.js'
import type { UpdateWebhook } from './webhook-input.schema.js'
import { followTriggers, lockWebhooks } from './webhook.queries.js'
import { presentWebhook, type WebhookAnswer } from './webhook.schema.js'
import { requireFittingScope, storeScope } from './whose-clicks.js'

/** Changes what was said and leaves the rest. A webhook that no longer hears of clicks loses its scope with that. */
export async function updateWebhook(scope: WorkspaceScope, id: string, said: UpdateWebhook): Promise<WebhookAnswer> {
  await lockWebhooks(scope)
  const webhook = await requireWebhook(scope, id)
  const { name = webhook.name, url = webhook.url, triggers = webhook.triggers } = said
  if (webhook.installationId && (name !== webhook.name || url !== webhook.url)) throw ofIntegration()
  if (url !== webhook.url) await requirePublicUrl(scope, url)
  const before = webhook.linkScope ?? null
  const linkScope =
    said.linkScope === undefined && !triggers.includes('link.clicked')
      ? null
      : (said.linkScope ?? (said.linkScope === null ? null : before))
  requireFittingScope({ triggers, linkScope })
  const isElsewhere = url !== webhook.url
  Object.assign(
    webhook,
    { name, url, triggers, linkScope, receiver: receiverAt(url), updatedAt: scope.now() },
    isElsewhere ? { pausedUntil: null } : {},
  )
  await orTaken(scope.em.flush(), urlTaken)
  await storeScope(scope, webhook, before, said)
  await followTriggers(scope, [scope.workspace.id])
  tellWebhooks(scope, id)
  return presentWebhook(webhook, scope.now())
}
