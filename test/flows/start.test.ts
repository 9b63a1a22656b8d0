/** One command brings everything up, and one signal takes everything down. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test from 'ava'
import type { Credentials } from '../../shared/kernel/credentials.js'
import { freePort, install, type Installation, lives } from '../support/installation.js'
import { until } from '../support/until.js'

const migrateProgram = fileURLToPath(new URL('../../shared/operations/commands/migrate.js', import.meta.url))
const prefix = `start-${randomBytes(4).toString('hex')}`

let dataDir: string
let port: number
let installation: Installation
let firstStart = 0
test.before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tributary-start-'))
  port = await freePort()
})
test.afterEach.always((t) => {
  if (!t.passed) t.log(installation.output(), installation.family())
})
test.after.always(async () => {
  await installation.end()
  await rm(dataDir, { recursive: true, force: true })
})

const start = async (env: Record<string, string> = {}) => {
  installation = install(dataDir, port, { REDIS_PREFIX: prefix, ...env })
  await installation.ready
  return installation
}
const credentials = async () => JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')) as Credentials
const get = (path: string, key?: string) =>
  fetch(`${installation.url}${path}`, { headers: key ? { authorization: `Bearer ${key}` } : {} }).catch(() => undefined)
const serves = async () => (await get('/ready'))?.ok
const member = (word: string) => installation.family().find(({ command }) => command.includes(word))?.pid ?? 0

// One installation in its life: each test goes on where the one before stopped.
test.serial('the first start serves, and says the keys', async (t) => {
  const begun = Date.now()
  await start()
  firstStart = Date.now() - begun
  const { apiKey, publishableKey, adminApiKey } = await credentials()
  for (const key of [apiKey, publishableKey, adminApiKey]) t.true(installation.output().includes(key))
  t.is((await stat(join(dataDir, 'credentials.json'))).mode & 0o777, 0o600)
  t.is((await get('/links', apiKey))?.status, 200)
  t.is((await get('/admin/queues', adminApiKey))?.status, 200)
  t.is((await get('/admin/queues', 'wrong'))?.status, 401)
})

test.serial('a migration run beside it uses the same database', async (t) => {
  const { stdout } = await promisify(execFile)(process.execPath, [migrateProgram], {
    env: { ...process.env, DATA_DIR: dataDir, REDIS_PREFIX: prefix },
  })
  t.is(stdout, 'The database is up to date.\n')
  t.true(await serves())
})

for (const [name, word, told] of [
  ['the API', 'api/main.js', /the API process ended .* is started again/],
  ['the worker', 'workers/main.js', /the worker process ended .* is started again/],
  ['the database', 'postgres -D', /PostgreSQL ended and is started again/],
] as const) {
  test.serial(`when ${name} is killed, it comes back`, async (t) => {
    const killed = member(word)
    process.kill(killed, 'SIGKILL')
    await until(async () => member(word) > 0 && member(word) !== killed && (await serves()))
    t.regex(installation.output(), told)
  })
}

test.serial('told to end, it leaves no process', async (t) => {
  const family = installation.family()
  t.true(family.length >= 4)
  installation.process.kill('SIGTERM')
  t.is(await installation.ended, 0)
  t.deepEqual(
    family.filter(({ pid }) => lives(pid)),
    [],
  )
})

test.serial('a second start is quick and keeps the keys', async (t) => {
  const before = await credentials()
  const begun = Date.now()
  await start()
  // Three seconds on a machine with nothing else to do; one on which even that takes long is measured by its first start, which makes all there is.
  t.true(Date.now() - begun < Math.max(30_000, firstStart))
  t.deepEqual(await credentials(), before)
  t.is((await get('/links', before.apiKey))?.status, 200)
})

test.serial('when the supervisor is killed, everything below it ends', async (t) => {
  const family = installation.family()
  installation.process.kill('SIGKILL')
  await until(() => family.every(({ pid }) => !lives(pid)))
  t.pass()
})

test.serial('a second interrupt ends everything at once', async (t) => {
  await start()
  const family = installation.family()
  // Whoever hears events as they happen keeps the API from ending in order.
  const headers = { authorization: `Bearer ${(await credentials()).apiKey}`, accept: 'text/event-stream' }
  const stream = await fetch(`${installation.url}/events`, { headers })
  t.is(stream.status, 200)
  installation.process.kill('SIGINT')
  await until(() => installation.output().includes('Stopping.'))
  installation.process.kill('SIGINT')
  t.is(await installation.ended, 1)
  await stream.text().catch(() => undefined)
  await until(() => family.every(({ pid }) => !lives(pid)))
})

test.serial('an interrupt in the middle of the start leaves no process', async (t) => {
  // An API that takes a day to load: however slow this test is, the start is in its middle.
  const slow = encodeURIComponent(
    `if (process.argv[1]?.endsWith('api/main.js')) await new Promise((resolve) => setTimeout(resolve, 86_400_000))`,
  )
  installation = install(dataDir, port, { REDIS_PREFIX: prefix, NODE_OPTIONS: `--import=data:text/javascript,${slow}` })
  await until(() => member('postgres -D') > 0)
  const family = installation.family()
  installation.process.kill('SIGINT')
  t.is(await installation.ended, 0)
  t.deepEqual(
    family.filter(({ pid }) => lives(pid)),
    [],
  )
  t.false(installation.output().includes('is ready'))
})

test.serial('what is wrong is said in one sentence', async (t) => {
  const taken = createServer()
  const takenPort = await new Promise<number>((resolve) =>
    taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port)),
  )
  const file = join(dataDir, 'file')
  await writeFile(file, 'no database of places')
  const cases: [Record<string, string>, RegExp][] = [
    [{ PORT: String(takenPort) }, new RegExp(`^PORT ${takenPort} is in use: stop what listens there, or set another PORT\\.\n$`)],
    [{ PORT: 'three' }, /^PORT is wrong: .*\.\n$/],
    [{ HOST: '192.0.2.1' }, /^HOST 192\.0\.2\.1 is not an address of this machine\.\n$/],
    [{ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' }, /^DATABASE_URL names c at 127\.0\.0\.1:1, which does not answer: .*\.\n$/],
    [{ DATABASE_URL: 'postgres://a:b@%2Fnowhere:1/c' }, /^DATABASE_URL names c at \/nowhere:1, which does not answer: .*\.\n$/],
    [{ DATABASE_URL: 'mysql://a/b' }, /^DATABASE_URL is wrong: .*\.\n$/],
    [{ REDIS_URL: 'redis://127.0.0.1:1' }, /^REDIS_URL names 127\.0\.0\.1:1, which does not answer: .*\.\n$/],
    [{ DATA_DIR: join(file, 'below') }, /^The folder .* cannot be prepared: ENOTDIR.*\.\n$/],
    [{ GEOIP_DATABASE: file }, /^GEOIP_DATABASE names .*, which can't be read as an MMDB file: .*\.\n$/],
  ]
  for (const [env, sentence] of cases) {
    installation = install(dataDir, port, { REDIS_URL: '', ...env })
    const code = await installation.ended
    t.regex(installation.output(), sentence)
    t.is(code, 1)
    t.deepEqual(installation.family(), [])
  }
  await new Promise((resolve) => taken.close(resolve))
})
