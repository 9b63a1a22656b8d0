import type { WorkspaceScope } from '../accounts/index.js'
import { mapUniqueViolation } from '../kernel/db/map-unique-violation.js'
import { forkScope } from '../kernel/scope.js'
import { managedByIntegration, urlTaken } from './errors.js'
import { requireValidLinkScope, storeLinkScope } from './link-scope.js'
import { notifyWebhookChanged } from './notify-delivery-workers.js'
import { receiverAt } from './receiver.js'
import { requirePublicUrl } from './require-public-url.js'
import { requireWebhook } from './require-webhook.js'
import type { UpdateWebhook } from './webhook-input.schema.js'
import { syncWorkspaceTriggers, lockWebhooks } from './webhook.queries.js'
import { presentWebhook, type WebhookAnswer } from './webhook.schema.js'
import { changedWriteKey } from './write-key.js'

/** Checks a new address, whose host is resolved. Requires that no transaction is open. */
export async function prepareWebhookUpdate(scope: WorkspaceScope, id: string, input: UpdateWebhook): Promise<UpdateWebhook> {
  const { url, installationId } = await requireWebhook(forkScope(scope), id)
  if (input.url !== undefined && input.url !== url && !installationId) await requirePublicUrl(scope, input.url)
  return input
}

/** Changes the given fields of a prepared input. Removing the trigger `link.clicked` also removes the link scope. */
export async function updateWebhook(scope: WorkspaceScope, id: string, input: UpdateWebhook): Promise<WebhookAnswer> {
  await lockWebhooks(scope)
  const webhook = await requireWebhook(scope, id)
  const { name = webhook.name, url = webhook.url, triggers = webhook.triggers } = input
  if (webhook.installationId && (name !== webhook.name || url !== webhook.url)) throw managedByIntegration()
  const before = webhook.linkScope ?? null
  const linkScope =
    input.linkScope === undefined && !triggers.includes('link.clicked')
      ? null
      : (input.linkScope ?? (input.linkScope === null ? null : before))
  requireValidLinkScope({ triggers, linkScope })
  const secret = changedWriteKey(scope, webhook, input)
  const moved = url === webhook.url ? {} : { receiver: receiverAt(url), pausedUntil: null }
  Object.assign(webhook, { name, url, triggers, linkScope, updatedAt: scope.now() }, moved, secret)
  await mapUniqueViolation(scope.em.flush(), urlTaken)
  await storeLinkScope(scope, webhook, before, input)
  await syncWorkspaceTriggers(scope, [scope.workspace.id])
  notifyWebhookChanged(scope, id)
  return presentWebhook(webhook, scope.now())
}
