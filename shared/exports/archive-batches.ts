import type { WorkspaceScope } from '../accounts/index.js'
import { type CsvRecord, csvRecordReader } from '../kernel/csv-records.js'
import { type ArchiveColumn, importedColumns } from './archive-rows.queries.js'
import { type ArchiveTable, archiveTables } from './archive-tables.js'
import { columnUnknown } from './errors.js'
import { archivePieces } from './read-archive.js'

/** Rows per transaction. */
const batchSize = 500

export interface ArchivePosition {
  /** Index of the table. */
  table: number
  /** Rows of the table that are stored. */
  rows: number
}

export interface TableBatch {
  table: ArchiveTable
  columns: readonly ArchiveColumn[]
  rows: CsvRecord[]
  /** The position after the batch. */
  next: ArchivePosition
}

const tableIndex = (file: string) => archiveTables.findIndex(({ name }) => `${name}.csv` === file)

/** The rows of an archive after a position. A batch has rows of one table. */
export async function* archiveBatches(scope: WorkspaceScope, archive: string, start: ArchivePosition): AsyncGenerator<TableBatch> {
  let reader: TableReader | null = null
  for await (const { name, bytes } of archivePieces(scope, archive, (file) => tableIndex(file) >= start.table)) {
    const index = tableIndex(name)
    if (reader?.index !== index) {
      if (reader) yield* reader.batches(1)
      reader = await openTable(scope, index, index === start.table ? start.rows : 0)
    }
    reader.push(bytes)
    yield* reader.batches(batchSize)
  }
  if (reader) yield* reader.batches(1)
}

interface TableReader {
  index: number
  push(bytes: Uint8Array): void
  /** Takes the batches that are complete: those of `batchSize` rows, or all rows for a size of one. */
  batches(size: number): Generator<TableBatch>
}

async function openTable(scope: WorkspaceScope, index: number, skip: number): Promise<TableReader> {
  const table = archiveTables[index] as ArchiveTable
  const known = await importedColumns(scope, table)
  const [decoder, read, pending] = [new TextDecoder(), csvRecordReader(), [] as CsvRecord[]]
  let columns: ArchiveColumn[] | null = null
  let [skipped, position] = [0, skip]
  const columnOf = (name: string | null) => {
    const found = known.find((column) => column.name === name)
    if (!found) throw columnUnknown(table.name, name ?? '')
    return found
  }
  return {
    index,
    push(bytes) {
      for (const record of read(decoder.decode(bytes, { stream: true }))) {
        if (columns === null) columns = record.map(columnOf)
        else if (skipped < skip) skipped++
        else pending.push(record)
      }
    },
    *batches(size) {
      while (pending.length >= size) {
        const rows = pending.splice(0, batchSize)
        position += rows.length
        yield { table, columns: columns ?? [], rows, next: { table: index, rows: position } }
      }
    },
  }
}
