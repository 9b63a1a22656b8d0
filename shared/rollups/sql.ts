import type pg from 'pg'

/** A connection of the pg pool. Functions that write facts and rollups must be called inside a transaction. */
export type Sql = Pick<pg.ClientBase, 'query'>

/** Rows as arrays, which take a tenth of the time of objects for tens of thousands of rows. */
export async function queryArrays<Row>(sql: Sql, text: string, values: unknown[] = []): Promise<Row[]> {
  const { rows } = await sql.query({ text, values, rowMode: 'array' })
  return rows as Row[]
}
