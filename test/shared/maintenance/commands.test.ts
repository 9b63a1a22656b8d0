/** Commands of operators, run as processes on a real database. */
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { onServer, withDatabase } from '../../support/database.js'
import { testConfig } from '../../support/service.js'

const { config, env, release } = await testConfig({ BACKUP_PASSPHRASE: 'a passphrase for tests' })
const databaseUrl = config.databaseUrl as string
test.after.always(release)

const programOf = (command: string) => fileURLToPath(new URL(`../../../shared/maintenance/commands/${command}.js`, import.meta.url))

/** The exit code and everything that the command prints. */
function run(command: string, args: string[] = [], changes: Record<string, string> = {}): Promise<[number, string]> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [programOf(command), ...args],
      { env: { ...process.env, ...env, ...changes } },
      (_error, stdout, stderr) => resolve([child.exitCode ?? -1, stdout + stderr]),
    )
  })
}

test('verify refuses the id of a workspace that does not exist', async (t) => {
  t.deepEqual(await run('verify', ['ws_MISTYPED']), [2, 'No workspace has the id ws_MISTYPED.\n'])
  t.is((await run('verify'))[0], 0)
})

test('doctor knows a verification of all workspaces', async (t) => {
  const own = await testConfig()
  t.teardown(own.release)
  t.is((await run('verify', [], own.env))[0], 0)
  t.is(/^(\w+) +verification/m.exec((await run('doctor', [], own.env))[1])?.[1], 'good')
})

test('commands on a database without tables print one message', async (t) => {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(databaseUrl, `create database ${name} template template0 encoding utf8 locale 'C'`)
  t.teardown(() => onServer(databaseUrl, `drop database ${name} with (force)`))
  const empty = { DATABASE_URL: withDatabase(databaseUrl, name) }
  t.deepEqual(await run('verify', [], empty), [2, 'The database is not up to date: run `npm run migrate`.\n'])
  t.deepEqual(await run('backup', [], empty), [2, 'The database has no tables: there is nothing to back up.\n'])
  const [code, lines] = await run('doctor', [], empty)
  t.is(code, 1)
  t.regex(lines, /BAD +tables +the database has no tables\n +-> Run `npm run migrate`/)
})

test('commands print one message while ClickHouse is away', async (t) => {
  const own = await testConfig({ CLICKHOUSE_URL: 'http://127.0.0.1:9' })
  t.teardown(own.release)
  t.deepEqual(await run('move-events', ['postgres'], own.env), [
    2,
    'Moving events to postgres. If this is interrupted, run it again.\n' +
      'ClickHouse is unavailable: connect ECONNREFUSED 127.0.0.1:9\nRun the command again once it is available.\n',
  ])
})

test('commands name ClickHouse if events are there and its address is not known', async (t) => {
  const own = await testConfig({ BACKUP_PASSPHRASE: 'a passphrase for tests' })
  t.teardown(own.release)
  await onServer(own.env.DATABASE_URL as string, `insert into event_store (name) values ('clickhouse')`)
  const withoutAddress = { ...own.env, CLICKHOUSE_URL: '' }
  t.deepEqual(await run('verify', [], withoutAddress), [2, 'Events are in ClickHouse. Set CLICKHOUSE_URL to its address.\n'])
  const [code, lines] = await run('backup', [], withoutAddress)
  t.is(code, 0)
  t.regex(lines, /\nThe clicks in ClickHouse are not part of it/)
})

const migrate = '../../supervisor/commands/migrate'
const commands = ['doctor', 'verify', 'backup', 'restore', 'move-events', 'move-files', migrate, '../../imports/commands/import']
for (const command of commands) {
  test(`${command} --help prints how to call it, and does nothing else`, async (t) => {
    const [code, lines] = await run(command, ['--help'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing' })
    t.is(code, 0)
    t.regex(lines, /^npm run [\w:]+/)
  })
}

for (const command of ['backup', migrate]) {
  test(`${command} refuses an unknown option`, async (t) => {
    const [code, lines] = await run(command, ['--quick'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing' })
    t.is(code, 2)
    t.regex(lines, /^Unknown argument --quick\.\nnpm run [\w:]+/)
  })
}

test('a command whose output is not read finishes without an error', async (t) => {
  const child = spawn(process.execPath, [programOf('doctor')], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  t.is(errors, '')
  t.is(code, 0)
})
