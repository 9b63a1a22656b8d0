import type { z } from 'zod'
import { ServiceError } from '../../kernel/errors.js'
import { splitCsv } from '../../kernel/split-csv.js'
import { emptyFile } from '../errors.js'
import { type CsvMapping, linkOfRow, mapColumns, readCsvRow } from './columns.js'
import type { CsvPreviewSchema } from './csv-import.schema.js'

const sampleSize = 10

/** How a file would be read. Stores nothing, and does not look at links that exist. */
export function previewCsv(mapping: CsvMapping, csv: string): z.infer<typeof CsvPreviewSchema> {
  const splitter = splitCsv()
  const [headers, ...records] = [...splitter.push(csv.replace(/^\uFEFF/, '')), ...splitter.end()]
  if (!headers) throw emptyFile()
  const { columns, missing } = mapColumns(headers, mapping)
  const rows = records.map((record, index) => {
    const row = readCsvRow(columns, record)
    const read = linkOfRow(row)
    return { row: index + 1, link: row.link ?? null, url: row.url ?? null, error: read instanceof ServiceError ? read.message : null }
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
