import { type ChildProcess, fork, spawn } from 'node:child_process'
import { chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import pg from 'pg'
import { StartupError } from '../../../shared/kernel/startup-error.js'
import { startEmbeddedPostgres } from '../../../shared/supervisor/embedded-postgres.js'
import { freePort } from '../../support/installation.js'
import { waitUntil } from '../../support/wait-until.js'

const ownerProgram = fileURLToPath(new URL('../../support/postgres-owner.js', import.meta.url))
const settings = { fsync: 'off' }
const isRoot = process.getuid?.() === 0

let home: string
let directory: string
test.before(async () => {
  home = await mkdtemp(join(tmpdir(), 'tributary-postgres-'))
  directory = join(home, 'data', 'postgres')
})
test.after.always(() => rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

// Serial, because the tests share a data directory.
test.serial('the first start creates a database with bytewise collation', async (t) => {
  // Not an ephemeral port, which another process could take between two starts.
  const server = await startEmbeddedPostgres({ directory, port: await freePort(), settings })
  t.deepEqual(
    await query(
      server.url,
      `select current_database(), pg_encoding_to_char(encoding) as encoding, datlocprovider::text as provider, datlocale as ` +
        `locale from pg_database where datname = current_database()`,
    ),
    [{ current_database: 'tributary', encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8' }],
  )
  await query(server.url, "create table words (word text); insert into words values ('first')")
  await server.stop()
  await t.throwsAsync(query(server.url, 'select 1'))
})

test.serial('only the owner can read the password', async (t) => {
  t.is((await stat(join(directory, 'server.json'))).mode & 0o777, 0o600)
  t.is((await stat(directory)).mode & 0o777, 0o700)
})

test.serial('a wrong password is rejected', async (t) => {
  const server = await startEmbeddedPostgres({ directory, settings })
  const guessed = new URL(server.url)
  guessed.password = 'guessed'
  await t.throwsAsync(query(guessed.href, 'select 1'), { message: /password authentication failed/ })
  await server.stop()
})

test.serial('a second start is fast, keeps the data and uses the same address', async (t) => {
  const first = await startEmbeddedPostgres({ directory, settings })
  await first.stop()
  const startedAt = Date.now()
  const second = await startEmbeddedPostgres({ directory, settings })
  t.true(Date.now() - startedAt < 30_000, 'takes a third of a second on an idle machine')
  t.is(second.url, first.url)
  t.deepEqual(await query(second.url, 'select word from words'), [{ word: 'first' }])
  await second.stop()
})

test.serial('the server accepts connections over a Unix socket and over TCP', async (t) => {
  const server = await startEmbeddedPostgres({ directory, settings })
  t.is(decodeURIComponent(new URL(server.url).hostname), join(directory, 'run'))
  const byPort = new URL(server.url)
  byPort.hostname = '127.0.0.1'
  for (const [url, isSocket] of [
    [server.url, true],
    [byPort.href, false],
  ] as const)
    t.deepEqual(await query(url, 'select inet_client_addr() is null as socket'), [{ socket: isSocket }])
  await server.stop()
})

test('with a path too long for a socket, the server uses TCP only', async (t) => {
  const deep = join(home, 'd'.repeat(100))
  const server = await startEmbeddedPostgres({ directory: deep, settings })
  t.is(new URL(server.url).hostname, '127.0.0.1')
  t.deepEqual(await query(server.url, 'show unix_socket_directories'), [{ unix_socket_directories: '' }])
  t.is((await startEmbeddedPostgres({ directory: deep, settings })).url, server.url)
  await server.stop()
})

test.serial('while the owner runs, other processes share the server and leave it running', async (t) => {
  const { owner, url } = await ownerOf(directory)
  const guest = await startEmbeddedPostgres({ directory, settings })
  t.true(guest.shared)
  t.is(guest.url, url)
  await guest.stop()
  t.deepEqual(await query(url, 'select 1 as one'), [{ one: 1 }])
  await endProcess(owner, 'SIGTERM')
})

for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
  test.serial(`the server exits when its owner is ended by ${signal}`, async (t) => {
    const { owner } = await ownerOf(directory)
    const pid = await serverPid()
    await endProcess(owner, signal)
    await waitUntil(() => !processExists(pid))
    t.pass()
  })
}

test.serial('the server exits when its owner exits', async (t) => {
  const { owner } = await ownerOf(directory)
  const pid = await serverPid()
  owner.disconnect()
  await waitUntil(() => !processExists(pid))
  t.pass()
})

test.serial('an interrupt from the terminal does not reach the server', async (t) => {
  const { owner, url } = await ownerOf(directory, { detached: true })
  process.kill(-Number(owner.pid), 'SIGWINCH') // the group exists
  const pid = await serverPid()
  const [mine, its] = await Promise.all([sessionOf(Number(owner.pid)), sessionOf(pid)])
  t.not(mine, its)
  t.deepEqual(await query(url, 'select 1 as one'), [{ one: 1 }])
  await endProcess(owner, 'SIGTERM')
})

test.serial('a server that outlived its owner and its watchdog is replaced, with its data', async (t) => {
  const { owner, url } = await ownerOf(directory)
  await query(url, "insert into words values ('second')")
  const orphaned = await serverPid()
  await killWatchdogOf(orphaned)
  await endProcess(owner, 'SIGKILL')
  t.true(processExists(orphaned))
  const server = await startEmbeddedPostgres({ directory, settings })
  t.false(server.shared)
  t.false(processExists(orphaned))
  t.deepEqual(await query(server.url, 'select word from words order by word'), [{ word: 'first' }, { word: 'second' }])
  await server.stop()
})

test.serial('a killed server starts again despite its stale pid file', async (t) => {
  const server = await startEmbeddedPostgres({ directory, settings })
  const pid = await serverPid()
  process.kill(pid, 'SIGKILL')
  await waitUntil(() => !processExists(pid))
  await server.ended
  t.truthy(await readFile(join(directory, 'data', 'postmaster.pid'), 'utf8'))
  t.truthy(await stat(socketFile(server.port)))
  const again = await waitUntil(() => startEmbeddedPostgres({ directory, settings }).catch(() => undefined))
  t.is(again.url, server.url)
  t.deepEqual(await query(again.url, 'select count(*)::int as words from words'), [{ words: 2 }])
  await again.stop()
})

test.serial('a stale pid file with the id of another program is ignored', async (t) => {
  const other = spawn('sleep', ['60'])
  const pidFile = join(directory, 'data', 'postmaster.pid')
  const { port } = JSON.parse(await readFile(join(directory, 'server.json'), 'utf8')) as { port: number }
  for (const file of [pidFile, `${socketFile(port)}.lock`])
    await writeFile(file, `${other.pid}\n${join(directory, 'data')}\n1\n${port}\n../run\n127.0.0.1\n1 1\nready   \n`)
  const server = await startEmbeddedPostgres({ directory, settings })
  t.false(server.shared)
  t.true(processExists(Number(other.pid)))
  other.kill()
  await server.stop()
})

test.serial('a used port is avoided when possible, and is a clear error otherwise', async (t) => {
  const { port } = JSON.parse(await readFile(join(directory, 'server.json'), 'utf8')) as { port: number }
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve))
  const error = await t.throwsAsync(startEmbeddedPostgres({ directory, port, settings }), {
    instanceOf: StartupError,
    message: /did not start .*could not create any TCP\/IP sockets/,
  })
  t.false(error?.message.includes('\n'))
  const server = await startEmbeddedPostgres({ directory, settings })
  t.not(server.port, port)
  await server.stop()
  await new Promise((resolve) => taken.close(resolve))
})

test.serial('data without its password file is not changed', async (t) => {
  const state = join(directory, 'server.json')
  const text = await readFile(state, 'utf8')
  await rm(state)
  await t.throwsAsync(startEmbeddedPostgres({ directory, settings }), {
    instanceOf: StartupError,
    message: /password file .*server\.json is missing/,
  })
  await writeFile(state, text, { mode: 0o600 })
  await startEmbeddedPostgres({ directory, settings }).then((server) => server.stop())
  t.pass()
})

test('a directory that cannot be created is a clear error', async (t) => {
  const file = join(home, 'file')
  await writeFile(file, '')
  await t.throwsAsync(startEmbeddedPostgres({ directory: join(file, 'postgres') }), {
    instanceOf: StartupError,
    message: /^Cannot prepare the database directory .*: ENOTDIR/,
  })
})

const forRoot = isRoot ? test : test.skip

forRoot('started by root, the server runs as another user, also below a directory that only root can enter', async (t) => {
  const closed = join(home, 'closed')
  await mkdir(closed, { mode: 0o700 })
  const server = await startEmbeddedPostgres({ directory: join(closed, 'postgres'), settings })
  const pid = Number((await readFile(join(closed, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])
  t.is((await stat(`/proc/${pid}`)).uid, 65534)
  await server.stop()
  const again = await startEmbeddedPostgres({ directory: join(closed, 'postgres'), settings })
  t.deepEqual(await query(again.url, 'select inet_client_addr() is null as socket'), [{ socket: true }])
  await again.stop()
})

forRoot('another user can start a server', async (t) => {
  const daemon = 1
  const own = await mkdtemp(join(tmpdir(), 'tributary-postgres-'))
  await chown(own, daemon, daemon)
  const { owner, url } = await ownerOf(join(own, 'postgres'), { uid: daemon, gid: daemon })
  t.deepEqual(await query(url, 'select 1 as one'), [{ one: 1 }])
  await endProcess(owner, 'SIGTERM')
  // The server exits shortly after its owner, and writes until then.
  await rm(own, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(statement)
    return rows
  } finally {
    await client.end()
  }
}

async function ownerOf(
  folder: string,
  options: { detached?: boolean; uid?: number; gid?: number } = {},
): Promise<{ owner: ChildProcess; url: string }> {
  const owner = fork(ownerProgram, [folder], { ...options, execArgv: [] })
  const reply = await new Promise<{ url: string; error?: string }>((resolve, reject) => {
    owner.once('message', (message) => resolve(message as { url: string }))
    owner.once('exit', (code, signal) => reject(new Error(`the process exited before it replied (${signal ?? code})`)))
  })
  if (reply.error) throw new Error(reply.error)
  return { owner, url: reply.url }
}

async function endProcess(owner: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = new Promise((resolve) => owner.once('exit', resolve))
  owner.kill(signal)
  await exited
}

const socketFile = (port: number) => join(directory, 'run', `.s.PGSQL.${port}`)

async function serverPid(): Promise<number> {
  return Number((await readFile(join(directory, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

async function killWatchdogOf(pid: number): Promise<void> {
  const watchdogs = spawn('pgrep', ['-f', `tributary-postgres-watchdog ${pid}$`])
  const text = await new Promise<string>((resolve) => watchdogs.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())))
  for (const line of text.trim().split('\n')) process.kill(Number(line), 'SIGKILL')
}

async function sessionOf(pid: number): Promise<string | undefined> {
  return (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ').at(-1)?.split(' ')[3]
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
