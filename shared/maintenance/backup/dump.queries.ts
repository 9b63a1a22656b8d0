/** Reads a database for a backup. */
import type pg from 'pg'
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams'
import { withConnection } from '../../kernel/db/pool.js'
import type { Manifest } from './backup-format.js'

type Client = Pick<pg.PoolClient, 'query'>

/** Filled by a job from other tables, with a type of an extension that the restored database may lack. */
const derivedTables = ['memory_embeddings']

/** Values have the same text on every server. */
const settings = `set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local timezone = 'UTC'; set local bytea_output = 'hex';
  set local extra_float_digits = 3; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`

/**
 * Runs `read` on one snapshot. Tables are locked against changes of the schema, dropped partitions for example, before the snapshot is
 * taken; reads and writes continue.
 */
export const inDumpSnapshot = <Result>(pool: pg.Pool, read: (client: Client, tables: DumpTable[]) => Promise<Result>): Promise<Result> =>
  withConnection(pool, async (client) => {
    const names = (await findTables(client)).map(({ identifier }) => identifier)
    await client.query('begin isolation level repeatable read read only')
    await client.query(`${settings}; lock table ${names.join(', ')} in access share mode`)
    const result = await read(client, await findTables(client))
    await client.query('commit')
    client.release()
    return result
  })

export interface DumpTable {
  name: string
  /** Quoted where necessary. */
  identifier: string
  columns: string[]
}

/** Partitions are read through their table. The server itself empties unlogged tables after a crash. */
async function findTables(client: Client): Promise<DumpTable[]> {
  const { rows } = await client.query<DumpTable>(
    `select c.relname as name, quote_ident(c.relname) as identifier, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
       and c.relname <> all ($1) and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     group by c.oid, c.relname order by c.relname`,
    [derivedTables],
  )
  return rows
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

export const copyOut = (client: Client, { identifier, columns }: DumpTable): CopyToStreamQuery =>
  client.query(copyTo(`copy (select ${columns.map(quote).join(', ')} from ${identifier}) to stdout with (encoding 'UTF8')`))

export async function findMigrations(client: Client): Promise<string[]> {
  return (await client.query<{ name: string }>('select name from migrations order by id')).rows.map(({ name }) => name)
}

export async function findPartitions(client: Client): Promise<Manifest['partitions']> {
  const { rows } = await client.query<Manifest['partitions'][number]>(
    `select child.relname as name, parent.relname as parent, pg_get_expr(child.relpartbound, child.oid) as bound
     from pg_inherits join pg_class child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent
     where child.relkind = 'r' and child.relispartition and child.relnamespace = 'public'::regnamespace order by 1`,
  )
  return rows
}

/** Sequences are outside the snapshot: read after the tables, they are never behind them. */
export async function findSequences(client: Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<Manifest['sequences'][number]>(
    `select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public' and last_value is not null order by 1`,
  )
  return rows
}
