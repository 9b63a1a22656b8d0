import type { WorkspaceScope } from '../accounts/index.js'
import { countLinksMatching, linkCountsBy } from './link-count.queries.js'
import { linkFilter } from './link-filter.js'
import type { GetLinksCount, LinkGrouping } from './link-query.schema.js'

export type LinkCountRow = { [Grouping in LinkGrouping]?: string | null } & { _count: number }

/** Counts matching links; with `groupBy` returns one row per value, largest count first. */
export async function countLinks(scope: WorkspaceScope, { groupBy, ...query }: GetLinksCount): Promise<number | LinkCountRow[]> {
  const filter = await linkFilter(scope, query, groupBy)
  if (!groupBy) return countLinksMatching(scope, filter)
  const rows = await linkCountsBy(scope, filter, groupBy)
  return rows.map(({ value, count }) => ({ [groupBy]: value, _count: count }))
}
