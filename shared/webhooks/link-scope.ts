/** The links whose clicks a webhook receives. */
import type { WorkspaceScope } from '../accounts/index.js'
import { foldersNotFound, linkScopeNotAllowed, linkScopeRequired, linksNotFound, emptyLinkScope } from './errors.js'
import type { UpdateWebhook } from './webhook-input.schema.js'
import type { Webhook } from './webhook.entity.js'
import { findExistingFolderIds, findExistingLinkIds, replaceFolders, replaceLinks } from './webhook.queries.js'

/** Requires a link scope with the trigger `link.clicked` and rejects it otherwise. */
export function requireValidLinkScope({ triggers, linkScope }: Pick<Webhook, 'triggers' | 'linkScope'>): void {
  const receivesClicks = triggers.includes('link.clicked')
  if (receivesClicks && !linkScope) throw linkScopeRequired()
  if (!receivesClicks && linkScope) throw linkScopeNotAllowed()
}

/** Stores the links or folders of the scope and deletes those of the previous scope. */
export async function storeLinkScope(
  scope: WorkspaceScope,
  { id, linkScope }: Pick<Webhook, 'id' | 'linkScope'>,
  before: Webhook['linkScope'],
  { linkIds, folderIds }: Pick<UpdateWebhook, 'linkIds' | 'folderIds'>,
): Promise<void> {
  const isNew = linkScope !== before
  if (linkScope === 'links') {
    if (isNew && !linkIds?.length) throw emptyLinkScope('linkIds')
    if (linkIds) await replaceLinks(scope, id, requireAll(linkIds, await findExistingLinkIds(scope, linkIds), linksNotFound))
  } else if (before === 'links') await replaceLinks(scope, id, [])
  if (linkScope === 'folders') {
    if (isNew && !folderIds?.length) throw emptyLinkScope('folderIds')
    if (folderIds) await replaceFolders(scope, id, requireAll(folderIds, await findExistingFolderIds(scope, folderIds), foldersNotFound))
  } else if (before === 'folders') await replaceFolders(scope, id, [])
}

function requireAll(ids: readonly string[], found: readonly string[], notFound: (ids: readonly string[]) => Error): readonly string[] {
  const existing = new Set(found)
  const missing = ids.filter((id) => !existing.has(id))
  if (missing.length > 0) throw notFound(missing)
  return ids
}
