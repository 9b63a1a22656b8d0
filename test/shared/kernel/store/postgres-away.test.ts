import test from 'ava'
import pg from 'pg'
import { postgresStore } from '../../../../shared/kernel/store/postgres.js'
import { onServer, testDatabase } from '../../../support/database.js'
import { until } from '../../../support/until.js'

test('while the database is away, one connection at a time asks for it, and listens again when it is back', async (t) => {
  const database = await testDatabase()
  const name = new URL(database.url).pathname.slice(1)
  const admin = process.env.TEST_DATABASE_URL as string
  const pool = new pg.Pool({ connectionString: database.url })
  let failures = 0
  let gaps = 0
  const store = postgresStore(pool, () => failures++)
  await store.subscribe(
    'away',
    () => undefined,
    () => gaps++,
  )

  await onServer(admin, `alter database ${name} allow_connections false`)
  await onServer(admin, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  const begun = Date.now()
  await until(() => failures >= 9)
  // Two tries a second; were there one more row of tries after each failure, these would come within two seconds.
  t.true(Date.now() - begun > 2400, `${failures} failures in ${Date.now() - begun} ms`)
  t.is(gaps, 0)

  await onServer(admin, `alter database ${name} allow_connections true`)
  await until(() => gaps > 0)
  t.is(gaps, 1)
  await store.close()
  await pool.end()
  await database.drop()
})
