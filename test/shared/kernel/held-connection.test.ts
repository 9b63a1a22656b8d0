import test from 'ava'
import { openHeldConnection } from '../../../shared/kernel/held-connection.js'
import { testService, type TestService } from '../../support/service.js'
import { until } from '../../support/until.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

const open = (query_timeout = 60_000) =>
  openHeldConnection({ connectionString: service.config.databaseUrl ?? '', query_timeout }, () => undefined)
type Held = ReturnType<typeof open>
const pidOf = (held: Held) =>
  held.use(async (client) => (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid)

test('all work is done on one connection, in turn', async (t) => {
  const held = open()
  const done: number[] = []
  await Promise.all(
    [3, 2, 1].map((at) =>
      held.use(async (client) => {
        await client.query('select pg_sleep($1)', [at / 100])
        done.push(at)
      }),
    ),
  )
  t.deepEqual(done, [3, 2, 1])
  t.is(new Set(await Promise.all([pidOf(held), pidOf(held)])).size, 1)
  await held.close()
})

test('after a failure there is a new connection, and who failed is told', async (t) => {
  const held = open()
  const before = await pidOf(held)
  await t.throwsAsync(
    held.use((client) => client.query('select 1 / 0')),
    { message: /zero/ },
  )
  t.not(await pidOf(held), before)
  await held.close()
})

test('a connection that hangs is given up', async (t) => {
  const held = open(200)
  // A machine that is slow enough has it give up quick questions as well: they are asked again.
  const before = await until(() => pidOf(held).catch(() => null))
  const [hung, next] = [held.use((client) => client.query('select pg_sleep(60)')), pidOf(held).catch(() => null)]
  await t.throwsAsync(hung)
  t.not((await next) ?? (await until(() => pidOf(held).catch(() => null))), before)
  await held.close()
})

test('a connection that the server ended while nobody used it is replaced', async (t) => {
  const held = open()
  const before = await pidOf(held)
  await service.resources.database.pool.query('select pg_terminate_backend($1)', [before])
  const after = await until(() => pidOf(held).catch(() => null))
  t.not(after, before)
  await held.close()
})
