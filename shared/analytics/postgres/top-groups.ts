/** Ranks groups in this process when most of their sums are cached: sending all of them to the database would take longer. */
import type { Attribute, Dimension } from '../../rollups/index.js'
import type { GroupCounts, Measure } from '../event-store.js'
import { countsOf, measuresOf } from '../measures.js'
import { rankByCount } from '../ranked-groups.js'
import { countersOf, isKnown, remainderStatement, unknownValueCount } from './count.queries.js'
import type { CountQuery } from './grouped-counts.queries.js'
import { counterOffset, entryBytes } from './pack.queries.js'
import { type NewValue, rank, topK, withNewValues } from './ranking.js'
import type { Sql } from './snapshot.queries.js'
import { type PackLayout, type Sums, withPack } from './sums.js'
import type { ValueTexts } from './value-texts.queries.js'

/** Above this number the database ranks the groups, so that this process does not block other requests. */
const maxGroupsInProcess = 50_000

/** The top groups; null if there are so many groups that the database has to rank them. */
export async function topGroups(
  sql: Sql,
  query: CountQuery,
  dimension: Dimension,
  packedSums: Sums,
  texts: ValueTexts,
): Promise<GroupCounts[] | null> {
  if (packedSums.values.length > maxGroupsInProcess) return null
  const measures = measuresOf(query.kinds)
  const remainder = await readRemainder(sql, query, dimension)
  if (remainder.groups > maxGroupsInProcess) return null
  const { values, counters } = remainder.pack ? withPack(packedSums, remainder.pack, packLayout(measures)) : packedSums
  const newValues = remainder.newValues ?? []
  const all = withNewValues(counters, newValues)
  const order = rankByCount.filter((measure) => measures.includes(measure)).map((measure) => measures.indexOf(measure))
  const indexes = topK(all, order[0] as number, query.limit + unknownValueCount)
  const textById = await texts.load(
    sql,
    indexes.filter((index) => index < values.length).map((index) => values[index] as number),
  )
  const textAt = (index: number) =>
    index < values.length ? (textById.get(values[index] as number) as string) : (newValues[index - values.length] as NewValue)[0]
  return rank(indexes, all, order, textAt)
    .filter((index) => isKnown(dimension.attributes[0] as Attribute, textAt(index)))
    .slice(0, query.limit)
    .map((index) => ({
      key: [textAt(index)],
      counts: countsOf(
        measures,
        all.map((counter) => counter[index]),
      ),
    }))
}

interface Remainder {
  groups: number
  pack: Buffer | null
  newValues: NewValue[] | null
}

async function readRemainder(sql: Sql, query: CountQuery, dimension: Dimension): Promise<Remainder> {
  const { text, values } = remainderStatement(query, dimension, maxGroupsInProcess + 1)
  const { rows } = await sql.query<Remainder>(text, [...values])
  return rows[0] as Remainder
}

function packLayout(measures: readonly Measure[]): PackLayout {
  const schema = { counters: countersOf(measures) }
  return { bytes: entryBytes(schema), offsets: schema.counters.map((counter) => counterOffset(schema, counter)) }
}
