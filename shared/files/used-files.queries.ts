import type { Scope } from '../kernel/scope.js'

/** Columns with addresses of images and documents. */
export const fileColumn = /(^|_)(image|logo|wordmark)$/

/** The name of a stored file in an address, as SQL. The same expression and condition as in the index `links_image`. */
export const nameIn = (column: string) => `substring(${column} from '/files/([[:alnum:]_-]+[.][a-z]+)')`

/** Those of the names that a row refers to. Addresses are compared without their host, because BASE_URL may have changed. */
export async function usedFileNames({ pool }: Pick<Scope, 'pool'>, names: readonly string[]): Promise<Set<string>> {
  const used = new Set<string>()
  if (names.length === 0) return used
  for (const { table, column } of await imageColumns({ pool })) {
    const { rows } = await pool.query<{ name: string }>(
      `select distinct ${nameIn(column)} as name from ${table} where ${column} like '%/files/%' and ${nameIn(column)} = any ($1)`,
      [names],
    )
    for (const { name } of rows) used.add(name)
  }
  return used
}

/** Read from the catalog, so that the images of a new table are not deleted because a list lacks it. */
async function imageColumns({ pool }: Pick<Scope, 'pool'>): Promise<{ table: string; column: string }[]> {
  const { rows } = await pool.query<{ table: string; column: string }>(
    `select a.attrelid::regclass::text as table, quote_ident(a.attname) as column
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.atttypid = 'text'::regtype and not a.attisdropped and a.attname ~ '${fileColumn.source}'`,
  )
  return rows
}
