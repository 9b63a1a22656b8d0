/**
 * SQL of packed rollups: all rollups of one dimension and bucket in one bytea, for queries that read every value. An entry is a value id of
 * four bytes, followed by eight bytes per counter, big-endian; entries are sorted by value id.
 */
import type { BucketRef } from './newly-dense.queries.js'
import type { RollupSchema } from './rollup-schemas.js'
import type { Sql } from './sql.js'

interface WithCounters<Counter extends { column: string }> {
  counters: readonly Counter[]
}

export const entryBytes = ({ counters }: WithCounters<{ column: string }>) => 4 + 8 * counters.length
export const counterOffset = <Counter extends { column: string }>({ counters }: WithCounters<Counter>, counter: Counter) =>
  4 + 8 * counters.indexOf(counter)

/** Aggregate expression that packs rows with a `value` and the counters. */
export const packExpression = ({ counters }: WithCounters<{ column: string }>) =>
  `string_agg(int4send(value) || ${counters.map(({ column }) => `int8send(${column})`).join(' || ')}, ''::bytea order by value)`

/** Derived table with the value and the counters of each entry of `packed`. */
export function unpackExpression(schema: RollupSchema, packed: string): string {
  const bytes = entryBytes(schema)
  const number = (offset: number, length: number) =>
    `('x' || encode(substring(${packed} from entry * ${bytes} + ${offset + 1} for ${length}), 'hex'))::bit(${length * 8})`
  const counters = schema.counters.map((counter) => `${number(counterOffset(schema, counter), 8)}::bigint as ${counter.column}`)
  return `(select ${number(0, 4)}::integer as value, ${counters.join(', ')} from generate_series(0, length(${packed}) / ${bytes} - 1) as entry)`
}

/**
 * Packs the next dense bucket whose packed rollups are missing or stale, longest span first; returns whether there was one. Every change of
 * rollups also updates the bucket's total, so the row lock on the total keeps changes out until the transaction ends.
 */
export async function packNextBucket(sql: Sql, schema: RollupSchema): Promise<boolean> {
  const {
    rows: [total],
  } = await sql.query<BucketRef>(
    `select workspace, tier, bucket from ${schema.totals} where not maintained and dense order by tier desc, bucket desc
     limit 1 for update skip locked`,
  )
  if (!total) return false
  const key = [total.workspace, total.tier, total.bucket]
  await sql.query(
    `insert into ${schema.packedRollups} (workspace, dimension, tier, bucket, entries)
     select workspace, dimension, tier, bucket, ${packExpression(schema)} from ${schema.rollups}
     where workspace = $1 and tier = $2 and bucket = $3 group by workspace, dimension, tier, bucket
     on conflict (workspace, dimension, tier, bucket) do update set entries = excluded.entries`,
    key,
  )
  await sql.query(`update ${schema.totals} set maintained = true where workspace = $1 and tier = $2 and bucket = $3`, key)
  return true
}
