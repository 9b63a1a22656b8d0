import test from 'ava'
import type pg from 'pg'
import { openPool } from '../../../shared/kernel/plain-pool.js'
import { sendPrepared } from '../../../shared/kernel/send-prepared.js'
import { type TestDatabase, testDatabase } from '../../support/database.js'

let database: TestDatabase
let pool: pg.Pool
let impatient: pg.Pool
test.before(async () => {
  database = await testDatabase()
  pool = openPool({ connectionString: database.url, max: 2, query_timeout: 60_000 }, () => undefined)
  impatient = openPool({ connectionString: database.url, max: 1, query_timeout: 300 }, () => undefined)
  await pool.query('create table words (word text primary key, seconds real)')
})
test.after.always(async () => {
  await Promise.all([pool.end(), impatient.end()])
  await database.drop()
})

const insert = (word: string, seconds = '0') => ({
  name: 'insert-word',
  text: 'insert into words (word, seconds) select $1, $2::real from pg_sleep($2::real)',
  values: [word, seconds],
})
const words = async () => (await pool.query<{ word: string }>('select word from words order by word')).rows.map(({ word }) => word)

// One table for all, so in turn.
test.serial('what it resolves for is committed, and the statement is prepared once', async (t) => {
  const client = await pool.connect()
  await sendPrepared(client, insert('one'))
  await Promise.all([sendPrepared(client, insert('three')), sendPrepared(client, insert('two'))])
  t.deepEqual(await words(), ['one', 'three', 'two'])
  t.deepEqual((await client.query(`select name, generic_plans + custom_plans as runs from pg_prepared_statements`)).rows, [
    { name: 'insert-word', runs: 3 },
  ])
  client.release()
})

test.serial('a refusal is told, and the connection goes on', async (t) => {
  const client = await pool.connect()
  await t.throwsAsync(sendPrepared(client, insert('one')), { message: /duplicate key/ })
  await t.throwsAsync(sendPrepared(client, { name: 'wrong', text: 'insert into nothing values ($1)', values: ['x'] }), {
    message: /does not exist/,
  })
  await sendPrepared(client, insert('four'))
  t.deepEqual(await words(), ['four', 'one', 'three', 'two'])
  client.release()
})

test.serial('one that hangs is told when its time is over', async (t) => {
  const client = await impatient.connect()
  await t.throwsAsync(sendPrepared(client, insert('late', '60')), { message: /timeout/ })
  client.release(true)
  t.false((await words()).includes('late'))
})

test.serial('a connection that ends meanwhile is told', async (t) => {
  const client = await pool.connect()
  const {
    rows: [{ pid } = { pid: 0 }],
  } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const sent = sendPrepared(client, insert('cut', '60'))
  await pool.query('select pg_terminate_backend($1)', [pid])
  await t.throwsAsync(sent)
  await t.throwsAsync(sendPrepared(client, insert('after')))
  client.release(true)
})
