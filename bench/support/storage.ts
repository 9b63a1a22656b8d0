/** Bytes of the stored forms of events, and the CPU time of roll-ups. */
import type pg from 'pg'
import { report } from './installation.js'

/** Tables of clicks by form. Partitions count for their parent. */
const sizes = `
  with parts as (
    select coalesce(parent.relname, child.relname) as name, child.oid
    from pg_class as child left join pg_inherits on inhrelid = child.oid left join pg_class as parent on parent.oid = inhparent
    where child.relkind = 'r' and child.relnamespace = 'public'::regnamespace
  )
  select name, sum(pg_table_size(oid))::float8 as table, sum(pg_indexes_size(oid))::float8 as indexes
  from parts where name ~ '^(click_(events|facts|totals|rollups|rollup_packs|column_segments)|dimension_values)$' group by 1 order by 2 + 3 desc`

const indexSizes = `
  select coalesce(parent.relname, child.relname) as name, sum(pg_relation_size(child.oid))::float8 as bytes
  from pg_class as child left join pg_inherits on inhrelid = child.oid left join pg_class as parent on parent.oid = inhparent
  where child.relkind = 'i' and coalesce(parent.relname, child.relname) ~ '^(click_|dimension_values)'
  group by 1 having sum(pg_relation_size(child.oid)) > 1000000
  order by 2 desc`

/** Prints the bytes per click of each table and index of clicks, and their sum. */
export async function reportStorage(pool: pg.Pool, clicks: number): Promise<void> {
  const { rows } = await pool.query<{ name: string; table: number; indexes: number }>(sizes)
  const perClick = (bytes: number) => (bytes / clicks).toFixed(1).padStart(8)
  console.log(`  ${'bytes per click'.padEnd(32)} ${'table'.padStart(8)} ${'indexes'.padStart(8)} ${'sum'.padStart(8)}`)
  for (const { name, table, indexes } of rows)
    console.log(`  ${name.padEnd(32)} ${perClick(table)} ${perClick(indexes)} ${perClick(table + indexes)}`)
  const [table, indexes] = [sum(rows.map((row) => row.table)), sum(rows.map((row) => row.indexes))]
  console.log(`  ${'all'.padEnd(32)} ${perClick(table)} ${perClick(indexes)} ${perClick(table + indexes)}`)
  report('storage of a click (bytes)', perClick(table + indexes).trim(), '', Number.NaN, 'at most 400')
  for (const { name, bytes } of (await pool.query<{ name: string; bytes: number }>(indexSizes)).rows)
    console.log(`    index ${name.padEnd(40)} ${perClick(bytes)}`)
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
