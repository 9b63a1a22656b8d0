import test from 'ava'
import type pg from 'pg'
import { askPrepared, asQuestion } from '../../../shared/kernel/ask-prepared.js'
import { openPool } from '../../../shared/kernel/plain-pool.js'
import { type TestDatabase, testDatabase } from '../../support/database.js'
import { until } from '../../support/until.js'

let database: TestDatabase
/** One connection, so that what one question leaves behind the next one would see. */
let pool: pg.Pool
test.before(async () => {
  database = await testDatabase()
  pool = openPool({ connectionString: database.url, max: 1 }, () => undefined)
})
test.after.always(async () => {
  await pool.end()
  await database.drop()
})

const patience = (value: string) => ({ name: 'set-patience', text: `select set_config('statement_timeout', $1, true)`, values: [value] })
const asked = { text: `select current_setting('statement_timeout') as patience, $1::integer as number`, values: [1] }

test.serial('values go there and come back as what they are, with a name and without', async (t) => {
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
    t.deepEqual(await askPrepared(pool, { name, text, values: Object.values(values) }), [row])
})

test.serial('a statement as the ORM takes it is asked with the same values', async (t) => {
  t.deepEqual(
    await askPrepared(
      pool,
      asQuestion('select ?::integer as number, ?::text as text, b = any (array[?]::text[]) as listed from unnest(array[?]::text[]) as b', [
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
    askPrepared<{ n: number }>(pool, { name: 'rows', text: 'select n from generate_series(1, $1) as n', values: [count] })
  t.deepEqual(await rows(3), [{ n: 1 }, { n: 2 }, { n: 3 }])
  t.deepEqual(await rows(0), [])
})

test.serial('a named statement is prepared once', async (t) => {
  for (const word of ['one', 'two', 'three']) await askPrepared(pool, { name: 'once', text: 'select $1::text as word', values: [word] })
  t.deepEqual(
    await askPrepared(pool, { text: `select generic_plans + custom_plans as runs from pg_prepared_statements where name = 'once'` }),
    [{ runs: 3 }],
  )
})

test.serial('what is set before holds for the question alone, and its own answer is left out', async (t) => {
  for (const name of ['set', 'set', undefined])
    t.deepEqual(await askPrepared(pool, { ...asked, name }, [patience('7min')]), [{ patience: '7min', number: 1 }])
  t.deepEqual(await askPrepared(pool, asked), [{ patience: '0', number: 1 }])
})

test.serial('a question that takes longer than was set is ended', async (t) => {
  await t.throwsAsync(askPrepared(pool, { name: 'slow', text: 'select pg_sleep($1)', values: [60] }, [patience('50ms')]), {
    message: /statement timeout/,
  })
  t.deepEqual(await askPrepared(pool, asked, [patience('5min')]), [{ patience: '5min', number: 1 }])
})

test.serial('what fails is told, and asked again it is asked anew', async (t) => {
  const question = { name: 'later-there', text: 'select word from later_there', values: [] }
  await t.throwsAsync(askPrepared(pool, question), { message: /does not exist/ })
  await pool.query(`create table later_there as select 'here' as word`)
  t.deepEqual(await askPrepared(pool, question), [{ word: 'here' }])
})

test.serial('what is asked without waiting goes out together, and each answer finds who asked', async (t) => {
  const asking = (name: string | undefined, number: number) =>
    askPrepared<{ number: number; pid: number }>(pool, {
      name,
      text: 'select $1::integer as number, pg_backend_pid() as pid',
      values: [number],
    })
  const answers = (await Promise.all([asking('together', 1), asking('together', 2), asking(undefined, 3), asking('alone', 4)])).flat()
  t.deepEqual(
    answers.map(({ number }) => number),
    [1, 2, 3, 4],
  )
  t.is(new Set(answers.map(({ pid }) => pid)).size, 1)
})

test.serial('one that fails fails alone', async (t) => {
  const number = (by: number) => askPrepared(pool, { name: 'divided', text: 'select 6 / $1::integer as number', values: [by] })
  const answers = await Promise.allSettled([number(1), number(0), number(2), askPrepared(pool, { text: 'select from nowhere' }), number(3)])
  t.deepEqual(
    answers.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message)),
    [[{ number: 6 }], 'division by zero', [{ number: 3 }], 'relation "nowhere" does not exist', [{ number: 2 }]],
  )
  t.deepEqual(await number(6), [{ number: 1 }])
})

test.serial('a connection that ends meanwhile is told to all who asked', async (t) => {
  const other = openPool({ connectionString: database.url, max: 1 }, () => undefined)
  const slow = [askPrepared(pool, { text: `select pg_sleep(60)` }), askPrepared(pool, { text: 'select 1 as one' })]
  const cut = () =>
    other.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'select pg_sleep(60)%' and pid <> pg_backend_pid()`,
    )
  const ended = Promise.allSettled(slow)
  await until(async () => (await cut()).rowCount === 1)
  t.deepEqual(
    (await ended).map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  t.deepEqual(await askPrepared(pool, { text: 'select 1 as one' }), [{ one: 1 }])
  await other.end()
})
