/** Clicks as they wait in blocks for ClickHouse. */
import { blockOfValues, type TextRow } from '../../clickhouse/index.js'
import { clickColumnNames } from '../click.queries.js'
import type { ClickRow } from '../enrich-click.js'

/** The visitor is the first eight bytes of the hash, as a decimal number. */
type BlockRow = Omit<ClickRow, 'timestamp' | 'identity_hash' | 'qr'> & { timestamp: string; visitor: string }

const plainColumns = clickColumnNames.filter((name) => name !== 'identity_hash' && name !== 'qr' && name !== 'timestamp')
const columns = ['timestamp', 'visitor', ...plainColumns]

/** The visitor number of a hash, in hexadecimal digits. */
export const visitorOf = (identityHash: string) => BigInt(`0x${identityHash.slice(0, 16) || '0'}`).toString()

/** Exactly what ClickHouse receives. PostgreSQL, which receives leads with the columns of their clicks, has no NUL characters. */
export function clickBlockContent(rows: readonly ClickRow[]): string {
  const values = rows.map((click) => [
    click.timestamp.toISOString(),
    visitorOf(click.identity_hash),
    ...plainColumns.map((name) => click[name]),
  ])
  const content = blockOfValues(columns, values)
  if (!content.includes(String.raw`\u0000`)) return content
  return blockOfValues(
    columns,
    values.map((row) => row.map((value) => value.replaceAll('\0', ''))),
  )
}

function parseBlock(content: string): { names: string[]; rows: string[][] } {
  const [names = [], ...rows] = content.split('\n').map((line): string[] => JSON.parse(line))
  return { names, rows }
}

/** The clicks of a block. */
export function readClickBlock(content: string): ClickRow[] {
  const { names, rows } = parseBlock(content)
  return rows.map((row) => fromBlockRow(Object.fromEntries(names.map((name, index) => [name, row[index]]))))
}

export type BlockedClick = TextRow & { id: string; at: string }

/** What the writer of a block needs of its clicks. */
export function listBlockedClicks(content: string): BlockedClick[] {
  const { names, rows } = parseBlock(content)
  const [id = 0, at = 0, workspace = 0, link = 0, url = 0, baseUrl = 0] = (
    ['id', 'timestamp', 'workspace_id', 'link_id', 'url', 'base_url'] as const
  ).map((name) => names.indexOf(name))
  return rows.map((row) => ({
    id: row[id] ?? '',
    at: row[at] ?? '',
    workspace_id: row[workspace] ?? '',
    link_id: row[link] ?? '',
    url: row[url] ?? '',
    base_url: row[baseUrl] ?? '',
  }))
}

/** `row` has all columns of a block. */
export function fromBlockRow(row: Partial<Record<string, string>>): ClickRow {
  const { visitor, timestamp, ...click } = row as BlockRow
  return {
    ...click,
    timestamp: new Date(timestamp),
    identity_hash: BigInt(visitor).toString(16).padStart(16, '0'),
    qr: click.trigger === 'qr',
  }
}
