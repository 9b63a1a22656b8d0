import test from 'ava'
import type pg from 'pg'
import { openPool } from '../../../../shared/kernel/db/pool.js'
import { executePrepared } from '../../../../shared/kernel/db/prepared-query.js'
import { type TestDatabase, testDatabase } from '../../../support/database.js'

let database: TestDatabase
let pool: pg.Pool
let shortTimeoutPool: pg.Pool
test.before(async () => {
  database = await testDatabase()
  pool = openPool({ connectionString: database.url, max: 2, query_timeout: 60_000 }, () => undefined)
  shortTimeoutPool = openPool({ connectionString: database.url, max: 1, query_timeout: 300 }, () => undefined)
  await pool.query('create table words (word text primary key, seconds real)')
})
test.after.always(async () => {
  await Promise.all([pool.end(), shortTimeoutPool.end()])
  await database.drop()
})

const insert = (word: string, seconds = '0') => ({
  name: 'insert-word',
  text: 'insert into words (word, seconds) select $1, $2::real from pg_sleep($2::real)',
  values: [word, seconds],
})
const words = async () => (await pool.query<{ word: string }>('select word from words order by word')).rows.map(({ word }) => word)

// Serial, because the tests share a table.
test.serial('a resolved statement is committed, and it is prepared once', async (t) => {
  const client = await pool.connect()
  await executePrepared(client, insert('one'))
  await Promise.all([executePrepared(client, insert('three')), executePrepared(client, insert('two'))])
  t.deepEqual(await words(), ['one', 'three', 'two'])
  t.deepEqual((await client.query(`select name, generic_plans + custom_plans as runs from pg_prepared_statements`)).rows, [
    { name: 'insert-word', runs: 3 },
  ])
  client.release()
})

test.serial('a rejected statement throws, and the connection stays usable', async (t) => {
  const client = await pool.connect()
  await t.throwsAsync(executePrepared(client, insert('one')), { message: /duplicate key/ })
  await t.throwsAsync(executePrepared(client, { name: 'wrong', text: 'insert into nothing values ($1)', values: ['x'] }), {
    message: /does not exist/,
  })
  await executePrepared(client, insert('four'))
  t.deepEqual(await words(), ['four', 'one', 'three', 'two'])
  client.release()
})

test.serial('a hanging statement rejects at the timeout', async (t) => {
  const client = await shortTimeoutPool.connect()
  await t.throwsAsync(executePrepared(client, insert('late', '60')), { message: /timeout/ })
  client.release(true)
  t.false((await words()).includes('late'))
})

test.serial('a lost connection rejects the statement', async (t) => {
  const client = await pool.connect()
  const {
    rows: [{ pid } = { pid: 0 }],
  } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const sent = executePrepared(client, insert('lost', '60'))
  await pool.query('select pg_terminate_backend($1)', [pid])
  await t.throwsAsync(sent)
  await t.throwsAsync(executePrepared(client, insert('after')))
  client.release(true)
})
