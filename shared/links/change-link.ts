/** Applies what was said to a stored link; update and upsert end here. */
import { isDeepStrictEqual } from 'node:util'
import { UniqueConstraintViolationException } from '@mikro-orm/postgresql'
import type { WorkspaceScope } from '../accounts/index.js'
import { followPublicStats } from './dashboards/follow-public-stats.js'
import { externalIdTaken, keyTaken } from './errors.js'
import { linkUpdated } from './events.js'
import { requireFolderOf } from './folder-access.js'
import type { Link } from './link.entity.js'
import type { LinkInput } from './link-input.schema.js'
import { replaceTags, tagsOfLinks, type TagOfLink } from './link.queries.js'
import type { LinkAnswer } from './link.schema.js'
import { presentLink } from './present-link.js'
import { type LinkColumns, processLink } from './process-link.js'
import { tellChange } from './tell-change.js'

/** The link must be locked. Where nothing differs from what is stored, nothing is written and nobody is told. */
export async function changeLink(scope: WorkspaceScope, link: Link, said: LinkInput): Promise<LinkAnswer> {
  await requireFolderOf(scope, link, 'folders.links.write')
  const before = { ...link }
  const { columns, tags: wantedTags } = await processLink(scope, said, before)
  const tags = (await tagsOfLinks(scope, [link.id])).get(link.id) ?? []
  const hasNewTags = wantedTags !== undefined && !isDeepStrictEqual(idsOf(wantedTags), idsOf(tags))
  if (!hasNewTags && !differs(before, columns)) return presentLink(scope.config, link, tags)
  Object.assign(link, columns, { updatedAt: scope.now() })
  await write(scope, link)
  if (hasNewTags) await replaceTags(scope, link.id, idsOf(wantedTags))
  await followPublicStats(scope, before, link)
  scope.announce(linkUpdated, { linkId: link.id, workspaceId: link.workspaceId, domain: link.domain, key: link.key })
  tellChange(scope, before, link)
  return presentLink(scope.config, link, wantedTags ?? tags)
}

const idsOf = (tags: readonly TagOfLink[]) => tags.map(({ id }) => id)

const differs = (link: Link, columns: LinkColumns) => (Object.keys(columns) as (keyof LinkColumns)[]).some((column) => !isDeepStrictEqual(link[column] ?? null, columns[column] ?? null))

async function write({ em }: WorkspaceScope, link: Link): Promise<void> {
  try {
    await em.flush()
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error
    throw error.message.includes('links_external_id') ? externalIdTaken(link.externalId ?? '') : keyTaken(link.domain, link.key)
  }
}
