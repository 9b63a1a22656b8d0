import type pg from 'pg'
import { readInPlainTransaction } from '../../kernel/plain-pool.js'

export type Sql = Pick<pg.ClientBase, 'query'>

/** Longer than any question that an index or a rollup helps with; a runaway one must not hold a connection for ever. */
const longest = 30_000
const begin = `begin isolation level repeatable read read only; set local jit = off; set local enable_sort = off; set local work_mem = '32MB'; set local statement_timeout = ${longest}`

/**
 * Everything that `read` asks is seen as of one moment, so that rollups and what is not in them yet fit together. Compiling
 * statements is off: they are short, however many rows they go through. So is sorting where groups can be hashed: parts of a statement
 * that may turn out empty look so dear that the planner takes a sort for free.
 */
export const inSnapshot = <Result>(pool: pg.Pool, read: (sql: Sql) => Promise<Result>) => readInPlainTransaction(pool, read, begin)
