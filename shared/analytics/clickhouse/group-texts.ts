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
  const decoded = groups.map(({ key, counts }) => ({
    key: key.map((value, index) => (isHash[index] ? (texts.get(value) ?? pending?.texts.get(value) ?? '') : value)),
    counts,
  }))
  return runsOfEqualCounts(decoded).flatMap(sortedByKey)
}

/** Splits groups, which are ranked by their counts, where the counts change. Sorting the runs takes half the time of sorting all. */
function runsOfEqualCounts(groups: readonly GroupCounts[]): GroupCounts[][] {
  const runs: GroupCounts[][] = []
  let before: GroupCounts['counts'] | undefined
  for (const group of groups) {
    const { counts } = group
    if (before && rankByCount.every((measure) => counts[measure] === before?.[measure])) runs.at(-1)?.push(group)
    else runs.push([group])
    before = counts
  }
  return runs
}

function sortedByKey(groups: GroupCounts[]): GroupCounts[] {
  if (groups.length < 2) return groups
  const ranked = groups.map((group) => ({ group, key: group.key.join('\0') }))
  return ranked.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ group }) => group)
}
