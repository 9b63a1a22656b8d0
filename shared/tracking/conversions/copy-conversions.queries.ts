/** SQL of leads and sales as rows of ClickHouse. */
import { blockContent, eventTables } from '../../clickhouse/index.js'
import { visitorOf } from '../click-store/click-rows.js'
import type { Client } from '../click-store/click-store.js'

type ConversionTable = 'leads' | 'sales'
type Row = Record<string, unknown>

const sourceTables = { leads: 'lead_events', sales: 'sale_events' } as const

/** Versions rise with every copy. Call it under the lock of the roll-up. */
export async function nextVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(`select nextval('conversion_versions') as version`)
  return rows[0]?.version ?? 0
}

/** Columns that are copied as they are. */
const copiedColumns = (table: ConversionTable) =>
  Object.keys(eventTables[table].columns).filter((name) => !['visitor', 'metadata', 'version', 'is_deleted'].includes(name))

/** SQL of the rows of a source table. Metadata is copied as PostgreSQL prints it. */
export const conversionRowsSql = (table: ConversionTable, source: string) =>
  `select ${copiedColumns(table).join(', ')}, identity_hash, metadata::text as metadata from ${source}`

export interface ChangedConversions {
  leads: Row[]
  sales: Row[]
  /** Events that no longer exist. */
  deleted: Row[]
}

/** The changed events in their current state. */
export async function changedConversions(client: Client, changes: readonly number[]): Promise<ChangedConversions> {
  const pending = 'select distinct id, at, workspace_id from pending_conversions where no = any($1::bigint[])'
  const read = async (table: ConversionTable) => {
    const events = `(select event.* from (${pending}) pending join ${sourceTables[table]} event on event.id = pending.id and timestamp = at) as events`
    return (await client.query<Row>(conversionRowsSql(table, events), [changes])).rows
  }
  const [leads, sales] = [await read('leads'), await read('sales')]
  const existing = new Set([...leads, ...sales].map(({ id }) => id))
  const { rows } = await client.query<Row>(`select id, at as timestamp, workspace_id from (${pending}) as pending`, [changes])
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
      const columns = isDeleted ? ['id', 'timestamp', 'workspace_id'] : [...copiedColumns(table), 'metadata', 'visitor']
      const complete = rows.map((row) => ({ ...row, visitor: visitorOf(String(row.identity_hash ?? '')), version, is_deleted: isDeleted }))
      return { table, content: blockContent([...columns, 'version', 'is_deleted'], complete) }
    })
}
