import type { WorkspaceScope } from '../accounts/index.js'
import { requireWebhook } from './require-webhook.js'
import { tellWebhooks } from './tell-webhooks.js'
import { followTriggers, lockWebhooks } from './webhook.queries.js'
import { presentWebhook, type WebhookAnswer } from './webhook.schema.js'

/** Lets a webhook be told of things again, as if it had never failed; what waited for it is sent now. */
export const enableWebhook = (scope: WorkspaceScope, id: string) => turn(scope, id, true)

/** Tells a webhook nothing more until it is enabled. */
export const disableWebhook = (scope: WorkspaceScope, id: string) => turn(scope, id, false)

async function turn(scope: WorkspaceScope, id: string, isOn: boolean): Promise<WebhookAnswer> {
  await lockWebhooks(scope)
  const webhook = await requireWebhook(scope, id)
  if (isOn) Object.assign(webhook, { disabledAt: null, consecutiveFailures: 0, pauses: 0, pausedUntil: null, updatedAt: scope.now() })
  else if (!webhook.disabledAt) Object.assign(webhook, { disabledAt: scope.now(), updatedAt: scope.now() })
  await scope.em.flush()
  await followTriggers(scope, [scope.workspace.id])
  tellWebhooks(scope, id)
  return presentWebhook(webhook, scope.now())
}
