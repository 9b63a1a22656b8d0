import type { WorkspaceScope } from '../accounts/index.js'
import { maxScopeFolders, maxScopeLinks } from './limits.js'
import { requireWebhook } from './require-webhook.js'
import { Webhook } from './webhook.entity.js'
import { findScopeFolderIds, findScopeLinkIds } from './webhook.queries.js'
import { presentWebhook, type WebhookAnswer } from './webhook.schema.js'

/** All webhooks of the workspace, newest first. */
export async function listWebhooks({ em, workspace, now }: WorkspaceScope): Promise<WebhookAnswer[]> {
  const webhooks = await em.find(Webhook, { workspaceId: workspace.id }, { orderBy: { id: 'desc' } })
  return webhooks.map((webhook) => presentWebhook(webhook, now()))
}

export const getWebhook = async (scope: WorkspaceScope, id: string): Promise<WebhookAnswer> =>
  presentWebhook(await requireWebhook(scope, id), scope.now())

/** Ids of the links in the webhook's link scope. */
export const listLinksOfWebhook = async (scope: WorkspaceScope, id: string): Promise<string[]> =>
  findScopeLinkIds(scope, (await requireWebhook(scope, id)).id, maxScopeLinks)

/** Ids of the folders in the webhook's link scope. */
export const listFoldersOfWebhook = async (scope: WorkspaceScope, id: string): Promise<string[]> =>
  findScopeFolderIds(scope, (await requireWebhook(scope, id)).id, maxScopeFolders)
