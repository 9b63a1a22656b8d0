import type pg from 'pg'
import { withTransaction } from '../../../shared/kernel/db/pool.js'
import { valueCacheOf } from '../../../shared/tracking/value-cache.js'

/** Keeps a copy of all rows. The returned function brings the named tables back to it. */
export async function keepTables(pool: pg.Pool, names: readonly string[]): Promise<(changed: readonly string[]) => Promise<void>> {
  const { rows } = await pool.query<{ table: string; columns: string }>(
    `select attrelid::regclass::text as table, string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = any($1::regclass[]) and attnum > 0 and not attisdropped and attgenerated = '' group by 1`,
    [names],
  )
  await pool.query('create schema kept')
  await pool.query(rows.map(({ table, columns }) => `create table kept.${table} as select ${columns} from public.${table};`).join('\n'))
  const columnsOf = new Map(rows.map(({ table, columns }) => [table, columns]))
  return async (changed) => {
    const statements = changed.map((table) => {
      const columns = columnsOf.get(table)
      return `delete from ${table}; insert into ${table} (${columns}) overriding system value select ${columns} from kept.${table};`
    })
    await withTransaction(pool, (client) => client.query(`set local session_replication_role = replica;\n${statements.join('\n')}`))
    valueCacheOf(pool).clear()
  }
}
