import type pg from 'pg'
import { withReadTransaction } from '../../kernel/db/pool.js'
import { queryPrepared, type SqlQuery } from '../../kernel/db/prepared-query.js'
import { queryTooSlow } from '../errors.js'
import { maxQueryMs } from '../limits.js'

export type Sql = Pick<pg.ClientBase, 'query'>

const settings = {
  jit: 'off',
  enable_sort: 'off',
  work_mem: '32MB',
  // More than the joins of the view `clicks`, most of which are removed: otherwise they are joined before the conditions of the query.
  join_collapse_limit: '20',
  statement_timeout: String(maxQueryMs),
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
export const inSnapshot = <Result>(pool: pg.Pool, read: (sql: Sql) => Promise<Result>) =>
  withinTimeLimit(withReadTransaction(pool, read, begin))

/** Runs a single statement, which needs no transaction to see one snapshot. */
export const querySingle = <Row extends object>(pool: pg.Pool, query: SqlQuery): Promise<Row[]> =>
  withinTimeLimit(queryPrepared<Row>(pool, query, [applySettings]))

async function withinTimeLimit<Result>(query: Promise<Result>): Promise<Result> {
  try {
    return await query
  } catch (error) {
    throw (error as { code?: unknown }).code === canceled ? queryTooSlow() : error
  }
}

/** SQLSTATE of a statement that exceeded its timeout. */
const canceled = '57014'
