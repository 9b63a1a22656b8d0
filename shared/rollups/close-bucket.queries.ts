/** SQL that closes buckets: when a time span is over, its events are summed once. */
import { insertPacks } from './packs.queries.js'
import { aggregateFacts, mapCounters, type RollupSchema } from './rollup-schemas.js'
import type { Sql } from './sql.js'
import { quarterHour, type Tier } from './tiers.js'

const counterColumns = (schema: RollupSchema) => mapCounters(schema, ({ column }) => column)
const counterSums = (schema: RollupSchema) => mapCounters(schema, ({ column }) => `sum(${column})`)

/** Facts of one bucket. The conditions on `at` prune partitions, those on `hour` use the index, which needs integers. */
const selectFacts = ({ facts }: RollupSchema, workspace: string, from: string, to: string) => `
  select * from ${facts}
  where workspace = ${workspace} and at >= ${from} and at < ${to}
    and hour >= floor(extract(epoch from ${from}) / 3600)::integer and hour < ceil(extract(epoch from ${to}) / 3600)::integer`

const closeTotals = (schema: RollupSchema) => `
  insert into ${schema.totals} (workspace, tier, bucket, ${counterColumns(schema)}, dense)
  select workspace, $1::smallint, $2, ${counterSums(schema)}, sum(${schema.sizeExpression}) >= $5::bigint
  from ${schema.totals} where tier = $4::smallint and bucket >= $2 and bucket < $3 group by workspace`

/** Workspaces whose bucket is dense; $4 restricts it to one of them. */
const selectDense = ({ totals }: RollupSchema) =>
  `select workspace from ${totals} where tier = $1::smallint and bucket = $2 and dense and ($4::integer is null or workspace = $4)`

const groupedDimension = ({ dimensions }: RollupSchema) =>
  `case ${dimensions.map(({ code, column }) => `when grouping(${column}) = 0 then ${code}::smallint`).join(' ')} end`

/** Counters per value of each dimension. Grouping sets read each fact once; values are never null, unlike the columns not grouped by. */
const countByValue = (schema: RollupSchema, facts: string) => {
  const columns = schema.dimensions.map(({ column }) => column)
  return `
  select workspace, ${groupedDimension(schema)} as dimension, coalesce(${columns.join(', ')}) as value,
    ${mapCounters(schema, (counter) => `${aggregateFacts(counter)} as ${counter.column}`)}
  from (select fact.* from ${facts}) as fact
  group by workspace, grouping sets (${columns.map((column) => `(${column})`).join(', ')})`
}

const fillFromFacts = (schema: RollupSchema) =>
  insertPacks(
    schema,
    countByValue(
      schema,
      `(${selectDense(schema)}) as dense(dense_workspace)
    cross join lateral (${selectFacts(schema, 'dense_workspace', '$2::timestamptz', '$3::timestamptz')} offset 0) as fact`,
    ),
  )

/** Sums the rollups of the previous tier, and facts where a bucket of the previous tier is not dense and has no rollups. */
const fillFromRollups = (schema: RollupSchema, span: number) => `
  with dense as (${selectDense(schema)})
  ${insertPacks(
    schema,
    `
  select workspace, dimension, value, ${mapCounters(schema, ({ column }) => `sum(${column})::bigint as ${column}`)}
  from (
    select workspace, dimension, value, ${counterColumns(schema)} from dense cross join lateral (
      select dimension, value, ${counterColumns(schema)} from ${schema.rollupValues} as stored
      where stored.workspace = dense.workspace and tier = $5::smallint and bucket >= $2 and bucket < $3 offset 0
    ) as part
    union all
    ${countByValue(
      schema,
      `dense join ${schema.totals} part on part.workspace = dense.workspace and part.tier = $5::smallint and part.bucket >= $2
      and part.bucket < $3 and not part.dense
      cross join lateral (${selectFacts(schema, 'part.workspace', 'part.bucket', `(part.bucket + interval '${span} milliseconds')`)} offset 0) as fact`,
    )}
  ) as counted
  group by workspace, dimension, value`,
  )}`

export interface ClosedBucket {
  tier: Tier
  previousTier: Tier
  /** Start, in milliseconds since the epoch. */
  bucket: number
}

const bucketParameters = ({ tier, bucket }: ClosedBucket) => [tier.code, new Date(bucket), new Date(bucket + tier.span)]

/** Writes totals and rollups of the bucket, for all workspaces. All buckets of the previous tier must be closed. */
export async function closeBucket(sql: Sql, schema: RollupSchema, closed: ClosedBucket, denseThreshold: number): Promise<void> {
  await sql.query(closeTotals(schema), [...bucketParameters(closed), closed.previousTier.code, denseThreshold])
  await fillRollups(sql, schema, closed, null)
}

/** Writes the rollups of a dense bucket, for one workspace or (null) for all of them. */
export async function fillRollups(sql: Sql, schema: RollupSchema, closed: ClosedBucket, workspace: number | null): Promise<void> {
  const { previousTier } = closed
  if (previousTier === quarterHour) await sql.query(fillFromFacts(schema), [...bucketParameters(closed), workspace])
  else await sql.query(fillFromRollups(schema, previousTier.span), [...bucketParameters(closed), workspace, previousTier.code])
}
