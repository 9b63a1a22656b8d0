/** A prepared query as the driver submits it. The driver's own query class requests a row description with every execution. */
import pg from 'pg'
import utils from 'pg/lib/utils.js'
import { emptyRow } from './row-mapper.js'

export interface SqlQuery {
  /** Each name stands for one text, which every connection prepares once. A query without a name is parsed on each execution. */
  name?: string
  text: string
  values?: readonly unknown[]
}

/** A driver internal that its types omit: texts by statement name that the server has prepared. The driver's version is pinned. */
type PreparingConnection = pg.Connection & { parsedStatements: Record<string, string> }

interface RowShape {
  blank: Record<string, unknown>
  columns: readonly { name: string; parse(text: string): unknown }[]
}

type Fields = readonly { name: string; dataTypeID: Parameters<typeof pg.types.getTypeParser>[0] }[]

/** Row shapes of prepared statements, by statement name. */
const shapes = new WeakMap<pg.Connection, Map<string, RowShape>>()

function shapesOf(connection: pg.Connection): Map<string, RowShape> {
  const cached = shapes.get(connection) ?? new Map<string, RowShape>()
  shapes.set(connection, cached)
  return cached
}

const shapeOf = (fields: Fields): RowShape => ({
  blank: emptyRow(fields.map(({ name }) => name)),
  columns: fields.map(({ name, dataTypeID }) => ({ name, parse: pg.types.getTypeParser(dataTypeID, 'text') })),
})

export class PreparedQuery implements pg.Submittable {
  readonly settle: (error: Error | null, rows: object[]) => void
  /** Must be set before the query is handed to the driver, which wraps its timeout around it. */
  callback?: (error: Error | null, rows?: object[]) => void
  private readonly query: SqlQuery
  private readonly before: readonly SqlQuery[]
  private readonly rows: object[] = []
  private batch: readonly PreparedQuery[] = []
  private cacheShape: (shape: RowShape) => void = () => undefined
  private shape: RowShape | undefined
  private completed = 0
  private failure: Error | null = null

  constructor(query: SqlQuery, before: readonly SqlQuery[], settle: PreparedQuery['settle']) {
    this.query = query
    this.before = before
    this.settle = settle
  }

  /** Makes this query send the whole batch, itself included. The other queries of the batch send nothing. */
  sendsBatch(batch: readonly PreparedQuery[]): void {
    this.batch = batch
  }

  /** Sends the batch in one write. */
  submit(connection: pg.Connection): void {
    if (this.batch.length === 0) return
    connection.stream.cork()
    for (const one of this.batch) one.send(connection as PreparingConnection)
    connection.stream.uncork()
  }

  private send(connection: PreparingConnection): void {
    const { name } = this.query
    const cached = shapesOf(connection)
    this.shape = name ? cached.get(name) : undefined
    if (name) this.cacheShape = (shape) => cached.set(name, shape)
    for (const one of this.before) {
      bind(connection, one)
      connection.execute({}, false)
    }
    bind(connection, this.query)
    if (!this.shape) connection.describe({ type: 'P' }, false)
    connection.execute({}, false)
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: Fields }): void {
    this.shape = shapeOf(fields)
    this.cacheShape(this.shape)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    // Rows of the `before` statements are discarded.
    if (!this.shape || this.completed < this.before.length) return
    try {
      this.rows.push(parseRow(this.shape, fields))
    } catch (error) {
      this.failure ??= error as Error
    }
  }

  handleCommandComplete(): void {
    this.completed += 1
  }

  handleError(error: Error): void {
    this.callback?.(error)
  }

  handleReadyForQuery(): void {
    this.callback?.(this.failure, this.rows)
  }
}

function bind(connection: PreparingConnection, { name = '', text, values = [] }: SqlQuery): void {
  if (connection.parsedStatements[name] === undefined) connection.parse({ name, text, types: [] }, false)
  if (name) connection.parsedStatements[name] = text
  connection.bind({ statement: name, values: values.map((value) => utils.prepareValue(value)) }, false)
}

function parseRow({ blank, columns }: RowShape, fields: readonly (string | null)[]): object {
  const row = { ...blank }
  for (let index = 0; index < columns.length; index++) {
    const { name, parse } = columns[index] as RowShape['columns'][number]
    const text = fields[index] as string | null
    row[name] = text === null ? null : parse(text)
  }
  return row
}
