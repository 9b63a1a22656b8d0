import test from 'ava'
import { migrations } from '../../../migrations/index.js'
import { entities } from '../../../shared/entities.js'
import { ConfigError } from '../../../shared/kernel/config.js'
import { sealCheckValue } from '../../../shared/kernel/encryption-keys.js'
import { registerEncryptionKey } from '../../../shared/kernel/encryption-keys.queries.js'
import { openResources } from '../../../shared/kernel/resources.js'
import { StartupError } from '../../../shared/kernel/startup-error.js'
import { openVault } from '../../../shared/kernel/vault.js'
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

for (const state of [`name = 'clickhouse'`, `name = 'postgres', moving_to = 'clickhouse'`])
  test(`a process without the address of ClickHouse does not start on events with ${state}`, async (t) => {
    const own = await testConfig()
    t.teardown(() => own.release())
    const { database, close } = await open({ databaseUrl: own.config.databaseUrl })
    await database.pool.query(`insert into event_store (name) values ('postgres') on conflict do nothing`)
    await database.pool.query(`update event_store set ${state}`)
    await close()
    await t.throwsAsync(open({ databaseUrl: own.config.databaseUrl, clickHouse: undefined }), {
      instanceOf: StartupError,
      message: 'Events are in ClickHouse. Set CLICKHOUSE_URL to its address.',
    })
  })

test('a process without the encryption key of the database does not start', async (t) => {
  const own = await testConfig()
  t.teardown(() => own.release())
  const { database, close } = await open({ databaseUrl: own.config.databaseUrl })
  const former = sealCheckValue(openVault(['former-0123456789abcdef']))
  await registerEncryptionKey(database.orm.em.fork(), former, new Date())
  await close()
  const error = await t.throwsAsync(open({ databaseUrl: own.config.databaseUrl }), { instanceOf: ConfigError })
  t.regex(error.message, new RegExp(`^ENCRYPTION_KEY is incomplete: [^\\n]+ ${former.id}, [^\\n]+\\.$`))
  const complete = await open({
    databaseUrl: own.config.databaseUrl,
    encryptionKeys: [...config.encryptionKeys, 'former-0123456789abcdef'],
  })
  await complete.close()
})

test('a process on a database without tables, or without those of its version, does not start', async (t) => {
  const empty = new URL(config.databaseUrl ?? '')
  empty.pathname = '/postgres'
  const former = await testConfig()
  t.teardown(() => former.release())
  const { database, close } = await open({ databaseUrl: former.config.databaseUrl })
  await database.pool.query('delete from migrations where name = $1', [migrations.at(-1)])
  await close()
  for (const databaseUrl of [empty.href, former.config.databaseUrl]) {
    const error = await t.throwsAsync(open({ databaseUrl }), { instanceOf: StartupError })
    t.is(error.message, 'The database is not up to date: run `npm run migrate`.')
  }
})
