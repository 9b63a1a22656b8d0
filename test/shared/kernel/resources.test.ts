import test from 'ava'
import { entities } from '../../../shared/entities.js'
import { ConfigError } from '../../../shared/kernel/config.js'
import { openResources } from '../../../shared/kernel/resources.js'
import { freePort } from '../../support/installation.js'
import { silentLog, testConfig } from '../../support/service.js'
import { waitUntil } from '../../support/wait-until.js'

const { config, release } = await testConfig()
test.after.always(() => release())

const open = (changed: Partial<typeof config>) =>
  openResources({ config: { ...config, ...changed }, log: silentLog, entities, consumes: false })

test('an unavailable database stops the start with a message without the password', async (t) => {
  const port = await freePort()
  const error = await t.throwsAsync(open({ databaseUrl: `postgres://me:hush-hush@127.0.0.1:${port}/links` }), { instanceOf: ConfigError })
  t.true(error.message.startsWith(`DATABASE_URL: database links at 127.0.0.1:${port} does not answer: `), error.message)
  t.notRegex(error.message, /hush-hush|\n/)
})

test('an unavailable Redis stops the start with a message', async (t) => {
  const port = await freePort()
  const error = await t.throwsAsync(open({ redisUrl: `redis://127.0.0.1:${port}` }), { instanceOf: ConfigError })
  t.regex(error.message, /^REDIS_URL: 127\.0\.0\.1:\d+ does not answer: [^\n]+\.$/)
})

test('a failed start leaves no connection open', async (t) => {
  const port = await freePort()
  const name = `left-${port}`
  const url = new URL(config.databaseUrl ?? '')
  url.searchParams.set('application_name', name)
  await t.throwsAsync(open({ databaseUrl: url.href, redisUrl: `redis://127.0.0.1:${port}` }))
  const { database, close } = await open({})
  // The server drops a connection shortly after its client has closed it.
  await waitUntil(
    async () => (await database.pool.query('select 1 from pg_stat_activity where application_name = $1', [name])).rows.length === 0,
  )
  await close()
  t.pass()
})

test('close closes all connections', async (t) => {
  const resources = await open({})
  await resources.close()
  await t.throwsAsync(resources.database.pool.query('select 1'))
  await t.throwsAsync(resources.queues.ping())
})
