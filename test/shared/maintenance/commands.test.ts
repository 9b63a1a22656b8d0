/** Commands of operators, run as processes on a real database. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { onServer, withDatabase } from '../../support/database.js'
import { testConfig } from '../../support/service.js'

const { config, env, release } = await testConfig({ BACKUP_PASSPHRASE: 'a passphrase for tests' })
const databaseUrl = config.databaseUrl as string
test.after.always(release)

/** The exit code and everything that the command prints. */
function run(command: string, args: string[] = [], changes: Record<string, string> = {}): Promise<[number, string]> {
  const program = fileURLToPath(new URL(`../../../shared/maintenance/commands/${command}.js`, import.meta.url))
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      { env: { ...process.env, ...env, ...changes } },
      (_error, stdout, stderr) => resolve([child.exitCode ?? -1, stdout + stderr]),
    )
  })
}

test('verify refuses the id of a workspace that does not exist', async (t) => {
  t.deepEqual(await run('verify', ['ws_MISTYPED']), [2, 'No workspace has the id ws_MISTYPED.\n'])
  t.is((await run('verify'))[0], 0)
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
