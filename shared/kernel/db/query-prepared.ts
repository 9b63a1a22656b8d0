/**
 * Batched prepared queries for the small statements of each request. Sent one by one, each statement pays for a context switch that costs
 * more than the query itself, and so do the begin and commit of a transaction that only carries settings.
 */
import type pg from 'pg'
import { PreparedQuery, type SqlQuery } from './prepared-query.js'

/**
 * Runs a query in a transaction of its own; settings made by the `before` statements apply to this query only. Queries that are issued in
 * the same turn of the event loop share one connection and are answered in order, so a slow one delays those behind it.
 */
export const queryPrepared = <Row extends object>(pool: pg.Pool, query: SqlQuery, before: readonly SqlQuery[] = []): Promise<Row[]> =>
  new Promise<object[]>((resolve, reject) =>
    addToBatch(pool, new PreparedQuery(query, before, (error, rows) => (error ? reject(error) : resolve(rows)))),
  ) as Promise<Row[]>

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

/** The first query sends the whole batch. The driver handles one query at a time, so each is handed over when the previous one ends. */
function runBatch(client: pg.PoolClient, release: (error?: Error) => void, batch: readonly PreparedQuery[]): void {
  let failure: Error | null = null
  const runFrom = (index: number) => {
    const query = batch[index]
    // After a failure the connection is closed, because the driver may be wrong about which statements it has prepared.
    if (!query) return release(failure ?? undefined)
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

/** Converts a statement of the ORM, with `?` and `array[?]` as placeholders, to numbered parameters. */
export function toSqlQuery(sql: string, values: readonly unknown[]): SqlQuery {
  let index = 0
  return { text: sql.replaceAll(/array\[\?\]|\?/g, () => `$${++index}`), values }
}
