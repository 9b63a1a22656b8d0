import test from 'ava'
import { openPool } from '../../../../shared/kernel/db/pool.js'
import { postgresStore } from '../../../../shared/kernel/store/postgres-store.js'
import { seconds } from '../../../../shared/kernel/time.js'
import { databaseProxy } from '../../../support/database-proxy.js'
import { onServer, testDatabase } from '../../../support/database.js'
import { waitUntil } from '../../../support/wait-until.js'

test('during an outage one connection at a time tries to reconnect, and subscriptions resume afterwards', async (t) => {
  const database = await testDatabase()
  const name = new URL(database.url).pathname.slice(1)
  const admin = process.env.TEST_DATABASE_URL as string
  const pool = openPool({ connectionString: database.url }, () => undefined)
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

test('a subscription continues and reports a gap after a network partition that dropped its connection', async (t) => {
  const database = await testDatabase()
  const { proxy, url } = await databaseProxy(database.url)
  const throughProxy = openPool({ connectionString: url }, () => undefined)
  const direct = openPool({ connectionString: database.url }, () => undefined)
  const errors: string[] = []
  const store = postgresStore(throughProxy, ({ message }) => errors.push(message))
  const other = postgresStore(direct, () => undefined)
  t.teardown(async () => {
    await Promise.all([store.close(), other.close()])
    await Promise.all([throughProxy.end(), direct.end()])
    await proxy.close()
    await database.drop()
  })
  const received: string[] = []
  let gaps = 0
  await store.subscribe(
    'partition',
    (message) => received.push(message),
    () => gaps++,
  )
  proxy.hang()
  await other.publish('partition', 'missed')
  proxy.recover()
  await waitUntil(() => gaps > 0, seconds(60))
  t.deepEqual(errors, ['The connection that listens to PostgreSQL does not answer'])
  await other.publish('partition', 'after')
  await waitUntil(() => received.length > 0)
  t.deepEqual(received, ['after'])
})
