/** SQL of buckets that were closed with too few events for rollups by dimension and have grown since. */
import type { RollupSchema } from './rollup-schemas.js'
import type { Sql } from './sql.js'

export interface BucketRef {
  workspace: number
  tier: number
  /** Start of the bucket. */
  bucket: Date
}

/** Shortest span first, because longer ones are summed from them. */
export async function findNewlyDense(
  sql: Sql,
  { totals, sizeExpression }: RollupSchema,
  denseThreshold: number,
): Promise<BucketRef | undefined> {
  const { rows } = await sql.query<BucketRef>(
    `select workspace, tier, bucket from ${totals} where not maintained and not dense and ${sizeExpression} >= $1 order by tier, bucket
     limit 1`,
    [denseThreshold],
  )
  return rows[0]
}

export const markDense = (sql: Sql, { totals }: RollupSchema, { workspace, tier, bucket }: BucketRef) =>
  sql.query(`update ${totals} set dense = true, maintained = true where workspace = $1 and tier = $2 and bucket = $3`, [
    workspace,
    tier,
    bucket,
  ])

/** Buckets that are still small need no maintenance until they change again. Rows that others lock are skipped, to avoid deadlocks. */
export const markSmallMaintained = (sql: Sql, { totals, sizeExpression }: RollupSchema, denseThreshold: number) =>
  sql.query(
    `update ${totals} as total set maintained = true
     from (select workspace, tier, bucket from ${totals}
       where not maintained and not dense and ${sizeExpression} < $1 for update skip locked) as small
     where (total.workspace, total.tier, total.bucket) = (small.workspace, small.tier, small.bucket)`,
    [denseThreshold],
  )
