/** Which links a webhook hears the clicks of. */
import type { WorkspaceScope } from '../accounts/index.js'
import { foldersUnknown, linkScopeForbidden, linkScopeNeeded, linksUnknown, nothingInScope } from './errors.js'
import type { UpdateWebhook } from './webhook-input.schema.js'
import type { Webhook } from './webhook.entity.js'
import { foldersAmong, linksAmong, replaceFolders, replaceLinks } from './webhook.queries.js'

/** Refuses a scope without clicks, and clicks without a scope. */
export function requireFittingScope({ triggers, linkScope }: Pick<Webhook, 'triggers' | 'linkScope'>): void {
  const hearsClicks = triggers.includes('link.clicked')
  if (hearsClicks && !linkScope) throw linkScopeNeeded()
  if (!hearsClicks && linkScope) throw linkScopeForbidden()
}

/** Stores what was said of links and folders. What another scope needed is forgotten. */
export async function storeScope(
  scope: WorkspaceScope,
  { id, linkScope }: Pick<Webhook, 'id' | 'linkScope'>,
  before: Webhook['linkScope'],
  { linkIds, folderIds }: Pick<UpdateWebhook, 'linkIds' | 'folderIds'>,
): Promise<void> {
  const isNew = linkScope !== before
  if (linkScope === 'links') {
    if (isNew && !linkIds?.length) throw nothingInScope('linkIds')
    if (linkIds) await replaceLinks(scope, id, requireAll(linkIds, await linksAmong(scope, linkIds), linksUnknown))
  } else if (before === 'links') await replaceLinks(scope, id, [])
  if (linkScope === 'folders') {
    if (isNew && !folderIds?.length) throw nothingInScope('folderIds')
    if (folderIds) await replaceFolders(scope, id, requireAll(folderIds, await foldersAmong(scope, folderIds), foldersUnknown))
  } else if (before === 'folders') await replaceFolders(scope, id, [])
}

function requireAll(asked: readonly string[], found: readonly string[], unknown: (ids: readonly string[]) => Error): readonly string[] {
  const known = new Set(found)
  const missing = asked.filter((id) => !known.has(id))
  if (missing.length > 0) throw unknown(missing)
  return asked
}
