/** Leads and sales as rows of ClickHouse. */
import { eventTables, metadataTextsSql } from '../../clickhouse/index.js'

export type ConversionKind = 'leads' | 'sales'

const tables = { leads: 'lead_events', sales: 'sale_events' } as const

/** Columns of ClickHouse that are not copied from PostgreSQL. */
const notCopied = new Set(['version', 'is_deleted', 'visitor'])

export const copiedColumns = (kind: ConversionKind) => Object.keys(eventTables[kind].columns).filter((name) => !notCopied.has(name))

/** Names and types of the copied columns. */
export const copiedStructure = (kind: ConversionKind) =>
  copiedColumns(kind)
    .map((name) => `${name} ${eventTables[kind].columns[name]?.split(' codec', 1)[0]}`)
    .join(', ')

const expressions: Record<string, string> = {
  metadata: 'metadata::text',
  metadata_texts: metadataTextsSql('metadata'),
  recurring: 'recurring::int',
}

const rowSql = (kind: ConversionKind) =>
  `(select json_build_array(${copiedColumns(kind)
    .map((name) => expressions[name] ?? name)
    .join(', ')})::text from ${tables[kind]} where id = changed.id and timestamp = changed.at)`

/** A changed conversion. Its row is a JSON array of the copied columns; a deleted conversion has none. */
export interface ChangedConversion {
  id: string
  at: Date
  workspaceId: string
  leads: string | null
  sales: string | null
}

/** SQL that reads changed conversions in their current state. `changes` is a condition on `pending_conversions`. */
export const changedConversionsSql = (changes: string) => `
  select id, at, workspace_id as "workspaceId", ${rowSql('leads')} as leads, ${rowSql('sales')} as sales
  from (select distinct id, at, workspace_id from pending_conversions where ${changes}) as changed`
