import type { WorkspaceScope } from '../../accounts/index.js'
import type { ServiceError } from '../../kernel/errors.js'
import { changeOf, type LinkChange, storeWebhooks, tellChanged } from '../change-link.js'
import { followPublicStats } from '../dashboards/follow-public-stats.js'
import { linkNotFound } from '../errors.js'
import { tagsOfLinks } from '../link.queries.js'
import { forMany } from '../look-up.js'
import type { BulkUpdateData } from './bulk-update-links.js'
import { insertTagsOfLinks, linksToChange, takeTagsOff, updateColumns } from './bulk.queries.js'
import { isDone, orRefusal } from './errors-as-values.js'

/** Changes links alike with as few statements as one; what became of each name, in the order given. A link that is named twice changes once. */
export async function changeLinks(
  scope: WorkspaceScope,
  names: readonly string[],
  data: BulkUpdateData,
): Promise<(LinkChange | ServiceError)[]> {
  const links = await linksToChange(scope, names)
  const [tags, look] = [
    await tagsOfLinks(
      scope,
      links.map(({ id }) => id),
    ),
    await forMany(scope, [data]),
  ]
  const outcomes = new Map<string, LinkChange | ServiceError>()
  for (const link of links) {
    const outcome = await orRefusal(() => changeOf(scope, link, tags.get(link.id) ?? [], data, look))
    outcomes.set(link.id, outcome)
    if (link.externalId !== null) outcomes.set(`ext_${link.externalId.toLowerCase()}`, outcome)
  }
  const changes = [...new Set(outcomes.values())].filter(isDone)
  await storeWebhooks(scope, changes)
  await store(
    scope,
    changes.filter(({ before, after }) => before !== after),
  )
  return names.map((name) => outcomes.get(name.startsWith('ext_') ? name.toLowerCase() : name) ?? linkNotFound())
}

async function store(scope: WorkspaceScope, changes: readonly LinkChange[]): Promise<void> {
  await updateColumns(
    scope,
    changes.map(({ after }) => after),
    [...new Set(changes.flatMap(({ columns }) => columns))],
  )
  const retagged = changes.filter(({ hasNewTags }) => hasNewTags).map(({ after: link, tags }) => ({ link, tags }))
  await takeTagsOff(
    scope,
    retagged.map(({ link }) => link.id),
  )
  await insertTagsOfLinks(scope, retagged)
  for (const { before, after } of changes) await followPublicStats(scope, before, after)
  await tellChanged(scope, changes)
}
