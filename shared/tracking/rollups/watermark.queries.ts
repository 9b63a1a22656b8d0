/** SQL about how far a ledger is. */
import type { Ledger } from './ledgers.js'
import type { Sql } from './sql.js'

export async function readWatermark(sql: Sql, { watermark }: Ledger): Promise<number> {
  const { rows } = await sql.query<{ at: Date }>(`select at from ${watermark}`)
  return (rows[0] as { at: Date }).at.getTime()
}

export const moveWatermark = (sql: Sql, { watermark }: Ledger, to: number) => sql.query(`update ${watermark} set at = $1`, [new Date(to)])

/** For this transaction: the lists are long and the plans simple, so compiling them would take longer than running them. */
export const forgoCompiling = (sql: Sql) => sql.query('set local jit = off')
