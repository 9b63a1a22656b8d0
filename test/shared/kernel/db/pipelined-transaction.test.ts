import test from 'ava'
import type pg from 'pg'
import { pipelinedTransaction } from '../../../../shared/kernel/db/pipelined-transaction.js'
import { openPool } from '../../../../shared/kernel/db/pool.js'
import { type TestDatabase, testDatabase } from '../../../support/database.js'

let database: TestDatabase
/** A single connection, so that state left behind by one transaction would affect the next. */
let pool: pg.Pool
test.before(async () => {
  database = await testDatabase()
  pool = openPool({ connectionString: database.url, max: 1 }, () => undefined)
  await pool.query('create table written (id integer primary key)')
})
test.after.always(async () => {
  await pool.end()
  await database.drop()
})

const insert = (id: number) => ({ name: 'insert-written', text: 'insert into written values ($1) returning id', values: [id] })
const ids = { name: 'ids', text: 'select id from written order by id' }
const stored = async () => (await pool.query(ids.text)).rows.map(({ id }) => id)

test.serial('reads see earlier statements, and what is derived from their rows is committed with them', async (t) => {
  await pipelinedTransaction(pool, [insert(1), ids], ([inserted, found]) => {
    t.deepEqual([inserted, found], [[{ id: 1 }], [{ id: 1 }]])
    return [insert(2)]
  })
  t.deepEqual(await stored(), [1, 2])
})

test.serial('a failing statement or decision rolls back, and the next transaction is not affected', async (t) => {
  await t.throwsAsync(
    pipelinedTransaction(pool, [insert(1)], () => [insert(9)]),
    { code: '23505' },
  )
  await t.throwsAsync(
    pipelinedTransaction(pool, [insert(3)], () => [insert(4), insert(1), insert(5)]),
    { code: '23505' },
  )
  const decide = () => {
    throw new Error('undecided')
  }
  await t.throwsAsync(pipelinedTransaction(pool, [insert(6)], decide), { message: 'undecided' })
  await pipelinedTransaction(pool, [], () => [insert(7)])
  t.deepEqual(await stored(), [1, 2, 7])
})
