/** Applies input to a stored link, for update and upsert. Several links at once: `bulk/apply-link-changes.ts`. */
import { isDeepStrictEqual } from 'node:util'
import { UniqueConstraintViolationException } from '@mikro-orm/postgresql'
import type { WorkspaceScope } from '../accounts/index.js'
import { recomputePublicStats } from './dashboards/recompute-public-stats.js'
import { syncLinkDashboards } from './dashboards/sync-link-dashboards.js'
import { externalIdTaken, keyTaken } from './errors.js'
import { requireFolderOfLink } from './folder-access.js'
import { invalidateLinks } from './invalidate-links.js'
import type { LinkInput } from './link-input.schema.js'
import { directLookup, type LinkLookup } from './link-lookup.js'
import { changePassword } from './link-password.js'
import { replaceWebhooks } from './link-webhook.queries.js'
import type { Link } from './link.entity.js'
import { replaceTags, tagsOfLinks, type TagOfLink } from './link.queries.js'
import type { LinkResponse } from './link.schema.js'
import { presentLink } from './present-link.js'
import { type LinkColumns, processLink } from './process-link.js'
import { publishLinkEvents } from './publish-link-events.js'

export interface LinkChange {
  before: Link
  /** With the time of the change in `updatedAt`; the same object as `before` if nothing differs. */
  after: Link
  tags: readonly TagOfLink[]
  hasNewTags: boolean
  /** Undefined leaves the webhooks as they are. */
  webhookIds: readonly string[] | undefined
  /** As in the input. */
  publicStats: boolean | undefined
  /** Columns that differ, without tags. */
  columns: (keyof StoredColumns)[]
}

/** Returns what the input changes in a link. Throws the errors of a creation, and if the caller must not change links in its folder. */
export async function computeLinkChange(
  scope: WorkspaceScope,
  before: Link,
  tags: readonly TagOfLink[],
  input: LinkInput,
  lookup: LinkLookup = directLookup(scope),
): Promise<LinkChange> {
  await requireFolderOfLink(scope, before, 'folders.links.write', lookup)
  const { columns: processed, tags: newTags, webhookIds } = await processLink(scope, input, before, lookup)
  const newColumns = storedColumns(scope, before, processed)
  const hasNewTags = newTags !== undefined && !isDeepStrictEqual(tagIdsOf(newTags), tagIdsOf(tags))
  const columns = (Object.keys(newColumns) as (keyof StoredColumns)[]).filter(
    (column) => !isDeepStrictEqual(before[column] ?? null, newColumns[column] ?? null),
  )
  const after = hasNewTags || columns.length > 0 ? { ...before, ...newColumns, updatedAt: scope.now() } : before
  return { before, after, tags: newTags ?? tags, hasNewTags, webhookIds, publicStats: input.publicStats, columns }
}

type StoredColumns = Omit<LinkColumns, 'password'> & Pick<Link, 'sealedPassword'>

const storedColumns = (scope: WorkspaceScope, before: Link, { password, ...columns }: LinkColumns): StoredColumns => ({
  ...columns,
  sealedPassword: changePassword(scope, before, password),
})

export const tagIdsOf = (tags: readonly TagOfLink[]) => tags.map(({ id }) => id)

/** Requires that the link is locked. If the input changes nothing, nothing is written and no event is published. */
export async function applyLinkChange(scope: WorkspaceScope, link: Link, input: LinkInput): Promise<LinkResponse> {
  const change = await computeLinkChange(scope, { ...link }, (await tagsOfLinks(scope, [link.id])).get(link.id) ?? [], input)
  const { before, after, tags, hasNewTags, webhookIds } = change
  await storeWebhooks(scope, [change])
  await recomputePublicStats(scope, [change])
  await syncLinkDashboards(scope, [change])
  if (after !== before) {
    Object.assign(link, after)
    await flush(scope, link)
    if (hasNewTags) await replaceTags(scope, link.id, tagIdsOf(tags))
    await publishLinkChanges(scope, [change])
  }
  return presentLink(scope, after, tags, webhookIds)
}

/** The webhooks of a link are not part of its row: changing them alone publishes no event. */
export const storeWebhooks = (scope: WorkspaceScope, changes: readonly LinkChange[]) =>
  replaceWebhooks(
    scope,
    changes.flatMap(({ after: link, webhookIds }) => (webhookIds ? [{ link, webhookIds }] : [])),
  )

/** Publishes stored changes as `link.updated` and invalidates the cached links. */
export async function publishLinkChanges(scope: WorkspaceScope, changes: readonly LinkChange[]): Promise<void> {
  await publishLinkEvents(
    scope,
    'link.updated',
    changes.map(({ after }) => after),
  )
  invalidateLinks(
    scope,
    ...changes.flatMap(({ before, after }) =>
      before.domain === after.domain && before.lookupKey === after.lookupKey ? [after] : [before, after],
    ),
  )
}

async function flush({ em }: WorkspaceScope, link: Link): Promise<void> {
  try {
    await em.flush()
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error
    throw error.message.includes('links_external_id') ? externalIdTaken(link.externalId ?? '') : keyTaken(link.domain, link.key)
  }
}
