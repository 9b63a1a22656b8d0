/** Clicks as rows of ClickHouse. */
import { blockContent } from '../../clickhouse/index.js'
import { clickColumnNames } from '../click.queries.js'
import type { ClickRow } from '../enrich-click.js'

/** A click in ClickHouse: the visitor is the first eight bytes of the hash. */
export type StoredClick = Omit<ClickRow, 'timestamp' | 'identity_hash' | 'qr'> & { timestamp: string; visitor: string }

const columns = [...clickColumnNames.filter((name) => name !== 'identity_hash' && name !== 'qr'), 'visitor']

/** The visitor number of a hash, in hexadecimal digits. */
export const visitorOf = (identityHash: string) => BigInt(`0x${identityHash.slice(0, 16) || '0'}`).toString()

const toStoredClick = ({ identity_hash, qr: _, timestamp, ...click }: ClickRow): StoredClick => ({
  ...click,
  timestamp: timestamp.toISOString(),
  visitor: visitorOf(identity_hash),
})

export const clickBlockContent = (rows: readonly ClickRow[]) => blockContent(columns, rows.map(toStoredClick).map(withoutNul))

/** PostgreSQL, which receives leads with the columns of their clicks, has no NUL characters. */
const withoutNul = (click: StoredClick): StoredClick =>
  Object.values(click).some((value) => value.includes('\0'))
    ? (Object.fromEntries(Object.entries(click).map(([name, value]) => [name, value.replaceAll('\0', '')])) as StoredClick)
    : click

/** The clicks of a block. */
export function readClickBlock(content: string): ClickRow[] {
  const [names = [], ...rows] = content.split('\n').map((line): string[] => JSON.parse(line))
  return rows.map((row) =>
    fromStoredClick(Object.fromEntries(names.map((name, index) => [name, row[index]])) as Partial<StoredClick> as StoredClick),
  )
}

/** SQL of the columns that `fromStoredClick` reads. */
export const storedClickColumns = columns.map((name) => (name === 'visitor' ? 'toString(visitor) as visitor' : name)).join(', ')

export function fromStoredClick({ visitor, timestamp, ...click }: StoredClick): ClickRow {
  return {
    ...click,
    timestamp: new Date(timestamp),
    identity_hash: BigInt(visitor).toString(16).padStart(16, '0'),
    qr: click.trigger === 'qr',
  }
}
