import test from 'ava'
import type pg from 'pg'
import { openPool } from '../../../../shared/kernel/db/pool.js'
import { queryPrepared, toSqlQuery } from '../../../../shared/kernel/db/prepared-query.js'
import { type TestDatabase, testDatabase } from '../../../support/database.js'
import { waitUntil } from '../../../support/wait-until.js'

let database: TestDatabase
/** A single connection, so that state left behind by one query would affect the next. */
let pool: pg.Pool
test.before(async () => {
  database = await testDatabase()
  pool = openPool({ connectionString: database.url, max: 1 }, () => undefined)
})
test.after.always(async () => {
  await pool.end()
  await database.drop()
})

const setTimeoutTo = (value: string) => ({
  name: 'set-statement-timeout',
  text: `select set_config('statement_timeout', $1, true)`,
  values: [value],
})
const query = { text: `select current_setting('statement_timeout') as timeout, $1::integer as number`, values: [1] }

test.serial('values keep their types in both directions, with and without a statement name', async (t) => {
  const text = `select $1::text as text, $2::bigint as number, $3::timestamptz as instant, $4::text[] as list, $5::jsonb as json, null as nothing`
  const row = {
    text: 'a "b" \\ ü',
    number: 2 ** 40,
    instant: new Date('2026-02-28T23:59:59.123Z'),
    list: ['x', 'y,"z"\\'],
    json: { a: [1, null] },
    nothing: null,
  }
  const { nothing: _, ...values } = row
  for (const name of ['values', 'values', undefined])
    t.deepEqual(await queryPrepared(pool, { name, text, values: Object.values(values) }), [row])
})

test.serial('a statement of the ORM is converted with its values', async (t) => {
  t.deepEqual(
    await queryPrepared(
      pool,
      toSqlQuery('select ?::integer as number, ?::text as text, b = any (array[?]::text[]) as listed from unnest(array[?]::text[]) as b', [
        1,
        'a',
        ['x', 'y'],
        ['y', 'z'],
      ]),
    ),
    [
      { number: 1, text: 'a', listed: true },
      { number: 1, text: 'a', listed: false },
    ],
  )
})

test.serial('every row comes, and of none an empty list', async (t) => {
  const rows = (count: number) =>
    queryPrepared<{ n: number }>(pool, { name: 'rows', text: 'select n from generate_series(1, $1) as n', values: [count] })
  t.deepEqual(await rows(3), [{ n: 1 }, { n: 2 }, { n: 3 }])
  t.deepEqual(await rows(0), [])
})

test.serial('a named statement is prepared once', async (t) => {
  for (const word of ['one', 'two', 'three']) await queryPrepared(pool, { name: 'once', text: 'select $1::text as word', values: [word] })
  t.deepEqual(
    await queryPrepared(pool, { text: `select generic_plans + custom_plans as runs from pg_prepared_statements where name = 'once'` }),
    [{ runs: 3 }],
  )
})

test.serial('settings apply to their query only, and their own results are discarded', async (t) => {
  for (const name of ['set', 'set', undefined])
    t.deepEqual(await queryPrepared(pool, { ...query, name }, [setTimeoutTo('7min')]), [{ timeout: '7min', number: 1 }])
  t.deepEqual(await queryPrepared(pool, query), [{ timeout: '0', number: 1 }])
})

test.serial('a query that exceeds the statement timeout fails', async (t) => {
  await t.throwsAsync(queryPrepared(pool, { name: 'slow', text: 'select pg_sleep($1)', values: [60] }, [setTimeoutTo('50ms')]), {
    message: /statement timeout/,
  })
  t.deepEqual(await queryPrepared(pool, query, [setTimeoutTo('5min')]), [{ timeout: '5min', number: 1 }])
})

test.serial('a failed query rejects and can be repeated', async (t) => {
  const missing = { name: 'later-there', text: 'select word from later_there', values: [] }
  await t.throwsAsync(queryPrepared(pool, missing), { message: /does not exist/ })
  await pool.query(`create table later_there as select 'here' as word`)
  t.deepEqual(await queryPrepared(pool, missing), [{ word: 'here' }])
})

test.serial('concurrent queries are sent together, and each caller gets its own result', async (t) => {
  const ask = (name: string | undefined, number: number) =>
    queryPrepared<{ number: number; pid: number }>(pool, {
      name,
      text: 'select $1::integer as number, pg_backend_pid() as pid',
      values: [number],
    })
  const answers = (await Promise.all([ask('same', 1), ask('same', 2), ask(undefined, 3), ask('other', 4)])).flat()
  t.deepEqual(
    answers.map(({ number }) => number),
    [1, 2, 3, 4],
  )
  t.is(new Set(answers.map(({ pid }) => pid)).size, 1)
})

test.serial('a failing query does not affect the others', async (t) => {
  const number = (by: number) => queryPrepared(pool, { name: 'divided', text: 'select 6 / $1::integer as number', values: [by] })
  const answers = await Promise.allSettled([
    number(1),
    number(0),
    number(2),
    queryPrepared(pool, { text: 'select from nowhere' }),
    number(3),
  ])
  t.deepEqual(
    answers.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message)),
    [[{ number: 6 }], 'division by zero', [{ number: 3 }], 'relation "nowhere" does not exist', [{ number: 2 }]],
  )
  t.deepEqual(await number(6), [{ number: 1 }])
})

test.serial('a lost connection rejects all pending queries', async (t) => {
  const other = openPool({ connectionString: database.url, max: 1 }, () => undefined)
  const slow = [queryPrepared(pool, { text: `select pg_sleep(60)` }), queryPrepared(pool, { text: 'select 1 as one' })]
  const terminate = () =>
    other.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'select ` +
        `pg_sleep(60)%' and pid <> pg_backend_pid()`,
    )
  const settled = Promise.allSettled(slow)
  await waitUntil(async () => (await terminate()).rowCount === 1)
  t.deepEqual(
    (await settled).map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  t.deepEqual(await queryPrepared(pool, { text: 'select 1 as one' }), [{ one: 1 }])
  await other.end()
})
