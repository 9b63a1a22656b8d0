import test from 'ava'
import { entities } from '../../../shared/entities.js'
import { ConfigError } from '../../../shared/kernel/config.js'
import { openResources } from '../../../shared/kernel/resources.js'
import { freePort } from '../../support/installation.js'
import { silent, testConfig } from '../../support/service.js'
import { until } from '../../support/until.js'

const { config, release } = await testConfig()
test.after.always(() => release())

const open = (changed: Partial<typeof config>) =>
  openResources({ config: { ...config, ...changed }, log: silent, entities, consumes: false })

test('a database that is away stops the start with one sentence, without its password', async (t) => {
  const port = await freePort()
  const error = await t.throwsAsync(open({ databaseUrl: `postgres://me:hush-hush@127.0.0.1:${port}/links` }), { instanceOf: ConfigError })
  t.true(error.message.startsWith(`DATABASE_URL names links at 127.0.0.1:${port}, which does not answer: `), error.message)
  t.notRegex(error.message, /hush-hush|\n/)
})

test('a Redis that is away stops the start with one sentence', async (t) => {
  const port = await freePort()
  const error = await t.throwsAsync(open({ redisUrl: `redis://127.0.0.1:${port}` }), { instanceOf: ConfigError })
  t.regex(error.message, /^REDIS_URL names 127\.0\.0\.1:\d+, which does not answer: [^\n]+\.$/)
})

test('a start that was stopped half way leaves no connection open', async (t) => {
  const port = await freePort()
  const name = `left-${port}`
  const url = new URL(config.databaseUrl ?? '')
  url.searchParams.set('application_name', name)
  await t.throwsAsync(open({ databaseUrl: url.href, redisUrl: `redis://127.0.0.1:${port}` }))
  const { database, close } = await open({})
  // The server lets go of a connection a moment after its client has closed it.
  await until(
    async () => (await database.pool.query('select 1 from pg_stat_activity where application_name = $1', [name])).rows.length === 0,
  )
  await close()
  t.pass()
})

test('what was opened is closed', async (t) => {
  const resources = await open({})
  await resources.close()
  await t.throwsAsync(resources.database.pool.query('select 1'))
  await t.throwsAsync(resources.queues.ping())
})
