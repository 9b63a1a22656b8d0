import type { WorkspaceScope } from '../accounts/index.js'
import { countLinksMatching, linkCountsBy } from './link-count.queries.js'
import { linkFilter } from './link-filter.js'
import type { GetLinksCount, LinkGrouping } from './link-query.schema.js'

export type LinkCountRow = { [Grouping in LinkGrouping]?: string | null } & { _count: number }

/** How many links match; with `groupBy` how many for each value, the largest first. */
export async function countLinks(scope: WorkspaceScope, { groupBy, ...asked }: GetLinksCount): Promise<number | LinkCountRow[]> {
  const filter = await linkFilter(scope, asked, groupBy)
  if (!groupBy) return countLinksMatching(scope, filter)
  const rows = await linkCountsBy(scope, filter, groupBy)
  return rows.map(({ value, count }) => ({ [groupBy]: value, _count: count }))
}
