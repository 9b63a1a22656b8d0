/**
 * Executes a prepared statement without reading a result, for hot paths. The driver's own query class copies its configuration, requests a
 * row description and collects rows, which takes a twelfth of an insert's time apart from the disk.
 */
import type pg from 'pg'

export interface PreparedStatement {
  /** Each name stands for one text. */
  name: string
  text: string
  values: string[]
}

/** A driver internal that its types omit: texts by statement name that the server has prepared. The driver's version is pinned. */
type PreparingConnection = pg.Connection & { parsedStatements: Record<string, string> }

/** Resolves when the server has executed the statement. Outside a transaction it is committed by then. */
export function executePrepared(client: Pick<pg.PoolClient, 'query'>, statement: PreparedStatement): Promise<void> {
  return new Promise((resolve, reject) =>
    client.query(new PreparedExecution(statement, (error) => (error === null ? resolve() : reject(error)))),
  )
}

/** The interface that the driver expects of a query. The driver wraps its timeout around the callback. */
class PreparedExecution implements pg.Submittable {
  readonly name: string
  readonly text: string
  readonly values: string[]
  callback: (error: Error | null) => void

  constructor({ name, text, values }: PreparedStatement, callback: (error: Error | null) => void) {
    this.name = name
    this.text = text
    this.values = values
    this.callback = callback
  }

  /** Sends all messages in one write. */
  submit(connection: pg.Connection): void {
    const { name, text, values } = this
    connection.stream.cork()
    if ((connection as PreparingConnection).parsedStatements[name] === undefined) connection.parse({ name, text, types: [] }, false)
    connection.bind({ statement: name, values }, false)
    connection.execute({}, false)
    connection.sync()
    connection.stream.uncork()
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.callback(error)
  }

  handleReadyForQuery(): void {
    this.callback(null)
  }
}
