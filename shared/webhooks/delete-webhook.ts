import type { WorkspaceScope } from '../accounts/index.js'
import { notifyWebhookChanged } from './notify-delivery-workers.js'
import { requireWebhook } from './require-webhook.js'
import { syncWorkspaceTriggers, lockWebhooks } from './webhook.queries.js'

/** Deletes a webhook and its delivery log. Pending deliveries are not sent. */
export async function deleteWebhook(scope: WorkspaceScope, id: string): Promise<{ id: string }> {
  await lockWebhooks(scope)
  scope.em.remove(await requireWebhook(scope, id))
  await scope.em.flush()
  await syncWorkspaceTriggers(scope, [scope.workspace.id])
  notifyWebhookChanged(scope, id)
  return { id }
}
