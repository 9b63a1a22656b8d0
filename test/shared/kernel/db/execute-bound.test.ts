import test from 'ava'
import { type Database, openDatabase } from '../../../../shared/kernel/db/database.js'
import { executeBound, executePrepared } from '../../../../shared/kernel/db/execute-bound.js'
import { type TestDatabase, testDatabase } from '../../../support/database.js'

let testDb: TestDatabase
let database: Database
test.before(async () => {
  testDb = await testDatabase()
  database = await openDatabase({ url: testDb.url, entities: [] })
})
test.after.always(async () => {
  await database.close()
  await testDb.drop()
})

const text = 'select ?::integer + ?::integer as sum'

test('a prepared statement is parsed once per connection, and its values change', async (t) => {
  const em = database.orm.em.fork()
  await em.transactional(async (inner) => {
    t.deepEqual(await executePrepared(inner, text, [1, 2]), [{ sum: 3 }])
    t.deepEqual(await executePrepared(inner, text, [20, 3]), [{ sum: 23 }])
    const [row] = await inner.execute(`select count(*)::int as count, sum(generic_plans + custom_plans)::int as executions
      from pg_prepared_statements where statement like 'select $1::integer + $2::integer as sum'`)
    t.deepEqual(row, { count: 1, executions: 2 })
  })
})

test('a prepared statement belongs to the open transaction and is rolled back with it', async (t) => {
  const em = database.orm.em.fork()
  await em.execute('create table notes (id text)')
  const failed = em.transactional(async (inner) => {
    await executePrepared(inner, 'insert into notes (id) values (?)', ['first'])
    throw new Error('rolled back')
  })
  await t.throwsAsync(failed, { message: 'rolled back' })
  t.deepEqual(await executePrepared(em, 'select id from notes where id = ?', ['first']), [])
})

test('bound parameters without a transaction are refused', async (t) => {
  await t.throwsAsync(executeBound(database.orm.em.fork(), text, [1, 2]), { message: 'executeBound requires a transaction' })
})
