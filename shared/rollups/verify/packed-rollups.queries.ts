/** Compares packed rollups with the rollups they were built from. */
import type { Dimension } from '../dimensions.js'
import { packExpression, unpackExpression } from '../packed-rollups.queries.js'
import type { RollupSchema } from '../rollup-schemas.js'
import { comparisonSql } from './comparison.queries.js'

const inRange = (dimension: Dimension) =>
  `workspace = (select no from rollup_workspaces where workspace_id = $1) and dimension = ${dimension.code} and bucket >= $2 and bucket < $3`

/** Checks the packed rollups of one dimension that queries read. Only those that differ are unpacked. */
export const packedRollupsCheckSql = (schema: RollupSchema, dimension: Dimension) => {
  const measures = schema.counters.map(({ column }) => column)
  return `with valid as (
    select workspace, tier, bucket, ${dimension.code}::smallint as dimension from ${schema.totals}
    where workspace = (select no from rollup_workspaces where workspace_id = $1) and bucket >= $2 and bucket < $3 and dense and maintained and tier > 0
  ),
  repacked as (select tier, bucket, ${packExpression(schema)} as entries from ${schema.rollups} where ${inRange(dimension)} group by tier, bucket),
  differing as materialized (
    select tier, bucket, packed.entries from valid
    left join repacked using (tier, bucket)
    left join ${schema.packedRollups} as packed using (workspace, dimension, tier, bucket)
    where packed.entries is distinct from repacked.entries
  ),
  expected as (select tier, bucket, value, ${measures.join(', ')} from differing join ${schema.rollups} using (tier, bucket) where ${inRange(dimension)}),
  found as (select tier, bucket, entry.* from differing cross join lateral ${unpackExpression(schema, 'entries')} as entry),
  ${comparisonSql(measures, ['tier', 'bucket', 'value'], 'valid')}`
}
