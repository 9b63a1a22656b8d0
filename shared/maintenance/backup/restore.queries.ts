/** Loads a backup into a database that has the tables of the backup and no data. */
import type pg from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import type { Manifest, TableEntry } from './backup-format.js'

type Client = Pick<pg.PoolClient, 'query'>

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Whether the database has a workspace. Migrations alone create none. */
export async function hasData(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('public.workspaces') is not null as exists`)
  if (!rows[0]?.exists) return false
  return (await client.query('select from workspaces limit 1')).rows.length > 0
}

export async function appliedMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('public.migrations') is not null as exists`)
  return rows[0]?.exists ? (await client.query<{ name: string }>('select name from migrations')).rows.map(({ name }) => name) : []
}

export const allowLongStatements = (client: Client) => client.query('set local statement_timeout = 0')

/** The partitions of the backup that the migrations did not create. */
export async function createPartitions(client: Client, partitions: Manifest['partitions']): Promise<void> {
  for (const { name, parent, bound } of partitions) {
    const { rows } = await client.query<{ oid: string | null }>('select to_regclass($1) as oid', [quote(name)])
    if (rows[0]?.oid) continue
    await client.query(`create table ${quote(name)} (like ${quote(parent)} including defaults including constraints including storage)`)
    await client.query(`alter table ${quote(parent)} attach partition ${quote(name)} ${bound}`)
  }
}

/**
 * Removes what would act on the rows that are loaded, so that they are stored as they were: triggers, and foreign keys, which would
 * prescribe an order. Returns a function that puts them back; the database then checks all foreign keys.
 */
export async function suspendRules(client: Client): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ name: string; owner: string; definition: string }>(
    `select quote_ident(conname) as name, conrelid::regclass::text as owner, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by conrelid::regclass::text, conname`,
  )
  const { rows: triggers } = await client.query<{ name: string; owner: string }>(
    `select quote_ident(tgname) as name, tgrelid::regclass::text as owner from pg_trigger join pg_class c on c.oid = tgrelid
     where not tgisinternal and tgenabled = 'O' and c.relnamespace = 'public'::regnamespace`,
  )
  for (const { name, owner } of keys) await client.query(`alter table ${owner} drop constraint ${name}`)
  for (const { name, owner } of triggers) await client.query(`alter table only ${owner} disable trigger ${name}`)
  return async () => {
    for (const { name, owner } of triggers) await client.query(`alter table only ${owner} enable trigger ${name}`)
    for (const { name, owner, definition } of keys) await client.query(`alter table ${owner} add constraint ${name} ${definition}`)
  }
}

/** Migrations fill some tables; the backup has their rows. */
export const emptyTables = (client: Client, tables: readonly TableEntry[]) =>
  client.query(`truncate ${tables.map(({ name }) => quote(name)).join(', ')}`)

export const copyIn = (client: Client, { name, columns }: TableEntry): CopyStreamQuery =>
  client.query(copyFrom(`copy ${quote(name)} (${columns.map(quote).join(', ')}) from stdin with (encoding 'UTF8')`))

export async function setSequences(client: Client, sequences: Manifest['sequences']): Promise<void> {
  for (const { name, value } of sequences) await client.query('select setval($1::regclass, $2::bigint)', [quote(name), value])
}
