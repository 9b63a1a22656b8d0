/** Applies what was said to a stored link; update and upsert end here. Many at once: `bulk/change-links.ts`. */
import { isDeepStrictEqual } from 'node:util'
import { UniqueConstraintViolationException } from '@mikro-orm/postgresql'
import type { WorkspaceScope } from '../accounts/index.js'
import { followPublicStats } from './dashboards/follow-public-stats.js'
import { externalIdTaken, keyTaken } from './errors.js'
import { requireFolderOf } from './folder-access.js'
import type { LinkInput } from './link-input.schema.js'
import { replaceWebhooks } from './link-webhook.queries.js'
import type { Link } from './link.entity.js'
import { replaceTags, tagsOfLinks, type TagOfLink } from './link.queries.js'
import type { LinkAnswer } from './link.schema.js'
import { asking, type LookUp } from './look-up.js'
import { presentLink } from './present-link.js'
import { type LinkColumns, processLink } from './process-link.js'
import { tellChange } from './tell-change.js'
import { tellOfLinks } from './tell-of-links.js'

export interface LinkChange {
  before: Link
  /** With the time of the change; the same as before where nothing differs. */
  after: Link
  tags: readonly TagOfLink[]
  hasNewTags: boolean
  /** Undefined leaves the webhooks as they are. */
  webhookIds: readonly string[] | undefined
  /** The columns that differ, the tags aside. */
  columns: (keyof LinkColumns)[]
}

/** What a link becomes by what is said. Refuses as a creation does, and where the caller may not change what lies in its folder. */
export async function changeOf(
  scope: WorkspaceScope,
  before: Link,
  tags: readonly TagOfLink[],
  said: LinkInput,
  look: LookUp = asking(scope),
): Promise<LinkChange> {
  await requireFolderOf(scope, before, 'folders.links.write', look)
  const { columns: wanted, tags: wantedTags, webhookIds } = await processLink(scope, said, before, look)
  const hasNewTags = wantedTags !== undefined && !isDeepStrictEqual(tagIdsOf(wantedTags), tagIdsOf(tags))
  const columns = (Object.keys(wanted) as (keyof LinkColumns)[]).filter(
    (column) => !isDeepStrictEqual(before[column] ?? null, wanted[column] ?? null),
  )
  const after = hasNewTags || columns.length > 0 ? { ...before, ...wanted, updatedAt: scope.now() } : before
  return { before, after, tags: wantedTags ?? tags, hasNewTags, webhookIds, columns }
}

export const tagIdsOf = (tags: readonly TagOfLink[]) => tags.map(({ id }) => id)

/** The link must be locked. Where nothing differs from what is stored, nothing is written and nobody is told. */
export async function changeLink(scope: WorkspaceScope, link: Link, said: LinkInput): Promise<LinkAnswer> {
  const change = await changeOf(scope, { ...link }, (await tagsOfLinks(scope, [link.id])).get(link.id) ?? [], said)
  const { before, after, tags, hasNewTags, webhookIds } = change
  await storeWebhooks(scope, [change])
  if (after !== before) {
    Object.assign(link, after)
    await write(scope, link)
    if (hasNewTags) await replaceTags(scope, link.id, tagIdsOf(tags))
    await followPublicStats(scope, before, after)
    await tellChanged(scope, [change])
  }
  return presentLink(scope.config, after, tags, webhookIds)
}

/** Which webhooks hear of a link is no change of the link itself. */
export const storeWebhooks = (scope: WorkspaceScope, changes: readonly LinkChange[]) =>
  replaceWebhooks(
    scope,
    changes.flatMap(({ after: link, webhookIds }) => (webhookIds ? [{ link, webhookIds }] : [])),
  )

/** Tells of changes that were written, and lets nobody remember the links as they were. */
export async function tellChanged(scope: WorkspaceScope, changes: readonly LinkChange[]): Promise<void> {
  await tellOfLinks(
    scope,
    'link.updated',
    changes.map(({ after }) => after),
  )
  tellChange(
    scope,
    ...changes.flatMap(({ before, after }) =>
      before.domain === after.domain && before.lookupKey === after.lookupKey ? [after] : [before, after],
    ),
  )
}

async function write({ em }: WorkspaceScope, link: Link): Promise<void> {
  try {
    await em.flush()
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error
    throw error.message.includes('links_external_id') ? externalIdTaken(link.externalId ?? '') : keyTaken(link.domain, link.key)
  }
}
