import { mailLetter, type WorkspaceScope } from '../accounts/index.js'
import { newId } from '../kernel/ids.js'
import { orTaken } from '../kernel/or-taken.js'
import { tooManyWebhooks, urlTaken } from './errors.js'
import { letterOfNew } from './letters.js'
import { mostWebhooks } from './limits.js'
import { receiverAt } from './receiver.js'
import { requirePublicUrl } from './require-public-url.js'
import { newSecret, sealFor } from './secret.js'
import type { CreateWebhook } from './webhook-input.schema.js'
import { Webhook } from './webhook.entity.js'
import { followTriggers, lockWebhooks, ownerAddresses } from './webhook.queries.js'
import { presentWebhook, type WebhookWithSecret } from './webhook.schema.js'
import { requireFittingScope, storeScope } from './whose-clicks.js'

/** Makes a webhook; events from now on are sent to it. Its secret is in the answer and nowhere else. */
export async function createWebhook(
  scope: WorkspaceScope,
  { linkIds, folderIds, linkScope = null, ...said }: CreateWebhook,
): Promise<WebhookWithSecret> {
  const { em, workspace, vault, now } = scope
  requireFittingScope({ ...said, linkScope })
  await requirePublicUrl(scope, said.url)
  await lockWebhooks(scope)
  if ((await em.count(Webhook, { workspaceId: workspace.id })) >= mostWebhooks) throw tooManyWebhooks(mostWebhooks)
  const at = now()
  const id = newId('wh_', at.getTime())
  const secret = newSecret()
  const webhook = em.create(Webhook, {
    id,
    workspaceId: workspace.id,
    ...said,
    linkScope,
    receiver: receiverAt(said.url),
    sealedSecret: sealFor(vault, id, secret),
    createdAt: at,
    updatedAt: at,
  })
  em.persist(webhook)
  await orTaken(em.flush(), urlTaken)
  await storeScope(scope, webhook, null, { linkIds, folderIds })
  await followTriggers(scope, [workspace.id])
  for (const { to } of await ownerAddresses(scope, workspace.id)) scope.enqueue(mailLetter, { to, ...letterOfNew(webhook, workspace.name) })
  return { ...presentWebhook(webhook, at), secret }
}
