import { type ChildProcess, fork, spawn } from 'node:child_process'
import { chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../shared/kernel/embedded-postgres.js'
import { StartRefusal } from '../../../shared/kernel/start-refusal.js'
import { freePort } from '../../support/installation.js'
import { until } from '../../support/until.js'

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

// One data folder is started again and again, so one at a time.
test.serial('a first start makes a database that compares text bytewise', async (t) => {
  // Of the ports that the system gives away by itself, one could be somebody else's between two starts.
  const server = await startEmbeddedPostgres({ directory, port: await freePort(), settings })
  t.deepEqual(
    await ask(
      server.url,
      `select current_database(), pg_encoding_to_char(encoding) as encoding, datlocprovider::text as provider, datlocale as locale from pg_database where datname = current_database()`,
    ),
    [{ current_database: 'tributary', encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8' }],
  )
  await ask(server.url, "create table kept (word text); insert into kept values ('first')")
  await server.stop()
  await t.throwsAsync(ask(server.url, 'select 1'))
})

test.serial('its password lies where only its owner may read it', async (t) => {
  t.is((await stat(join(directory, 'server.json'))).mode & 0o777, 0o600)
  t.is((await stat(directory)).mode & 0o777, 0o700)
})

test.serial('without the password nobody gets in', async (t) => {
  const server = await startEmbeddedPostgres({ directory, settings })
  const guessed = new URL(server.url)
  guessed.password = 'guessed'
  await t.throwsAsync(ask(guessed.href, 'select 1'), { message: /password authentication failed/ })
  await server.stop()
})

test.serial('a second start is quick, finds the data and answers at the same address', async (t) => {
  const first = await startEmbeddedPostgres({ directory, settings })
  await first.stop()
  const begun = Date.now()
  const second = await startEmbeddedPostgres({ directory, settings })
  t.true(Date.now() - begun < 30_000, 'a third of a second on a machine with nothing else to do')
  t.is(second.url, first.url)
  t.deepEqual(await ask(second.url, 'select word from kept'), [{ word: 'first' }])
  await second.stop()
})

test.serial('it is reached through a Unix socket, and at its port as well', async (t) => {
  const server = await startEmbeddedPostgres({ directory, settings })
  t.is(decodeURIComponent(new URL(server.url).hostname), join(directory, 'run'))
  const byPort = new URL(server.url)
  byPort.hostname = '127.0.0.1'
  for (const [url, isSocket] of [
    [server.url, true],
    [byPort.href, false],
  ] as const)
    t.deepEqual(await ask(url, 'select inet_client_addr() is null as socket'), [{ socket: isSocket }])
  await server.stop()
})

test('where the path is too long for a socket, it is reached at its port alone', async (t) => {
  const deep = join(home, 'd'.repeat(100))
  const server = await startEmbeddedPostgres({ directory: deep, settings })
  t.is(new URL(server.url).hostname, '127.0.0.1')
  t.deepEqual(await ask(server.url, 'show unix_socket_directories'), [{ unix_socket_directories: '' }])
  t.is((await startEmbeddedPostgres({ directory: deep, settings })).url, server.url)
  await server.stop()
})

test.serial('while its owner lives, others share the server and leave it running', async (t) => {
  const { owner, url } = await ownerOf(directory)
  const guest = await startEmbeddedPostgres({ directory, settings })
  t.true(guest.shared)
  t.is(guest.url, url)
  await guest.stop()
  t.deepEqual(await ask(url, 'select 1 as one'), [{ one: 1 }])
  await endOf(owner, 'SIGTERM')
})

for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
  test.serial(`when its owner dies of ${signal}, the server ends by itself`, async (t) => {
    const { owner } = await ownerOf(directory)
    const pid = await serverPid()
    await endOf(owner, signal)
    await until(() => !lives(pid))
    t.pass()
  })
}

test.serial('when its owner ends without a word, the server ends as well', async (t) => {
  const { owner } = await ownerOf(directory)
  const pid = await serverPid()
  owner.disconnect()
  await until(() => !lives(pid))
  t.pass()
})

test.serial('an interrupt from the terminal does not reach the server', async (t) => {
  const { owner, url } = await ownerOf(directory, { detached: true })
  process.kill(-Number(owner.pid), 'SIGWINCH') // the group exists
  const pid = await serverPid()
  const [mine, its] = await Promise.all([sessionOf(Number(owner.pid)), sessionOf(pid)])
  t.not(mine, its)
  t.deepEqual(await ask(url, 'select 1 as one'), [{ one: 1 }])
  await endOf(owner, 'SIGTERM')
})

test.serial('a server that outlived its owner and its guard is taken over, with its data', async (t) => {
  const { owner, url } = await ownerOf(directory)
  await ask(url, "insert into kept values ('second')")
  const abandoned = await serverPid()
  await killGuardOf(abandoned)
  await endOf(owner, 'SIGKILL')
  t.true(lives(abandoned))
  const server = await startEmbeddedPostgres({ directory, settings })
  t.false(server.shared)
  t.false(lives(abandoned))
  t.deepEqual(await ask(server.url, 'select word from kept order by word'), [{ word: 'first' }, { word: 'second' }])
  await server.stop()
})

test.serial('a server that was killed starts again over its stale trace', async (t) => {
  const server = await startEmbeddedPostgres({ directory, settings })
  const pid = await serverPid()
  process.kill(pid, 'SIGKILL')
  await until(() => !lives(pid))
  await server.ended
  t.truthy(await readFile(join(directory, 'data', 'postmaster.pid'), 'utf8'))
  t.truthy(await stat(socketFile(server.port)))
  const again = await until(() => startEmbeddedPostgres({ directory, settings }).catch(() => undefined))
  t.is(again.url, server.url)
  t.deepEqual(await ask(again.url, 'select count(*)::int as words from kept'), [{ words: 2 }])
  await again.stop()
})

test.serial('a stale trace whose number belongs to another program does not matter', async (t) => {
  const other = spawn('sleep', ['60'])
  const trace = join(directory, 'data', 'postmaster.pid')
  const { port } = JSON.parse(await readFile(join(directory, 'server.json'), 'utf8')) as { port: number }
  for (const file of [trace, `${socketFile(port)}.lock`])
    await writeFile(file, `${other.pid}\n${join(directory, 'data')}\n1\n${port}\n../run\n127.0.0.1\n1 1\nready   \n`)
  const server = await startEmbeddedPostgres({ directory, settings })
  t.false(server.shared)
  t.true(lives(Number(other.pid)))
  other.kill()
  await server.stop()
})

test.serial('a taken port is no trouble when the choice is free, and one sentence when it is not', async (t) => {
  const { port } = JSON.parse(await readFile(join(directory, 'server.json'), 'utf8')) as { port: number }
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve))
  const refusal = await t.throwsAsync(startEmbeddedPostgres({ directory, port, settings }), {
    instanceOf: StartRefusal,
    message: /did not start .*could not create any TCP\/IP sockets/,
  })
  t.false(refusal?.message.includes('\n'))
  const server = await startEmbeddedPostgres({ directory, settings })
  t.not(server.port, port)
  await server.stop()
  await new Promise((resolve) => taken.close(resolve))
})

