/** Clicks as they wait in blocks for ClickHouse. */
import { blockContent } from '../../clickhouse/index.js'
import { clickColumnNames } from '../click.queries.js'
import type { ClickRow } from '../enrich-click.js'

/** The visitor is the first eight bytes of the hash, as a decimal number. */
type BlockRow = Omit<ClickRow, 'timestamp' | 'identity_hash' | 'qr'> & { timestamp: string; visitor: string }

const columns = [...clickColumnNames.filter((name) => name !== 'identity_hash' && name !== 'qr'), 'visitor']

/** The visitor number of a hash, in hexadecimal digits. */
export const visitorOf = (identityHash: string) => BigInt(`0x${identityHash.slice(0, 16) || '0'}`).toString()

export const toBlockRow = ({ identity_hash, qr: _, timestamp, ...click }: ClickRow): BlockRow =>
  withoutNul({ ...click, timestamp: timestamp.toISOString(), visitor: visitorOf(identity_hash) })

/** PostgreSQL, which receives leads with the columns of their clicks, has no NUL characters. */
const withoutNul = (click: BlockRow): BlockRow =>
  Object.values(click).some((value) => value.includes('\0'))
    ? (Object.fromEntries(Object.entries(click).map(([name, value]) => [name, value.replaceAll('\0', '')])) as BlockRow)
    : click

export const clickBlockContent = (rows: readonly ClickRow[]) => blockContent(columns, rows.map(toBlockRow))

/** The clicks of a block. */
export function readClickBlock(content: string): ClickRow[] {
  const [names = [], ...rows] = content.split('\n').map((line): string[] => JSON.parse(line))
  return rows.map((row) => fromBlockRow(Object.fromEntries(names.map((name, index) => [name, row[index]]))))
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
