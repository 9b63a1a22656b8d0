/** Texts of groups by attributes of which clicks have hashes. */
import { type ClickHouse, findTexts } from '../../clickhouse/index.js'
import type { GroupCounts, Grouping } from '../event-store.js'
import { rankByCount, unknownTexts } from '../ranked-groups.js'
import { isHashedAttribute } from './conditions.queries.js'
import type { CountQuery } from './count.queries.js'

/**
 * Replaces hashes in keys by their texts, and leaves out groups with an unknown one. Groups with equal counts are ordered by their keys, as
 * in other groupings.
 */
export async function withTexts(
  clickHouse: ClickHouse,
  { selection, pending }: CountQuery,
  grouping: Grouping,
  groups: GroupCounts[],
): Promise<GroupCounts[]> {
  const hashed =
    grouping.by === 'attributes' ? grouping.attributes.flatMap((attribute, at) => (isHashedAttribute(attribute) ? [at] : [])) : []
  if (hashed.length === 0) return groups
  const texts = await findTexts(
    clickHouse,
    selection.workspaceIds,
    groups.flatMap(({ key }) => hashed.map((at) => key[at] as string)),
  )
  const decoded = groups.map(({ key, counts }, index) => ({
    key: key.map((value, at) => {
      const nth = hashed.indexOf(at)
      return nth < 0 ? value : (texts[index * hashed.length + nth] ?? pending?.texts.get(value) ?? '')
    }),
    counts,
  }))
  const known = decoded.filter(({ key }) => hashed.every((at) => !unknownTexts.includes(key[at] as string)))
  return runsOfEqualCounts(known).flatMap((run) => run.toSorted(compareKeys))
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

function compareKeys({ key: a }: GroupCounts, { key: b }: GroupCounts): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : (a[at] as string) < (b[at] as string) ? -1 : 1
}
