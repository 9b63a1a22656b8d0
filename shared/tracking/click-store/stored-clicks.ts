/** Clicks as rows of ClickHouse. */
import { type ClickHouse, findTexts, hashedColumns, type HashedColumn, insertTexts, type TextRow } from '../../clickhouse/index.js'
import { clickColumnNames } from '../click.queries.js'
import type { ClickRow } from '../enrich-click.js'
import { clickBlockContent, fromBlockRow } from './click-rows.js'

const texts = Object.keys(hashedColumns) as HashedColumn[]
const plainColumns = [...clickColumnNames.filter((name) => !['identity_hash', 'qr', ...texts].includes(name)), 'visitor']
const hashColumns = Object.values(hashedColumns)

/** Stores clicks, once for each token. */
export const insertStoredClicks = (clickHouse: ClickHouse, rows: readonly ClickRow[], token?: string) =>
  insertBlock(clickHouse, rows, clickBlockContent(rows), token)

/** Stores the clicks of a block. Their texts come first, so that no click refers to a missing one. */
export async function insertBlock(clickHouse: ClickHouse, texts: Iterable<TextRow>, content: string, token?: string): Promise<void> {
  await insertTexts(clickHouse, texts)
  await clickHouse.insert({ table: 'clicks', content, ...(token !== undefined && { token }) })
}

const selected = [...plainColumns, ...hashColumns].map((name) =>
  name === 'visitor' || name.endsWith('_hash') ? `toString(${name}) as "${name}_text"` : name,
)

/** The clicks that match a condition, which may end with an order and a limit. */
export async function readStoredClicks(clickHouse: ClickHouse, condition: string, values: Record<string, unknown>): Promise<ClickRow[]> {
  const rows = await clickHouse.query<Record<string, string>>({
    text: `select ${selected.join(', ')} from clicks where ${condition}`,
    values,
    settings: { date_time_output_format: 'iso' },
  })
  const found = await findTexts(
    clickHouse,
    rows.map((row) => row.workspace_id ?? ''),
    rows.flatMap((row) => hashColumns.map((name) => row[`${name}_text`] ?? '')),
  )
  return rows.map((row, index) => {
    const decoded = Object.fromEntries(texts.map((name, at) => [name, found[index * texts.length + at] ?? '']))
    return fromBlockRow({ ...Object.fromEntries(plainColumns.map((name) => [name, row[name]])), ...decoded, visitor: row.visitor_text })
  })
}
