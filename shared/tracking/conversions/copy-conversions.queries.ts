/** SQL of leads and sales as rows of ClickHouse. */
import { blockContent, tables, metadataTextsSql, type TextRow } from '../../clickhouse/index.js'
import { visitorOf } from '../click-store/click-rows.js'
import type { Client } from '../click-store/click-store.js'

export type ConversionTable = 'leads' | 'sales'
export type StoredConversion = Record<string, unknown> & TextRow & { identity_hash?: string | null }

const sourceTables = { leads: 'lead_events', sales: 'sale_events' } as const

/** Versions rise with every copy. Call it under the lock of the roll-up. */
export async function nextVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(`select nextval('conversion_versions') as version`)
  return rows[0]?.version ?? 0
}

const computed: Record<string, string> = { metadata: 'metadata::text', metadata_texts: metadataTextsSql('metadata') }

/** Columns that are read from PostgreSQL. */
export const conversionColumns = (table: ConversionTable) =>
  Object.keys(tables[table].columns).filter((name) => !['visitor', 'version', 'is_deleted'].includes(name))

/** Their names and types in ClickHouse. */
export const conversionStructure = (table: ConversionTable) =>
  conversionColumns(table)
    .map((name) => `${name} ${tables[table].columns[name]?.split(' codec', 1)[0]}`)
    .join(', ')

/** SQL of the rows of a source table. Metadata is copied as PostgreSQL prints it. */
export const conversionRowsSql = (table: ConversionTable, source: string) =>
  `select ${conversionColumns(table)
    .map((name) => (computed[name] ? `${computed[name]} as ${name}` : name))
    .join(', ')}, identity_hash from ${source}`

/** The current rows of those of the events that exist. `events` is a query of `id` and `at`. */
export async function readConversions(
  client: Client,
  table: ConversionTable,
  events: string,
  values: unknown[],
): Promise<StoredConversion[]> {
  const found = `(select event.* from (${events}) wanted join ${sourceTables[table]} event on event.id = wanted.id and timestamp = at) as events`
  return (await client.query<StoredConversion>(conversionRowsSql(table, found), values)).rows
}

type DeletedConversion = Record<'id' | 'workspace_id', string> & { timestamp: Date; identity_hash?: undefined }

export interface ChangedConversions {
  leads: StoredConversion[]
  sales: StoredConversion[]
  /** Events that no longer exist. */
  deleted: DeletedConversion[]
}

/** The changed events in their current state. */
export async function changedConversions(client: Client, changes: readonly number[]): Promise<ChangedConversions> {
  const pending = 'select distinct id, at, workspace_id from pending_conversions where no = any($1::bigint[])'
  const [leads, sales] = [
    await readConversions(client, 'leads', pending, [changes]),
    await readConversions(client, 'sales', pending, [changes]),
  ]
  const existing = new Set([...leads, ...sales].map(({ id }) => id))
  const { rows } = await client.query<DeletedConversion>(`select id, at as timestamp, workspace_id from (${pending}) as pending`, [changes])
  return { leads, sales, deleted: rows.filter(({ id }) => !existing.has(id)) }
}

/** Blocks of the rows. The kind of a deleted event is unknown, so it is deleted from both tables. */
export function conversionContents(
  { leads, sales, deleted }: ChangedConversions,
  version: number,
): { table: ConversionTable; content: string }[] {
  const blocks = [
    ...(['leads', 'sales'] as const).map((table) => ({ table, rows: table === 'leads' ? leads : sales, isDeleted: 0 })),
    ...(['leads', 'sales'] as const).map((table) => ({ table, rows: deleted, isDeleted: 1 })),
  ]
  return blocks
    .filter(({ rows }) => rows.length > 0)
    .map(({ table, rows, isDeleted }) => {
      const columns = isDeleted ? ['id', 'timestamp', 'workspace_id'] : [...conversionColumns(table), 'visitor']
      const complete = rows.map((row) => ({ ...row, visitor: visitorOf(row.identity_hash ?? ''), version, is_deleted: isDeleted }))
      return { table, content: blockContent([...columns, 'version', 'is_deleted'], complete) }
    })
}

/** The next events of a table, with their positions. */
export async function listConversionsAfter(
  client: Client,
  table: ConversionTable,
  [id = '', at = '-infinity']: readonly string[],
  limit: number,
): Promise<(StoredConversion & { position: string[] })[]> {
  const source = `(select * from ${sourceTables[table]} where (id, timestamp) > ($1, $2::timestamptz) order by id, timestamp limit $3) as events`
  const { rows } = await client.query<StoredConversion & { id: string; timestamp: Date }>(
    `${conversionRowsSql(table, source)} order by id, timestamp`,
    [id, at, limit],
  )
  return rows.map((row) => ({ ...row, position: [row.id, row.timestamp.toISOString()] }))
}

/** Queues the next events of a table for the roll-up, as if they had changed. */
export async function queueConversions(
  client: Client,
  table: ConversionTable,
  [id = '', at = '-infinity']: readonly string[],
  limit: number,
): Promise<{ count: number; last: string[] | undefined }> {
  const { rows } = await client.query<{ id: string; at: Date }>(
    `with next as (
       select id, timestamp as at, workspace_id from ${sourceTables[table]} where (id, timestamp) > ($1, $2::timestamptz)
       order by id, timestamp limit $3
     ), queued as (insert into pending_conversions (id, at, workspace_id) select id, at, workspace_id from next)
     select id, at from next order by id, at`,
    [id, at, limit],
  )
  const last = rows.at(-1)
  return { count: rows.length, last: last && [last.id, last.at.toISOString()] }
}
