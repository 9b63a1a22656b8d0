import test from 'ava'
import { openDedicatedConnection } from '../../../../shared/kernel/db/dedicated-connection.js'
import { testService, type TestService } from '../../../support/service.js'
import { waitUntil } from '../../../support/wait-until.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

const open = (query_timeout = 60_000) =>
  openDedicatedConnection({ connectionString: service.config.databaseUrl ?? '', query_timeout }, () => undefined)
type Connection = ReturnType<typeof open>
const pidOf = (connection: Connection) =>
  connection.use(async (client) => (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid)

test('all work runs on one connection, one after the other', async (t) => {
  const connection = open()
  const done: number[] = []
  await Promise.all(
    [3, 2, 1].map((at) =>
      connection.use(async (client) => {
        await client.query('select pg_sleep($1)', [at / 100])
        done.push(at)
      }),
    ),
  )
  t.deepEqual(done, [3, 2, 1])
  t.is(new Set(await Promise.all([pidOf(connection), pidOf(connection)])).size, 1)
  await connection.close()
})

test('failed work rejects, and the next work gets a new connection', async (t) => {
  const connection = open()
  const before = await pidOf(connection)
  await t.throwsAsync(
    connection.use((client) => client.query('select 1 / 0')),
    { message: /zero/ },
  )
  t.not(await pidOf(connection), before)
  await connection.close()
})

test('a hanging connection is closed', async (t) => {
  const connection = open(200)
  // On a slow machine, quick queries may time out too, so they are repeated.
  const before = await waitUntil(() => pidOf(connection).catch(() => null))
  const [hung, next] = [connection.use((client) => client.query('select pg_sleep(60)')), pidOf(connection).catch(() => null)]
  await t.throwsAsync(hung)
  t.not((await next) ?? (await waitUntil(() => pidOf(connection).catch(() => null))), before)
  await connection.close()
})

test('an idle connection that the server closed is replaced', async (t) => {
  const connection = open()
  const before = await pidOf(connection)
  await service.resources.database.pool.query('select pg_terminate_backend($1)', [before])
  const after = await waitUntil(() => pidOf(connection).catch(() => null))
  t.not(after, before)
  await connection.close()
})
