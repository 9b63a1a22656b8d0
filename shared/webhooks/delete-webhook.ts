import type { WorkspaceScope } from '../accounts/index.js'
import { requireWebhook } from './require-webhook.js'
import { tellWebhooks } from './tell-webhooks.js'
import { followTriggers, lockWebhooks } from './webhook.queries.js'

/** Deletes a webhook. What waits for it is not sent; the log of its deliveries is gone with it. */
export async function deleteWebhook(scope: WorkspaceScope, id: string): Promise<{ id: string }> {
  await lockWebhooks(scope)
  scope.em.remove(await requireWebhook(scope, id))
  await scope.em.flush()
  await followTriggers(scope, [scope.workspace.id])
  tellWebhooks(scope, id)
  return { id }
}
