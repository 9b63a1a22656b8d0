import test from 'ava'
import pg from 'pg'
import { postgresStore } from '../../../../shared/kernel/store/postgres-store.js'
import { onServer, testDatabase } from '../../../support/database.js'
import { waitUntil } from '../../../support/wait-until.js'

test('during an outage one connection at a time tries to reconnect, and subscriptions resume afterwards', async (t) => {
  const database = await testDatabase()
  const name = new URL(database.url).pathname.slice(1)
  const admin = process.env.TEST_DATABASE_URL as string
  const pool = new pg.Pool({ connectionString: database.url })
  let failures = 0
  let gaps = 0
  const store = postgresStore(pool, () => failures++)
  await store.subscribe(
    'outage',
    () => undefined,
    () => gaps++,
  )

  await onServer(admin, `alter database ${name} allow_connections false`)
  await onServer(admin, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  const startedAt = Date.now()
  await waitUntil(() => failures >= 9)
  // Two attempts a second. If each failure started another retry loop, nine failures would take less than two seconds.
  t.true(Date.now() - startedAt > 2400, `${failures} failures in ${Date.now() - startedAt} ms`)
  t.is(gaps, 0)

  await onServer(admin, `alter database ${name} allow_connections true`)
  await waitUntil(() => gaps > 0)
  t.is(gaps, 1)
  await store.close()
  await pool.end()
  await database.drop()
})
