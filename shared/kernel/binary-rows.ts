/** Rows of bytes as the database has them: ordinary answers are texts, of bytes twice as long. */
import pg from 'pg'

type Sql = Pick<pg.ClientBase, 'query'>

/** Eleven bytes that say what follows, four of flags, and the length of further headers, of which there are none. */
const headOfRows = 19
const signature = 'PGCOPY\n'

/**
 * Calls `take` with the fields of each row that a query without parameters answers, as they arrive. The bytes are good during the call
 * only.
 */
export function eachRow(sql: Sql, query: string, take: (fields: Buffer[]) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    sql.query(new BinaryRows(`copy (${query}) to stdout (format binary)`, take, (error) => (error ? reject(error) : resolve())))
  })
}

class BinaryRows extends pg.Query {
  private readonly take: (fields: Buffer[]) => void
  private broken: Error | undefined

  constructor(text: string, take: (fields: Buffer[]) => void, callback: (error: Error | undefined) => void) {
    super(text, (error) => callback(error ?? this.broken))
    this.take = take
  }

  /** The database sends a message for each row; the head comes before the first, and the last has none. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    let at = chunk.toString('latin1', 0, signature.length) === signature ? headOfRows : 0
    const count = at < chunk.length ? chunk.readInt16BE(at) : 0
    at += 2
    const fields: Buffer[] = []
    for (let place = 0; place < count; place++) {
      const end = at + 4 + chunk.readInt32BE(at)
      fields.push(chunk.subarray(at + 4, end))
      at = end
    }
    if (count > 0 && !this.broken) this.tell(fields)
  }

  /** What is thrown here would end the process: nobody has called this. */
  private tell(fields: Buffer[]): void {
    try {
      this.take(fields)
    } catch (error) {
      this.broken = error as Error
    }
  }
}