test.serial('data without its password file is not touched', async (t) => {
  const state = join(directory, 'server.json')
  const text = await readFile(state, 'utf8')
  await rm(state)
  await t.throwsAsync(startEmbeddedPostgres({ directory, settings }), {
    instanceOf: StartRefusal,
    message: /password file .*server\.json is gone/,
  })
  await writeFile(state, text, { mode: 0o600 })
  await startEmbeddedPostgres({ directory, settings }).then((server) => server.stop())
  t.pass()
})

test('a folder that cannot be made is one sentence', async (t) => {
  const file = join(home, 'file')
  await writeFile(file, '')
  await t.throwsAsync(startEmbeddedPostgres({ directory: join(file, 'postgres') }), {
    instanceOf: StartRefusal,
    message: /^The folder .* cannot be prepared: ENOTDIR/,
  })
})

const forRoot = isRoot ? test : test.skip

forRoot('started by root, the server runs as somebody else, also below a home that nobody else may enter', async (t) => {
  const closed = join(home, 'closed')
  await mkdir(closed, { mode: 0o700 })
  const server = await startEmbeddedPostgres({ directory: join(closed, 'postgres'), settings })
  const pid = Number((await readFile(join(closed, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])
  t.is((await stat(`/proc/${pid}`)).uid, 65534)
  await server.stop()
  const again = await startEmbeddedPostgres({ directory: join(closed, 'postgres'), settings })
  t.deepEqual(await ask(again.url, 'select inet_client_addr() is null as socket'), [{ socket: true }])
  await again.stop()
})

forRoot('another user starts a server of its own', async (t) => {
  const daemon = 1
  const own = await mkdtemp(join(tmpdir(), 'tributary-postgres-'))
  await chown(own, daemon, daemon)
  const { owner, url } = await ownerOf(join(own, 'postgres'), { uid: daemon, gid: daemon })
  t.deepEqual(await ask(url, 'select 1 as one'), [{ one: 1 }])
  await endOf(owner, 'SIGTERM')
  // The server ends a moment after its owner, and writes until then.
  await rm(own, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

async function ask(url: string, statement: string): Promise<unknown[]> {
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
  const said = await new Promise<{ url: string; refusal?: string }>((resolve, reject) => {
    owner.once('message', (message) => resolve(message as { url: string }))
    owner.once('exit', (code, signal) => reject(new Error(`it ended before it said anything (${signal ?? code})`)))
  })
  if (said.refusal) throw new Error(said.refusal)
  return { owner, url: said.url }
}

async function endOf(owner: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = new Promise((resolve) => owner.once('exit', resolve))
  owner.kill(signal)
  await ended
}

const socketFile = (port: number) => join(directory, 'run', `.s.PGSQL.${port}`)

async function serverPid(): Promise<number> {
  return Number((await readFile(join(directory, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

async function killGuardOf(pid: number): Promise<void> {
  const guards = spawn('pgrep', ['-f', `tributary-postgres-guard ${pid}$`])
  const text = await new Promise<string>((resolve) => guards.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())))
  for (const line of text.trim().split('\n')) process.kill(Number(line), 'SIGKILL')
}

async function sessionOf(pid: number): Promise<string | undefined> {
  return (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ').at(-1)?.split(' ')[3]
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
