import { days } from '../../kernel/time.js'
import { clickRollupSchema, tiers } from '../../rollups/index.js'
import type { ValueIdFilter } from './rolled-up-counts.queries.js'
import type { Sql } from './snapshot.queries.js'
import type { Span } from './split-into-buckets.js'

const dayTier = tiers.find(({ span }) => span === days(1))

/** The share of clicks with one of the values, estimated from the dense days of the span; null if there are none. */
export async function shareInRollups(
  sql: Sql,
  workspace: number,
  { dimension, valueIds }: ValueIdFilter,
  { from, to }: Span,
): Promise<number | null> {
  const { rows } = await sql.query<{ share: number | null }>(
    `select (coalesce(sum(matching.clicks), 0) / sum(total.clicks))::float8 as share from ${clickRollupSchema.totals} as total cross join lateral (
       select sum(clicks) as clicks from ${clickRollupSchema.rollupValues} as rollup_row
       where rollup_row.tier = total.tier and rollup_row.bucket = total.bucket and rollup_row.workspace = total.workspace
         and rollup_row.dimension = ${dimension.code} and rollup_row.value = any($2::integer[])
         and first <= $5 and last >= $6 offset 0
     ) as matching
     where total.workspace = $1 and total.tier = ${dayTier?.code} and total.bucket >= $3 and total.bucket < $4 and dense`,
    [workspace, valueIds, new Date(from), new Date(to), Math.max(...valueIds), Math.min(...valueIds)],
  )
  return rows[0]?.share ?? null
}
