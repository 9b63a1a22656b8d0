/** SQL of packs: the rollups of closed buckets, as arrays of values and counters. */
import type { BucketRef } from './newly-dense.queries.js'
import { mapCounters, type RollupSchema } from './rollup-schemas.js'
import type { Sql } from './sql.js'

/** With one counter, four packs fill a page of the database. */
const valuesPerPack = 256

/**
 * Inserts packs of the bucket that begins at $2, of the tier $1. `counted` selects `workspace`, `dimension`, `value` and the counters, one
 * row for each value.
 */
export const insertPacks = (schema: RollupSchema, counted: string) => `
  insert into ${schema.packs} (bucket, workspace, first, last, tier, dimension, "values", ${mapCounters(schema, ({ column }) => column)})
  select $2, workspace, min(value), max(value), $1::smallint, dimension, array_agg(value order by value),
    ${mapCounters(schema, ({ column }) => `array_agg(${column} order by value)`)}
  from (
    select *, (row_number() over (partition by workspace, dimension order by value) - 1) / ${valuesPerPack} as pack from (${counted}) as counted
  ) as numbered
  group by workspace, dimension, pack order by workspace, dimension, pack`

/** Buckets with at least that many rows of changes, at most as many as one run can pack. */
export async function listChangedBuckets(sql: Sql, { rollups }: RollupSchema, rows: number): Promise<BucketRef[]> {
  const found = await sql.query<BucketRef>(
    `select workspace, tier, bucket from ${rollups} group by workspace, tier, bucket having count(*) >= $1 order by 1, 2, 3 limit 10000`,
    [rows],
  )
  return found.rows
}

/** Adds the changes of a bucket to its packs. */
const packChangesStatement = (schema: RollupSchema) => {
  const columns = mapCounters(schema, ({ column }) => column)
  const inBucket = 'tier = $1::smallint and bucket = $2::timestamptz and workspace = $3::integer'
  return `
  with changed as (delete from ${schema.rollups} where ${inBucket} returning dimension, value, ${columns}),
  packed as (
    delete from ${schema.packs} where ${inBucket} and dimension in (select dimension from changed)
    returning dimension, "values", ${columns}
  )
  ${insertPacks(
    schema,
    `select $3::integer as workspace, dimension, value, ${mapCounters(schema, ({ column }) => `sum(${column})::bigint as ${column}`)} from (
      select * from changed
      union all
      select dimension, each.* from packed cross join lateral unnest("values", ${mapCounters(schema, ({ column }) => `packed.${column}`)}) as each
    ) as rows group by dimension, value`,
  )}`
}

export const packChanges = (sql: Sql, schema: RollupSchema, { workspace, tier, bucket }: BucketRef) =>
  sql.query(packChangesStatement(schema), [tier, bucket, workspace])
