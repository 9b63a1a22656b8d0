import test from 'ava'
import pg from 'pg'
import { isDatabaseUnavailable } from '../../../../shared/kernel/db/is-unavailable.js'
import { watchConnections } from '../../../../shared/kernel/db/lost-connections.js'
import { databaseProxy } from '../../../support/database-proxy.js'
import { testDatabase } from '../../../support/database.js'

async function watchedClient() {
  const database = await testDatabase()
  const { proxy, url } = await databaseProxy(database.url)
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  watchConnections(url, 100).add(client)
  const close = async () => {
    await client.end().catch(() => undefined)
    await proxy.close()
    await database.drop()
  }
  return { client, proxy, close }
}

test('a statement whose connection fell silent fails as an outage, once the server can be asked', async (t) => {
  const { client, proxy, close } = await watchedClient()
  t.teardown(close)
  proxy.hang()
  const statement = t.throwsAsync(client.query('select 1'))
  proxy.recover()
  const error = await statement
  t.true(isDatabaseUnavailable(error))
})

test('a statement that takes long and a transaction between two statements are left alone', async (t) => {
  const { client, close } = await watchedClient()
  t.teardown(close)
  await client.query('begin')
  const { rows } = await client.query('select pg_sleep(2), 1 as one')
  t.is(rows[0].one, 1)
  await client.query('select pg_sleep(0)')
  t.is((await client.query('select 2 as two')).rows[0].two, 2)
})
