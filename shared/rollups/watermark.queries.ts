/** SQL of the watermark: the instant up to which buckets are closed. */
import type { RollupSchema } from './rollup-schemas.js'
import type { Sql } from './sql.js'

export async function readWatermark(sql: Sql, { watermark }: RollupSchema): Promise<number> {
  const { rows } = await sql.query<{ at: Date }>(`select at from ${watermark}`)
  return (rows[0] as { at: Date }).at.getTime()
}

export const updateWatermark = (sql: Sql, { watermark }: RollupSchema, to: number) =>
  sql.query(`update ${watermark} set at = $1`, [new Date(to)])

/** Disables JIT for this transaction: the lists are long and the plans simple, so compilation would take longer than execution. */
export const disableJit = (sql: Sql) => sql.query('set local jit = off')
