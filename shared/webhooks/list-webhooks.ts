import type { WorkspaceScope } from '../accounts/index.js'
import { mostFolders, mostLinks } from './limits.js'
import { requireWebhook } from './require-webhook.js'
import { Webhook } from './webhook.entity.js'
import { foldersOfWebhook, linksOfWebhook } from './webhook.queries.js'
import { presentWebhook, type WebhookAnswer } from './webhook.schema.js'

/** All of the workspace, the newest first. */
export async function listWebhooks({ em, workspace, now }: WorkspaceScope): Promise<WebhookAnswer[]> {
  const webhooks = await em.find(Webhook, { workspaceId: workspace.id }, { orderBy: { id: 'desc' } })
  return webhooks.map((webhook) => presentWebhook(webhook, now()))
}

export const getWebhook = async (scope: WorkspaceScope, id: string): Promise<WebhookAnswer> =>
  presentWebhook(await requireWebhook(scope, id), scope.now())

/** Ids of the links whose clicks it hears, where its scope is links. */
export const listLinksOfWebhook = async (scope: WorkspaceScope, id: string): Promise<string[]> =>
  linksOfWebhook(scope, (await requireWebhook(scope, id)).id, mostLinks)

/** Ids of the folders whose links' clicks it hears, where its scope is folders. */
export const listFoldersOfWebhook = async (scope: WorkspaceScope, id: string): Promise<string[]> =>
  foldersOfWebhook(scope, (await requireWebhook(scope, id)).id, mostFolders)
