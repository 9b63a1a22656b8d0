import type pg from 'pg'
import { askPrepared } from '../../kernel/ask-prepared.js'
import type { Question } from '../../kernel/asking.js'
import { readInPlainTransaction } from '../../kernel/plain-pool.js'

export type Sql = Pick<pg.ClientBase, 'query'>

/** Longer than any question that an index or a rollup helps with; a runaway one must not hold a connection for ever. */
const longest = 30_000
const settings = { jit: 'off', enable_sort: 'off', work_mem: '32MB', statement_timeout: String(longest) }
const begin = [
  'begin isolation level repeatable read read only',
  ...Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`),
].join('; ')
const set = {
  name: 'set-for-reading',
  text: `select ${Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join()}`,
}

/**
 * Everything that `read` asks is seen as of one moment, so that rollups and what is not in them yet fit together. Compiling statements is
 * off: they are short, however many rows they go through. So is sorting where groups can be hashed: parts of a statement that may turn out
 * empty look so dear that the planner takes a sort for free.
 */
export const inSnapshot = <Result>(pool: pg.Pool, read: (sql: Sql) => Promise<Result>) => readInPlainTransaction(pool, read, begin)

/** A single statement sees one moment anyway. */
export const readAlone = <Row extends object>(pool: pg.Pool, question: Question): Promise<Row[]> => askPrepared<Row>(pool, question, [set])
