/**
 * Prepared queries in the form in which the driver submits them, for the small statements of each request. The driver's own query class
 * copies its configuration and requests a row description with every execution. Sent one by one, each statement also pays for a context
 * switch that costs more than the query itself, and so do the begin and commit of a transaction that only carries settings.
 */
import pg from 'pg'
import utils from 'pg/lib/utils.js'
import { coalescer } from '../coalesce.js'
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

interface ExecutionOptions {
  /** Statements that run in the same transaction first, such as settings. */
  before?: readonly SqlQuery[]
  /** Reads no result, which takes a twelfth of an insert's time apart from the disk. */
  discardsRows?: boolean
}

class PreparedQuery implements pg.Submittable {
  readonly settle: (error: Error | null, rows: object[]) => void
  /** Must be set before the query is handed to the driver, which wraps its timeout around it. */
  callback?: (error: Error | null, rows?: object[]) => void
  private readonly query: SqlQuery
  private readonly before: readonly SqlQuery[]
  private readonly discardsRows: boolean
  private readonly rows: object[] = []
  private batch: readonly PreparedQuery[] = []
  private cacheShape: (shape: RowShape) => void = () => undefined
  private shape: RowShape | undefined
  private completed = 0
  private failure: Error | null = null

  constructor(query: SqlQuery, settle: PreparedQuery['settle'], { before = [], discardsRows = false }: ExecutionOptions = {}) {
    this.query = query
    this.settle = settle
    this.before = before
    this.discardsRows = discardsRows
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
    if (!this.discardsRows) this.findShape(connection)
    for (const one of this.before) {
      bind(connection, one)
      connection.execute({}, false)
    }
    bind(connection, this.query)
    if (!this.shape && !this.discardsRows) connection.describe({ type: 'P' }, false)
    connection.execute({}, false)
    connection.sync()
  }

  private findShape(connection: PreparingConnection): void {
    const { name } = this.query
    if (!name) return
    const cached = shapesOf(connection)
    this.shape = cached.get(name)
    this.cacheShape = (shape) => cached.set(name, shape)
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

/**
 * Runs a query in a transaction of its own; settings made by the `before` statements apply to this query only. Queries that are issued in
 * the same turn of the event loop share one connection and are answered in order, so a slow one delays those behind it.
 */
export const queryPrepared = <Row extends object>(pool: pg.Pool, query: SqlQuery, before: readonly SqlQuery[] = []): Promise<Row[]> =>
  new Promise<object[]>((resolve, reject) =>
    addToBatch(pool, new PreparedQuery(query, (error, rows) => (error ? reject(error) : resolve(rows)), { before })),
  ) as Promise<Row[]>

const coalescers = new WeakMap<pg.Pool, ReturnType<typeof coalescer<object[]>>>()

/**
 * Like `queryPrepared`, for reads that many requests have in common, such as the lookup of their key: concurrent calls with the same values
 * share one query, which begins after all of them. The rows are shared too, so callers must not change them.
 */
export async function queryShared<Row extends object>(pool: pg.Pool, query: SqlQuery & { name: string }): Promise<readonly Row[]> {
  const coalesce = coalescers.get(pool) ?? coalescer<object[]>()
  coalescers.set(pool, coalesce)
  const { result } = await coalesce(`${query.name} ${JSON.stringify(query.values)}`, () => queryPrepared(pool, query))
  return result as Row[]
}

const openBatches = new WeakMap<pg.Pool, PreparedQuery[]>()

function addToBatch(pool: pg.Pool, query: PreparedQuery): void {
  const openBatch = openBatches.get(pool)
  if (openBatch) return void openBatch.push(query)
  const batch = [query]
  openBatches.set(pool, batch)
  queueMicrotask(() => {
    openBatches.delete(pool)
    pool.connect((error, client, release) =>
      client ? runBatch(client, release, batch) : batch.forEach((one) => one.settle(error as Error, [])),
    )
  })
}

// After a failure the connection is closed, because the driver may be wrong about which statements it has prepared.
const runBatch = (client: pg.PoolClient, release: (error?: Error) => void, batch: readonly PreparedQuery[]) =>
  runOnClient(client, batch, (failure) => release(failure ?? undefined))

/** The first query sends the whole batch. The driver handles one query at a time, so each is handed over when the previous one ends. */
function runOnClient(client: pg.PoolClient, batch: readonly PreparedQuery[], onEnd: (failure: Error | null) => void): void {
  let failure: Error | null = null
  const runFrom = (index: number) => {
    const query = batch[index]
    if (!query) return onEnd(failure)
    query.callback = (error, rows = []) => {
      failure ??= error
      runFrom(index + 1)
      query.settle(error, rows)
    }
    client.query(query)
  }
  batch[0]?.sendsBatch(batch)
  runFrom(0)
}

/**
 * Runs queries in order on one connection, all sent in one write. Rejects with the first error; the caller must then close the connection.
 * In a transaction, each query sees what was committed before it began.
 */
export function queryPipeline(
  client: pg.PoolClient,
  queries: readonly SqlQuery[],
  options: Pick<ExecutionOptions, 'discardsRows'> = {},
): Promise<object[][]> {
  const batch: PreparedQuery[] = []
  const results = queries.map(
    (query) =>
      new Promise<object[]>((resolve, reject) => {
        batch.push(new PreparedQuery(query, (error, rows) => (error ? reject(error) : resolve(rows)), options))
      }),
  )
  runOnClient(client, batch, () => undefined)
  return Promise.all(results)
}

/** Executes a statement without reading a result. Resolves when the server has executed it; outside a transaction it is committed by then. */
export function executePrepared(client: Pick<pg.PoolClient, 'query'>, query: SqlQuery & { name: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    const execution = new PreparedQuery(query, () => undefined, { discardsRows: true })
    execution.callback = (error) => (error ? reject(error) : resolve())
    execution.sendsBatch([execution])
    client.query(execution)
  })
}

/** Converts a statement of the ORM, with `?` and `array[?]` as placeholders, to numbered parameters. */
export function toSqlQuery(sql: string, values: readonly unknown[]): SqlQuery {
  let index = 0
  return { text: sql.replaceAll(/array\[\?\]|\?/g, () => `$${++index}`), values }
}
