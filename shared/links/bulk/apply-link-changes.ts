import type { WorkspaceScope } from '../../accounts/index.js'
import type { ServiceError } from '../../kernel/errors.js'
import { computeLinkChange, type LinkChange, storeWebhooks, publishLinkChanges } from '../apply-link-change.js'
import { recomputePublicStats } from '../dashboards/recompute-public-stats.js'
import { syncLinkDashboards } from '../dashboards/sync-link-dashboards.js'
import { linkNotFound } from '../errors.js'
import { batchLookup } from '../link-lookup.js'
import { tagsOfLinks } from '../link.queries.js'
import type { BulkUpdateData } from './bulk-update-links.js'
import { insertTagsOfLinks, lockLinks, deleteTagsOfLinks, updateColumns } from './bulk.queries.js'
import { isResult, resultOrError } from './errors-as-values.js'

/** Applies the same changes to several links with few statements. Returns for each identifier, in order, the change or the error. */
export async function applyLinkChanges(
  scope: WorkspaceScope,
  identifiers: readonly string[],
  data: BulkUpdateData,
): Promise<(LinkChange | ServiceError)[]> {
  const links = await lockLinks(scope, identifiers)
  const [tags, lookup] = [
    await tagsOfLinks(
      scope,
      links.map(({ id }) => id),
    ),
    await batchLookup(scope, [data]),
  ]
  const outcomes = new Map<string, LinkChange | ServiceError>()
  for (const link of links) {
    const outcome = await resultOrError(() => computeLinkChange(scope, link, tags.get(link.id) ?? [], data, lookup))
    outcomes.set(link.id, outcome)
    if (link.externalId !== null) outcomes.set(`ext_${link.externalId.toLowerCase()}`, outcome)
  }
  const changes = [...new Set(outcomes.values())].filter(isResult)
  await storeWebhooks(scope, changes)
  await recomputePublicStats(scope, changes)
  await syncLinkDashboards(scope, changes)
  await storeChanges(
    scope,
    changes.filter(({ before, after }) => before !== after),
  )
  return identifiers.map(
    (identifier) => outcomes.get(identifier.startsWith('ext_') ? identifier.toLowerCase() : identifier) ?? linkNotFound(),
  )
}

async function storeChanges(scope: WorkspaceScope, changes: readonly LinkChange[]): Promise<void> {
  await updateColumns(
    scope,
    changes.map(({ after }) => after),
    [...new Set(changes.flatMap(({ columns }) => columns))],
  )
  const retagged = changes.filter(({ hasNewTags }) => hasNewTags).map(({ after: link, tags }) => ({ link, tags }))
  await deleteTagsOfLinks(
    scope,
    retagged.map(({ link }) => link.id),
  )
  await insertTagsOfLinks(scope, retagged)
  await publishLinkChanges(scope, changes)
}
