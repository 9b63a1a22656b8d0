import { sendEmailJob, type WorkspaceScope } from '../accounts/index.js'
import { mapUniqueViolation } from '../kernel/db/map-unique-violation.js'
import { newId } from '../kernel/ids.js'
import { webhookCreatedEmail } from './emails.js'
import { tooManyWebhooks, urlTaken } from './errors.js'
import { maxWebhooks } from './limits.js'
import { requireValidLinkScope, storeLinkScope } from './link-scope.js'
import { receiverAt } from './receiver.js'
import { requirePublicUrl } from './require-public-url.js'
import { newSecret, sealFor } from './secret.js'
import type { CreateWebhook } from './webhook-input.schema.js'
import { Webhook } from './webhook.entity.js'
import { syncWorkspaceTriggers, lockWebhooks, findOwnerEmails } from './webhook.queries.js'
import { presentWebhook, type WebhookWithSecret } from './webhook.schema.js'
import { requireWriteKey } from './write-key.js'

/** Checks the address, whose host is resolved. Requires that no transaction is open. */
export async function prepareWebhook(scope: WorkspaceScope, input: CreateWebhook): Promise<CreateWebhook> {
  requireValidLinkScope({ ...input, linkScope: input.linkScope ?? null })
  requireWriteKey(input)
  await requirePublicUrl(scope, input.url)
  return input
}

/** Creates a prepared webhook, which receives events from now on. Its secret is returned only here; that of one at Segment is the write key. */
export async function createWebhook(
  scope: WorkspaceScope,
  { linkIds, folderIds, linkScope = null, writeKey, ...input }: CreateWebhook,
): Promise<WebhookWithSecret> {
  const { em, workspace, vault, now } = scope
  await lockWebhooks(scope)
  if ((await em.count(Webhook, { workspaceId: workspace.id })) >= maxWebhooks) throw tooManyWebhooks(maxWebhooks)
  const createdAt = now()
  const id = newId('wh_', createdAt.getTime())
  const secret = writeKey ?? newSecret()
  const webhook = em.create(Webhook, {
    id,
    workspaceId: workspace.id,
    ...input,
    linkScope,
    receiver: receiverAt(input.url),
    sealedSecret: sealFor(vault, id, secret),
    createdAt,
    updatedAt: createdAt,
  })
  em.persist(webhook)
  await mapUniqueViolation(em.flush(), urlTaken)
  await storeLinkScope(scope, webhook, null, { linkIds, folderIds })
  await syncWorkspaceTriggers(scope, [workspace.id])
  for (const { to } of await findOwnerEmails(scope, { workspaceId: workspace.id }))
    scope.enqueue(sendEmailJob, { to, ...webhookCreatedEmail(webhook, workspace.name) })
  return { ...presentWebhook(webhook, createdAt), secret }
}
