/** Converts events to facts: rows of numbers. */
import { days } from '../kernel/time.js'
import { ensureFactPartitions, type Fact } from './facts.queries.js'
import type { RollupSchema } from './rollup-schemas.js'
import type { Sql } from './sql.js'
import { floorTo } from './tiers.js'
import type { ValueDictionary } from './value-dictionary.js'
import { ensureWorkspaceNos } from './value-dictionary.queries.js'

/**
 * One event as selected from the database: workspace, time, then the schema's attributes and its extra columns. Times are whole
 * microseconds, so that the fact gets exactly the time of the event, not its millisecond.
 */
export type EventTuple = [workspaceId: string, microseconds: number, ...rest: unknown[]]

/** The first two columns of an `EventTuple`, as SQL. */
export const eventTupleHead = 'workspace_id, (extract(epoch from timestamp) * 1000000)::bigint'
const headLength = 2

/** Returns a fact per event, in the same order. Adds missing values to the dictionary and creates missing partitions. */
export async function toFacts(sql: Sql, dictionary: ValueDictionary, schema: RollupSchema, events: readonly EventTuple[]): Promise<Fact[]> {
  dictionary.trim()
  const dimensions = schema.dimensions.map((dimension) => ({
    dimension,
    indexes: dimension.attributes.map((attribute) => schema.attributes.indexOf(attribute) + headLength),
  }))
  const workspaces = await ensureWorkspaceNos(sql, [...new Set(events.map(([workspaceId]) => workspaceId))])
  const rows = events.map((event) => {
    const workspace = workspaces.get(event[0]) as number
    const values = dimensions.map(({ dimension, indexes }) =>
      dictionary.valueOf(
        workspace,
        dimension,
        indexes.map((index) => event[index] as string),
      ),
    )
    return { microseconds: event[1], workspace, values, extraValues: event.slice(schema.attributes.length + headLength) }
  })
  await dictionary.resolve(sql)
  await ensureFactPartitions(sql, schema, distinctDays(events))
  return rows.map(({ microseconds, workspace, values, extraValues }) => ({
    numbers: [microseconds, workspace, ...values.map(({ id }) => id as number)],
    extraValues,
  }))
}

function distinctDays(events: readonly EventTuple[]): number[] {
  const found = new Set<number>()
  for (const [, microseconds] of events) found.add(floorTo(microseconds / 1000, days(1)))
  return [...found]
}
