import type { Sql } from '../../rollups/index.js'

/** Milliseconds until which clicks are rolled up. */
export async function clicksRolledUpUntil(sql: Sql): Promise<number | undefined> {
  const { rows } = await sql.query<{ at: Date }>('select at from click_watermark')
  return rows[0]?.at.getTime()
}
