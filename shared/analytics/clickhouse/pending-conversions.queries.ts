/**
 * Leads and sales that changed and are not copied to ClickHouse yet. They are read before ClickHouse is, and replace its rows of the same
 * ids, so that a conversion counts from the moment of its transaction, whether it is copied meanwhile or not.
 */
import type pg from 'pg'
import { hashedColumns, type HashedColumn, textHash } from '../../clickhouse/index.js'
import { conversionColumns, type ConversionTable, readConversions, type StoredConversion } from '../../tracking/index.js'
import type { Selection } from '../event-store.js'

export interface PendingConversions {
  /** Of all changed events, including deleted ones. */
  ids: readonly string[]
  /** Current rows as JSON arrays of the columns that are copied. */
  rows: Record<ConversionTable, readonly string[]>
  /** Hash -> text, of the texts that the copies will have. */
  texts: ReadonlyMap<string, string>
}

/** Null if there are none. */
export async function pendingConversions(pool: pg.Pool, { workspaceIds, from, to }: Selection): Promise<PendingConversions | null> {
  const { rows: changed } = await pool.query<{ id: string; at: Date }>({
    name: 'pending-conversions',
    text: 'select distinct id, at from pending_conversions where workspace_id = any($1::text[]) and at >= $2 and at < $3',
    values: [workspaceIds, new Date(from), new Date(to)],
  })
  if (changed.length === 0) return null
  const ids = changed.map(({ id }) => id)
  const read = async (table: ConversionTable) => {
    const events = 'select * from unnest($1::text[], $2::timestamptz[]) as changed(id, at)'
    return readConversions(pool, table, events, [ids, changed.map(({ at }) => at)])
  }
  const [leads, sales] = await Promise.all([read('leads'), read('sales')])
  return {
    ids,
    rows: { leads: leads.map((row) => toLine('leads', row)), sales: sales.map((row) => toLine('sales', row)) },
    texts: new Map([...leads, ...sales].flatMap((row) => hashedNames.map((name) => [textHash(row[name]), row[name]]))),
  }
}

const hashedNames = Object.keys(hashedColumns) as HashedColumn[]

const toLine = (table: ConversionTable, row: StoredConversion) => JSON.stringify(conversionColumns(table).map((name) => row[name]))
