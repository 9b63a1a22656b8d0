import { createServer, type AddressInfo } from 'node:net'
import test from 'ava'
import { entities } from '../../../shared/entities.js'
import { ConfigError } from '../../../shared/kernel/config.js'
import { openResources } from '../../../shared/kernel/resources.js'
import { silent, testConfig } from '../../support/service.js'

const { config, release } = await testConfig()
test.after.always(() => release())

async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const open = (changed: Partial<typeof config>) => openResources({ config: { ...config, ...changed }, log: silent, entities, consumes: false })

test('a database that is away stops the start with one sentence, without its password', async (t) => {
  const port = await unusedPort()
  const error = await t.throwsAsync(open({ databaseUrl: `postgres://me:hush-hush@127.0.0.1:${port}/links` }), { instanceOf: ConfigError })
  t.true(error.message.startsWith(`DATABASE_URL names links at 127.0.0.1:${port}, which does not answer: `), error.message)
  t.notRegex(error.message, /hush-hush|\n/)
})

test('a Redis that is away stops the start with one sentence', async (t) => {
  const port = await unusedPort()
  const error = await t.throwsAsync(open({ redisUrl: `redis://127.0.0.1:${port}` }), { instanceOf: ConfigError })
  t.regex(error.message, /^REDIS_URL names 127\.0\.0\.1:\d+, which does not answer: [^\n]+\.$/)
})

test('a start that was stopped half way leaves no connection open', async (t) => {
  const port = await unusedPort()
  const name = `left-${port}`
  const url = new URL(config.databaseUrl ?? '')
  url.searchParams.set('application_name', name)
  await t.throwsAsync(open({ databaseUrl: url.href, redisUrl: `redis://127.0.0.1:${port}` }))
  const { database, close } = await open({})
  const { rows } = await database.pool.query('select 1 from pg_stat_activity where application_name = $1', [name])
  await close()
  t.deepEqual(rows, [])
})

test('what was opened is closed', async (t) => {
  const resources = await open({})
  await resources.close()
  await t.throwsAsync(resources.database.pool.query('select 1'))
  await t.throwsAsync(resources.queues.ping())
})
