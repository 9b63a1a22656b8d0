/** What a link refers to: tags, folder, program, webhooks. Each must be the workspace's own. */
import { requireFeature } from '../accounts/index.js'
import { folderNotFound, programNotFound, tagsNotFound, webhooksNotFound } from './errors.js'
import { requireOpenFolder } from './folder-access.js'
import type { LinkInput } from './link-input.schema.js'
import type { LinkScope } from './link-scope.js'
import type { Link } from './link.entity.js'
import type { TagOfLink } from './link.queries.js'
import type { LookUp } from './look-up.js'
import type { LinkDraft } from './merge-link.js'

/** The tags that were asked for, in that order; undefined when nothing was said of tags. Ids win over names. */
export async function requireTags(
  look: LookUp,
  { tagIds, tagId, tagNames }: Pick<LinkInput, 'tagIds' | 'tagId' | 'tagNames'>,
): Promise<TagOfLink[] | undefined> {
  const ids = tagIds ?? (tagId === undefined ? undefined : tagId ? [tagId] : [])
  if (ids) return inOrder(ids, await look.tags('id', ids), ({ id }) => id)
  if (!tagNames) return undefined
  return inOrder(
    tagNames,
    await look.tags('name', tagNames),
    ({ name }) => name.toLowerCase(),
    (name) => name.toLowerCase(),
  )
}

function inOrder(
  asked: readonly string[],
  found: TagOfLink[],
  markOf: (tag: TagOfLink) => string,
  fold = (text: string) => text,
): TagOfLink[] {
  const byMark = new Map(found.map((tag) => [markOf(tag), tag]))
  const unknown = asked.filter((one) => !byMark.has(fold(one)))
  if (unknown.length > 0) throw tagsNotFound(unknown)
  return [...new Set(asked.map(fold))].flatMap((mark) => byMark.get(mark) ?? [])
}

async function requireWebhooks(look: LookUp, ids: readonly string[]): Promise<void> {
  const found = new Set(await look.webhooks(ids))
  const unknown = ids.filter((id) => !found.has(id))
  if (unknown.length > 0) throw webhooksNotFound(unknown)
}

/**
 * Refuses a folder into which this caller may put nothing, a program and webhooks that do not exist. What a link had before is not asked
 * again.
 */
export async function requireReferences(scope: LinkScope, link: LinkDraft, before: Link | null, look: LookUp): Promise<void> {
  if (link.folderId !== null && link.folderId !== before?.folderId) {
    if (!scope.workspace) throw folderNotFound()
    requireFeature(scope.workspace, 'folders')
    requireOpenFolder(scope, await look.folder(link.folderId), 'folders.links.write')
  }
  // Programs are made by a domain above this one; as long as there are none, every name is unknown.
  if (link.programId !== null && link.programId !== before?.programId) throw programNotFound()
  if (link.webhookIds.length > 0) await requireWebhooks(look, link.webhookIds)
}
