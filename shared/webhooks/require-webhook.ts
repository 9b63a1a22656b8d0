import type { WorkspaceScope } from '../accounts/index.js'
import { webhookNotFound } from './errors.js'
import { Webhook } from './webhook.entity.js'

export async function requireWebhook({ em, workspace }: WorkspaceScope, id: string): Promise<Webhook> {
  const webhook = await em.findOne(Webhook, { id, workspaceId: workspace.id })
  if (!webhook) throw webhookNotFound()
  return webhook
}
