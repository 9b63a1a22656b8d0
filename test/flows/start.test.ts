/** `npm start` starts all processes, and one signal stops them all. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify, stripVTControlCharacters } from 'node:util'
import test from 'ava'
import type { Credentials } from '../../shared/kernel/credentials.js'
import { freePort, startInstallation, type Installation, processExists } from '../support/installation.js'
import { waitUntil } from '../support/wait-until.js'

const migrateProgram = fileURLToPath(new URL('../../shared/supervisor/commands/migrate.js', import.meta.url))
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
  if (!t.passed) t.log(installation.output(), installation.processes())
})
test.after.always(async () => {
  await installation.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const start = async (env: Record<string, string> = {}) => {
  installation = startInstallation(dataDir, port, { REDIS_PREFIX: prefix, ...env })
  await installation.ready
  return installation
}
const credentials = async () => JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')) as Credentials
const get = (path: string, key?: string) =>
  fetch(`${installation.url}${path}`, { headers: key ? { authorization: `Bearer ${key}` } : {} }).catch(() => undefined)
const isReady = async () => (await get('/ready'))?.ok
const pidOf = (word: string) => installation.processes().find(({ command }) => command.includes(word))?.pid ?? 0

// Serial: each test continues with the installation of the previous one.
test.serial('the first start becomes ready, stores the keys and prints no key where the output is not a terminal', async (t) => {
  const startedAt = Date.now()
  await start()
  firstStart = Date.now() - startedAt
  const { apiKey, publishableKey, adminApiKey } = await credentials()
  t.true(installation.output().includes(join(dataDir, 'credentials.json')))
  for (const key of [apiKey, publishableKey, adminApiKey]) t.false(installation.output().includes(key))
  t.is((await stat(join(dataDir, 'credentials.json'))).mode & 0o777, 0o600)
  t.is((await get('/links', apiKey))?.status, 200)
  t.is((await get('/admin/queues', adminApiKey))?.status, 200)
  t.is((await get('/admin/queues', 'wrong'))?.status, 401)
})

test.serial('a concurrent migration command uses the same database', async (t) => {
  const { stdout } = await promisify(execFile)(process.execPath, [migrateProgram], {
    env: { ...process.env, DATA_DIR: dataDir, REDIS_PREFIX: prefix },
  })
  t.is(stdout, 'The database is up to date.\n')
  t.true(await isReady())
})

for (const [name, word, message] of [
  ['the API', 'api/main.js', /the API process exited .*, restarting/],
  ['the worker', 'workers/main.js', /the worker process exited .*, restarting/],
  ['the database', 'postgres -D', /PostgreSQL exited, restarting/],
] as const) {
  test.serial(`${name} is restarted when it is killed`, async (t) => {
    const killed = pidOf(word)
    process.kill(killed, 'SIGKILL')
    await waitUntil(async () => ![0, killed].includes(pidOf(word)) && (await isReady()))
    t.regex(installation.output(), message)
  })
}

test.serial('a stopped installation leaves no process', async (t) => {
  const processes = installation.processes()
  t.true(processes.length >= 4)
  installation.process.kill('SIGTERM')
  t.is(await installation.exited, 0)
  t.deepEqual(
    processes.filter(({ pid }) => processExists(pid)),
    [],
  )
})

test.serial('a second start is fast and keeps the keys', async (t) => {
  const before = await credentials()
  const startedAt = Date.now()
  await start({ DATABASE_PASSWORD: 'of-another-database' })
  // Takes three seconds on an idle machine. On a slow one it must be faster than the first start, which creates everything.
  t.true(Date.now() - startedAt < Math.max(30_000, firstStart))
  t.deepEqual(await credentials(), before)
  t.is((await get('/links', before.apiKey))?.status, 200)
})

test.serial('all processes exit when the supervisor is killed', async (t) => {
  const processes = installation.processes()
  installation.process.kill('SIGKILL')
  await waitUntil(() => processes.every(({ pid }) => !processExists(pid)))
  t.pass()
})

test.serial('on a terminal the log is readable, contains no health checks, and the keys are printed last', async (t) => {
  installation = startInstallation(dataDir, port, { REDIS_PREFIX: prefix, LOG_LEVEL: 'info' }, { onTerminal: true })
  await installation.ready
  const { apiKey } = await credentials()
  await waitUntil(() => installation.output().includes(apiKey))
  for (const path of ['/health', '/ready', '/links']) await get(path, apiKey)
  await waitUntil(() => installation.output().includes('GET /links 200'))
  const lines = stripVTControlCharacters(installation.output()).split(/\r?\n/)
  const [listening, ready, key] = [/ api +API listening/, /^Tributary is ready/, /^ +API key/].map((pattern) =>
    lines.findIndex((line) => pattern.test(line)),
  )
  t.true(Number(listening) >= 0 && Number(listening) < Number(ready) && Number(ready) < Number(key), installation.output())
  t.notRegex(installation.output(), /GET \/(health|ready)|^\{/m)
  await installation.stop()
})

test.serial('a second interrupt stops all processes at once', async (t) => {
  await start()
  const processes = installation.processes()
  // An open event stream delays the graceful shutdown of the API.
  const headers = { authorization: `Bearer ${(await credentials()).apiKey}`, accept: 'text/event-stream' }
  const stream = await fetch(`${installation.url}/events`, { headers })
  t.is(stream.status, 200)
  installation.process.kill('SIGINT')
  await waitUntil(() => installation.output().includes('Stopping.'))
  installation.process.kill('SIGINT')
  t.is(await installation.exited, 1)
  await stream.text().catch(() => undefined)
  await waitUntil(() => processes.every(({ pid }) => !processExists(pid)))
})

test.serial('an interrupt during the start leaves no process', async (t) => {
  // The API takes a day to load, so the start cannot complete during the test.
  const slow = encodeURIComponent(
    `if (process.argv[1]?.endsWith('api/main.js')) await new Promise((resolve) => setTimeout(resolve, 86_400_000))`,
  )
  installation = startInstallation(dataDir, port, { REDIS_PREFIX: prefix, NODE_OPTIONS: `--import=data:text/javascript,${slow}` })
  await waitUntil(() => pidOf('postgres -D') > 0)
  const processes = installation.processes()
  installation.process.kill('SIGINT')
  t.is(await installation.exited, 0)
  t.deepEqual(
    processes.filter(({ pid }) => processExists(pid)),
    [],
  )
  t.false(installation.output().includes('is ready'))
})

test.serial('startup errors are one-line messages', async (t) => {
  const taken = createServer()
  const takenPort = await new Promise<number>((resolve) =>
    taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port)),
  )
  const file = join(dataDir, 'file')
  await writeFile(file, 'not an MMDB file')
  const cases: [Record<string, string>, RegExp][] = [
    [{ PORT: String(takenPort) }, new RegExp(`^PORT ${takenPort} is in use: stop what listens there, or set another PORT\\.\n$`)],
    [{ PORT: 'three' }, /^PORT is invalid: .*\.\n$/],
    [{ HOST: '192.0.2.1' }, /^HOST 192\.0\.2\.1 is not an address of this machine\.\n$/],
    [{ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' }, /^DATABASE_URL: database c at 127\.0\.0\.1:1 does not answer: .*\.\n$/],
    [{ DATABASE_URL: 'postgres://a:b@%2Fnowhere:1/c' }, /^DATABASE_URL: database c at \/nowhere:1 does not answer: .*\.\n$/],
    [{ DATABASE_URL: 'mysql://a/b' }, /^DATABASE_URL is invalid: .*\.\n$/],
    [{ REDIS_URL: 'redis://127.0.0.1:1' }, /^REDIS_URL: 127\.0\.0\.1:1 does not answer: .*\.\n$/],
    [{ DATA_DIR: join(file, 'below') }, /^Cannot prepare the database directory .*: ENOTDIR.*\.\n$/],
    [{ GEOIP_DATABASE: file }, /^GEOIP_DATABASE names .*, which can't be read as an MMDB file: .*\.\n$/],
  ]
  for (const [env, message] of cases) {
    installation = startInstallation(dataDir, port, { REDIS_URL: '', ...env })
    const code = await installation.exited
    t.regex(installation.output(), message)
    t.is(code, 1)
    t.deepEqual(installation.processes(), [])
  }
  await new Promise((resolve) => taken.close(resolve))
})
