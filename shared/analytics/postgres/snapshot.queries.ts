import type pg from 'pg'
import { withReadTransaction } from '../../kernel/db/pool.js'
import { queryPrepared, type SqlQuery } from '../../kernel/db/prepared-query.js'

export type Sql = Pick<pg.ClientBase, 'query'>

/** Far more than any query with an index or a rollup needs. A runaway query must not hold its connection. */
const statementTimeoutMs = 30_000
const settings = {
  jit: 'off',
  enable_sort: 'off',
  work_mem: '32MB',
  // More than the joins of the view `clicks`, most of which are removed: otherwise they are joined before the conditions of the query.
  join_collapse_limit: '20',
  statement_timeout: String(statementTimeoutMs),
}
const begin = [
  'begin isolation level repeatable read read only',
  ...Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`),
].join('; ')
const applySettings = {
  name: 'read-settings',
  text: `select ${Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join()}`,
}

/**
 * Runs `read` in one snapshot, so that rollups and the events that are not rolled up yet fit together. JIT is off because compiling takes
 * longer than these statements. Sorting is off where groups can be hashed: the planner overestimates parts of a statement that turn out
 * empty, and then prefers a sort.
 */
export const inSnapshot = <Result>(pool: pg.Pool, read: (sql: Sql) => Promise<Result>) => withReadTransaction(pool, read, begin)

/** Runs a single statement, which needs no transaction to see one snapshot. */
export const querySingle = <Row extends object>(pool: pg.Pool, query: SqlQuery): Promise<Row[]> =>
  queryPrepared<Row>(pool, query, [applySettings])
