/** Groups and ranks the counts of several workspaces in this process: the database would look up and compare the texts of every value. */
import type { Attribute, Dimension } from '../../rollups/index.js'
import type { GroupCounts } from '../event-store.js'
import { countsOf, measuresOf } from '../measures.js'
import { rankByCount } from '../ranked-groups.js'
import { countersOf, isKnown, remainderOfWorkspaces } from './count.queries.js'
import type { CountQuery } from './grouped-counts.queries.js'
import { counterOffset, entryBytes } from './pack.queries.js'
import { rank, topK } from './ranking.js'
import type { Sql } from './snapshot.queries.js'
import { type Sums, sumsOfPack } from './sums.js'
import { groupName, type ValueGroupCache, type ValueGroups } from './value-groups.queries.js'

/** Above this number of values, the database groups them, so that this process does not block other requests. */
const maxValuesInProcess = 300_000

export interface GroupedAttributes {
  dimension: Dimension
  attributes: readonly Attribute[]
}

/** The top groups; null if there are so many values that the database has to group them. */
export async function topGroupsOfWorkspaces(
  sql: Sql,
  query: CountQuery,
  { dimension, attributes }: GroupedAttributes,
  cache: ValueGroupCache,
): Promise<GroupCounts[] | null> {
  if (query.packedSums && query.packedSums.values.length > maxValuesInProcess) return null
  const remainder = await readRemainder(sql, query, { dimension, attributes })
  if (!remainder) return null
  const parts = [...(query.packedSums ? [query.packedSums] : []), remainder.sums]
  const groups = await cache.load(
    sql,
    dimension,
    attributes,
    parts.map(({ values }) => values),
  )
  return topOf(sumByGroup(groups, parts, remainder.rawGroups), groups, attributes, query)
}

/** The key of a group that is not rolled up yet, and its counts. */
type RawGroup = readonly [key: string[], ...counts: number[]]

interface Remainder {
  sums: Sums
  rawGroups: readonly RawGroup[]
}

/** What has to be added to the packed sums; null if it is too much. */
async function readRemainder(sql: Sql, query: CountQuery, { dimension, attributes }: GroupedAttributes): Promise<Remainder | null> {
  const { text, values } = remainderOfWorkspaces(query, dimension, attributes, maxValuesInProcess + 1)
  const { rows } = await sql.query<{ groups: number; pack: Buffer | null; rawGroups: RawGroup[] | null }>(text, [...values])
  const { groups = 0, pack = null, rawGroups = null } = rows[0] ?? {}
  if (groups > maxValuesInProcess) return null
  const schema = { counters: countersOf(measuresOf(query.kinds)) }
  const layout = { bytes: entryBytes(schema), offsets: schema.counters.map((counter) => counterOffset(schema, counter)) }
  return { sums: sumsOfPack(pack ?? Buffer.alloc(0), layout), rawGroups: rawGroups ?? [] }
}

/** For each counter, the sums of all groups. */
function sumByGroup(groups: ValueGroups, parts: readonly Sums[], rawGroups: readonly RawGroup[]): Float64Array[] {
  const rawIndexes = rawGroups.map(([key]) => groups.groupOf(key))
  const sums = (parts[0] as Sums).counters.map(() => new Float64Array(groups.keys.length))
  const add = (counter: number, group: number, count: number) => {
    const sum = sums[counter] as Float64Array
    sum[group] = (sum[group] as number) + count
  }
  for (const { values, counters } of parts)
    for (let index = 0; index < values.length; index++) {
      const group = groups.groupOfValue(values[index] as number)
      for (let counter = 0; counter < counters.length; counter++) add(counter, group, (counters[counter] as Float64Array)[index] as number)
    }
  for (const [index, [, ...counts]] of rawGroups.entries())
    for (const [counter, count] of counts.entries()) add(counter, rawIndexes[index] as number, count)
  return sums
}

function topOf(sums: readonly Float64Array[], { keys }: ValueGroups, attributes: readonly Attribute[], query: CountQuery): GroupCounts[] {
  const measures = measuresOf(query.kinds)
  const order = rankByCount.filter((measure) => measures.includes(measure)).map((measure) => measures.indexOf(measure))
  const isKnownGroup = (group: number) => (keys[group] as string[]).every((text, index) => isKnown(attributes[index] as Attribute, text))
  // Groups of zeros are no candidates.
  for (let group = 0; group < keys.length; group++) if (!isKnownGroup(group)) for (const counter of sums) counter[group] = 0
  const indexes = topK(sums, order[0] as number, query.limit)
  return rank(indexes, sums, order, (group) => groupName(keys[group] as string[]))
    .slice(0, query.limit)
    .map((group) => ({
      key: keys[group] as string[],
      counts: countsOf(
        measures,
        sums.map((counter) => counter[group]),
      ),
    }))
}
