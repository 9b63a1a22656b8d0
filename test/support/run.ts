/**
 * `npm test`: one PostgreSQL for the whole run, one migrated template in it, then AVA with whatever was asked for.
 *
 * ```sh
 * npm test # everything, with coverage (without it in Redis mode)
 * npm test -- test/shared/links # one folder
 * npm test -- test/api/app.test.ts -m '*health*' # one file, some titles
 * ```
 *
 * TEST_DATABASE_URL names a server to use instead of the embedded one; TEST_REDIS_URL switches to Redis mode.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '../../shared/kernel/embedded-postgres.js'
import { migrate } from '../../shared/kernel/migrate.js'
import { onServer, withDatabase } from './database.js'

const top = fileURLToPath(new URL('../../../', import.meta.url))
const asked = process.argv.slice(2).map((word) => word.replace(/^(\.\/)?test\//, 'dist/test/').replace(/\.test\.ts$/, '.test.js'))

// The terminal's interrupt reaches AVA as well; the runner only has to stay until AVA has ended, to clean up.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)

const server = process.env.TEST_DATABASE_URL ? { url: process.env.TEST_DATABASE_URL, stop: async () => undefined } : await throwawayServer()
try {
  process.exitCode = await inTemplate(server.url, (template) => runAva({ TEST_DATABASE_URL: server.url, TEST_DATABASE_TEMPLATE: template }))
} finally {
  await server.stop()
}

/** Nothing in it must survive the machine, so nothing waits for the disk. */
async function throwawayServer() {
  const directory = await mkdtemp(join(tmpdir(), 'tributary-tests-'))
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 400, autovacuum: 'off' }
  const { url, stop } = await startEmbeddedPostgres({ directory, settings })
  return {
    url,
    async stop() {
      await stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** The migrated database that test files clone; dropped afterwards, for a server of somebody's own is used again. */
async function inTemplate(serverUrl: string, use: (template: string) => Promise<number>): Promise<number> {
  const template = `test_template_${randomBytes(4).toString('hex')}`
  await onServer(serverUrl, `create database ${template}`)
  try {
    await migrate(withDatabase(serverUrl, template))
    return await use(template)
  } finally {
    await onServer(serverUrl, `drop database if exists ${template} with (force)`)
  }
}

/** Coverage is for the whole suite, a part of it would only show what was left out; and for the pass that everybody can run. */
async function runAva(database: Record<string, string>): Promise<number> {
  const { REDIS_URL: _, ...env } = process.env
  const redis: Record<string, string> = env.TEST_REDIS_URL ? { REDIS_URL: env.TEST_REDIS_URL } : {}
  const ava = [join(top, 'node_modules/ava/entrypoints/cli.mjs'), ...asked]
  if (asked.length > 0 || env.TEST_REDIS_URL) return run(ava, { ...env, ...database, ...redis })
  const folder = await mkdtemp(join(tmpdir(), 'tributary-coverage-'))
  try {
    const code = await run(ava, { ...env, ...database, ...redis, TEST_COVERAGE: folder })
    return (
      (await run([join(top, 'node_modules/c8/bin/c8.js'), 'report', `--temp-directory=${folder}`, '--reporter=text-summary'], env)) || code
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function run(words: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, words, { cwd: top, stdio: 'inherit', env })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}
