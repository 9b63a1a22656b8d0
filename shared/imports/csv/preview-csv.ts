import type { z } from 'zod'
import { splitCsv } from '../../kernel/split-csv.js'
import { emptyFile } from '../errors.js'
import { type CsvKind, type CsvMapping, type CsvRow, mapColumns, readCsvRow } from './columns.js'
import type { CsvPreviewSchema } from './csv-import.schema.js'
import { isRefused, readRowOf } from './rows.js'

const sampleSize = 10

/** How a file would be read. Stores nothing, and does not look at objects that exist. */
export function previewCsv(kind: CsvKind, mapping: CsvMapping, csv: string): z.infer<typeof CsvPreviewSchema> {
  const splitter = splitCsv()
  const [headers, ...records] = [...splitter.push(csv.replace(/^\uFEFF/, '')), ...splitter.end(true)]
  if (!headers) throw emptyFile()
  const { columns, missing } = mapColumns(kind, headers, mapping)
  const rows = records.map((record, index) => {
    const row: CsvRow<'links'> & CsvRow<'partners'> = readCsvRow(columns, record)
    const read = readRowOf[kind](row, 'localhost')
    const { link = row.key ?? null, url = null, email = null } = row
    return { row: index + 1, link, url, email, error: isRefused(read) ? read.message : null }
  })
  return {
    headers,
    columns: Object.fromEntries(Object.entries(columns).map(([field, index]) => [field, headers[index] as string])),
    missing: missing.map(({ field }) => field),
    rows: rows.length,
    invalid: rows.filter(({ error }) => error !== null).length,
    sample: rows.slice(0, sampleSize),
  }
}
