import type pg from 'pg'

/** A connection of the plain pool. What writes facts and rollups is called inside a transaction. */
export type Sql = Pick<pg.ClientBase, 'query'>

/** Rows as arrays: a tenth of the time for tens of thousands of them. */
export async function arrays<Row>(sql: Sql, text: string, values: unknown[] = []): Promise<Row[]> {
  const { rows } = await sql.query({ text, values, rowMode: 'array' })
  return rows as Row[]
}
