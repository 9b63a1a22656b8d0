/** Texts of groups by attributes of which clicks have hashes. */
import { type ClickHouse, findTexts } from '../../clickhouse/index.js'
import type { GroupCounts, Grouping } from '../event-store.js'
import { rankByCount } from '../ranked-groups.js'
import { isHashedAttribute } from './conditions.queries.js'
import type { CountQuery } from './count.queries.js'

/** Replaces hashes in keys by their texts. Groups with equal counts are ordered by their keys, as in other groupings. */
export async function withTexts(
  clickHouse: ClickHouse,
  { selection, pending }: CountQuery,
  grouping: Grouping,
  groups: GroupCounts[],
): Promise<GroupCounts[]> {
  const isHash = grouping.by === 'attributes' ? grouping.attributes.map(isHashedAttribute) : []
  if (!isHash.includes(true)) return groups
  const hashes = groups.flatMap(({ key }) => key.filter((_, index) => isHash[index]))
  const texts = await findTexts(clickHouse, selection.workspaceIds, hashes)
  return groups
    .map(({ key, counts }) => ({
      key: key.map((value, index) => (isHash[index] ? (texts.get(value) ?? pending?.texts.get(value) ?? '') : value)),
      counts,
    }))
    .toSorted(byRank)
}

function byRank(a: GroupCounts, b: GroupCounts): number {
  for (const measure of rankByCount) {
    const difference = (b.counts[measure] ?? 0) - (a.counts[measure] ?? 0)
    if (difference !== 0) return difference
  }
  return a.key.join('\0') < b.key.join('\0') ? -1 : 1
}
