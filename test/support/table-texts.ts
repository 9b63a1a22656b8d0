import type pg from 'pg'

/** All rows of the database, including those of the queues, as one text per table. */
export async function tableTexts(pool: pg.Pool): Promise<[table: string, text: string][]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema not in ` +
      `('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  )
  return Promise.all(
    rows.map(async ({ name }): Promise<[string, string]> => [
      name,
      (await pool.query<{ text: string }>(`select coalesce(string_agg(to_jsonb(r)::text, ' '), '') as text from ${name} r`)).rows[0]
        ?.text ?? '',
    ]),
  )
}
