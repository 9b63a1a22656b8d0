/** Reads rows in PostgreSQL's binary format. In the text format of ordinary results, byte values are twice as long. */
import pg from 'pg'

type Sql = Pick<pg.ClientBase, 'query'>

/** Length of the COPY header: an 11-byte signature, 4 bytes of flags, and the 4-byte length of the (absent) header extension. */
const headerLength = 19
const signature = Buffer.from('PGCOPY\n')
const startsWithSignature = (chunk: Buffer) =>
  chunk.length >= headerLength && chunk.compare(signature, 0, signature.length, 0, signature.length) === 0

/** Calls `onRow` with the fields of each row of a query without parameters, as the rows arrive. The buffers are only valid during the call. */
export const forEachRow = (sql: Sql, query: string, onRow: (fields: Buffer[]) => void): Promise<void> =>
  forEachEncodedRow(sql, query, (row, count) => onRow(splitFields(row, count)))

/**
 * Like `forEachRow`, without a buffer for each field, which take most of the time where rows are small: each field is four bytes of its
 * length (-1 for null) and its bytes.
 */
export function forEachEncodedRow(sql: Sql, query: string, onRow: (row: Buffer, fields: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    sql.query(new BinaryRows(`copy (${query}) to stdout (format binary)`, onRow, (error) => (error ? reject(error) : resolve())))
  })
}

function splitFields(row: Buffer, count: number): Buffer[] {
  const fields: Buffer[] = []
  for (let index = 0, offset = 0; index < count; index++) {
    const end = offset + 4 + row.readInt32BE(offset)
    fields.push(row.subarray(offset + 4, end))
    offset = end
  }
  return fields
}

class BinaryRows extends pg.Query {
  private readonly onRow: (row: Buffer, fields: number) => void
  private failure: Error | undefined

  constructor(text: string, onRow: (row: Buffer, fields: number) => void, callback: (error: Error | undefined) => void) {
    super(text, (error) => callback(error ?? this.failure))
    this.onRow = onRow
  }

  /** The database sends one message per row. The first one starts with the header; the trailer has no fields. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const offset = startsWithSignature(chunk) ? headerLength : 0
    const count = offset < chunk.length ? chunk.readInt16BE(offset) : 0
    if (count > 0 && !this.failure) this.emitRow(chunk.subarray(offset + 2), count)
  }

  /** Catches errors of `onRow`: thrown from a socket event, they would end the process. */
  private emitRow(row: Buffer, fields: number): void {
    try {
      this.onRow(row, fields)
    } catch (error) {
      this.failure = error as Error
    }
  }
}
