/** SQL of buckets that were closed with too few events to be added up by kind, and have got more since. */
import type { Ledger } from './ledgers.js'
import type { Sql } from './sql.js'

export interface BucketOf {
  workspace: number
  tier: number
  bucket: Date
}

/** Short spans first: longer ones are made of them. */
export async function nextGrown(sql: Sql, { totals, size }: Ledger, denseFrom: number): Promise<BucketOf | undefined> {
  const { rows } = await sql.query<BucketOf>(
    `select workspace, tier, bucket from ${totals} where not tended and not dense and ${size} >= $1 order by tier, bucket limit 1`,
    [denseFrom],
  )
  return rows[0]
}

export const makeDense = (sql: Sql, { totals }: Ledger, { workspace, tier, bucket }: BucketOf) =>
  sql.query(`update ${totals} set dense = true where workspace = $1 and tier = $2 and bucket = $3`, [workspace, tier, bucket])

/**
 * Those that are still small need nothing until they change again. None that is being changed is waited for: two such waits might never
 * end.
 */
export const forgetSmall = (sql: Sql, { totals, size }: Ledger, denseFrom: number) =>
  sql.query(
    `update ${totals} as total set tended = true
     from (select workspace, tier, bucket from ${totals} where not tended and not dense and ${size} < $1 for update skip locked) as small
     where (total.workspace, total.tier, total.bucket) = (small.workspace, small.tier, small.bucket)`,
    [denseFrom],
  )
