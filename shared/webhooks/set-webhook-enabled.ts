import type { WorkspaceScope } from '../accounts/index.js'
import { notifyWebhookChanged } from './notify-delivery-workers.js'
import { requireWebhook } from './require-webhook.js'
import { syncWorkspaceTriggers, lockWebhooks } from './webhook.queries.js'
import { presentWebhook, type WebhookAnswer } from './webhook.schema.js'

/** Enables a webhook, resets its failure counters and sends its pending deliveries. */
export const enableWebhook = (scope: WorkspaceScope, id: string) => setEnabled(scope, id, true)

/** Stops all deliveries to a webhook until it is enabled again. */
export const disableWebhook = (scope: WorkspaceScope, id: string) => setEnabled(scope, id, false)

async function setEnabled(scope: WorkspaceScope, id: string, isEnabled: boolean): Promise<WebhookAnswer> {
  await lockWebhooks(scope)
  const webhook = await requireWebhook(scope, id)
  if (isEnabled) Object.assign(webhook, { disabledAt: null, consecutiveFailures: 0, pauses: 0, pausedUntil: null, updatedAt: scope.now() })
  else if (!webhook.disabledAt) Object.assign(webhook, { disabledAt: scope.now(), updatedAt: scope.now() })
  await scope.em.flush()
  await syncWorkspaceTriggers(scope, [scope.workspace.id])
  notifyWebhookChanged(scope, id)
  return presentWebhook(webhook, scope.now())
}
