/** Reads rows in PostgreSQL's binary format. In the text format of ordinary results, byte values are twice as long. */
import pg from 'pg'

type Sql = Pick<pg.ClientBase, 'query'>

/** Length of the COPY header: an 11-byte signature, 4 bytes of flags, and the 4-byte length of the (absent) header extension. */
const headerLength = 19
const signature = 'PGCOPY\n'

/** Calls `onRow` with the fields of each row of a query without parameters, as the rows arrive. The buffers are only valid during the call. */
export function forEachRow(sql: Sql, query: string, onRow: (fields: Buffer[]) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    sql.query(new BinaryRows(`copy (${query}) to stdout (format binary)`, onRow, (error) => (error ? reject(error) : resolve())))
  })
}

class BinaryRows extends pg.Query {
  private readonly onRow: (fields: Buffer[]) => void
  private failure: Error | undefined

  constructor(text: string, onRow: (fields: Buffer[]) => void, callback: (error: Error | undefined) => void) {
    super(text, (error) => callback(error ?? this.failure))
    this.onRow = onRow
  }

  /** The database sends one message per row. The first one starts with the header; the trailer has no fields. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    let offset = chunk.toString('latin1', 0, signature.length) === signature ? headerLength : 0
    const count = offset < chunk.length ? chunk.readInt16BE(offset) : 0
    offset += 2
    const fields: Buffer[] = []
    for (let index = 0; index < count; index++) {
      const end = offset + 4 + chunk.readInt32BE(offset)
      fields.push(chunk.subarray(offset + 4, end))
      offset = end
    }
    if (count > 0 && !this.failure) this.emitRow(fields)
  }

  /** Catches errors of `onRow`: thrown from a socket event, they would end the process. */
  private emitRow(fields: Buffer[]): void {
    try {
      this.onRow(fields)
    } catch (error) {
      this.failure = error as Error
    }
  }
}
