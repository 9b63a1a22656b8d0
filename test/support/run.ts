/**
 * `npm test`: starts one PostgreSQL for the run, migrates a template database, then runs AVA.
 *
 * ```sh
 * npm test # everything
 * TEST_COVERAGE=1 npm test # with coverage, which takes a tenth more time
 * npm test -- test/shared/links # one folder
 * npm test -- test/api/app.test.ts -m '*health*' # some tests of one file
 * ```
 *
 * TEST_DATABASE_URL selects a server instead of the embedded one; TEST_REDIS_URL enables Redis mode. TEST_CLICKHOUSE=1 keeps the events of
 * every test in ClickHouse.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { migrate } from '../../shared/kernel/db/migrate.js'
import { startEmbeddedPostgres } from '../../shared/supervisor/embedded-postgres.js'
import { startClickHouse } from './clickhouse-server.js'
import { onServer, withDatabase } from './database.js'

const top = fileURLToPath(new URL('../../../', import.meta.url))
const names = process.argv.slice(2)
/** Loading modules one by one takes most of the time of a short file. Bundling all of them takes as long as that of some files. */
const isBundled = !process.env.TEST_COVERAGE && (names.length > 5 || !names.some((name) => name.endsWith('.test.ts')))
const folder = isBundled ? 'dist/bundled-tests/' : 'dist/test/'
const args = names.map((name) => name.replace(/^(\.\/)?test\//, folder).replace(/\.test\.ts$/, '.test.js'))

// AVA receives the terminal's interrupt too. The runner stays until AVA has exited, to clean up.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)

const server = process.env.TEST_DATABASE_URL ? { url: process.env.TEST_DATABASE_URL, stop: async () => undefined } : await temporaryServer()
try {
  process.exitCode = await withTemplate(server.url, (template) =>
    withClickHouse((clickHouse) => runAva({ TEST_DATABASE_URL: server.url, TEST_DATABASE_TEMPLATE: template, ...clickHouse })),
  )
} finally {
  await server.stop()
}

/** Durability is off, because the data is temporary. */
async function temporaryServer() {
  const directory = await mkdtemp(join(await serverFolder(), 'tributary-tests-'))
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_wal_size: '256MB',
    max_connections: 400,
    autovacuum: 'off',
  }
  const { url, stop } = await startEmbeddedPostgres({ directory, settings })
  return {
    url,
    async stop() {
      await stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** In memory where there is plenty: cloning and dropping some hundred databases takes a sixth of the suite's time on a disk. */
async function serverFolder(): Promise<string> {
  const enough = 4 * 1024 ** 3
  const memory = await statfs('/dev/shm').catch(() => null)
  return memory && memory.bavail * memory.bsize > enough && freemem() > enough ? '/dev/shm' : tmpdir()
}

/** Creates the migrated template that test files clone, and drops it afterwards. */
async function withTemplate(serverUrl: string, use: (template: string) => Promise<number>): Promise<number> {
  const template = `test_template_${randomBytes(4).toString('hex')}`
  await onServer(serverUrl, `create database ${template}`)
  try {
    await migrate(withDatabase(serverUrl, template))
    return await use(template)
  } finally {
    await onServer(serverUrl, `drop database if exists ${template} with (force)`)
  }
}

/** Starts one engine for all tests, if their events are to be in ClickHouse. */
async function withClickHouse(use: (env: Record<string, string>) => Promise<number>): Promise<number> {
  if (!process.env.TEST_CLICKHOUSE) return use({})
  const directory = await mkdtemp(join(await serverFolder(), 'tributary-clickhouse-'))
  const clickHouse = await startClickHouse(directory)
  try {
    return await use({ TEST_CLICKHOUSE_URL: clickHouse.url })
  } finally {
    await clickHouse.stop('SIGKILL')
    await rm(directory, { recursive: true, force: true })
  }
}

/** Runs AVA, with a coverage report if TEST_COVERAGE is set. */
async function runAva(database: Record<string, string>): Promise<number> {
  const { REDIS_URL: _, ...env } = process.env
  const redis: Record<string, string> = env.TEST_REDIS_URL ? { REDIS_URL: env.TEST_REDIS_URL } : {}
  const ava = [join(top, 'node_modules/ava/entrypoints/cli.mjs'), ...args]
  if (!env.TEST_COVERAGE) return run(ava, { ...env, ...database, ...redis, ...(await bundled()) })
  const folder = await mkdtemp(join(tmpdir(), 'tributary-coverage-'))
  try {
    const code = await run(ava, { ...env, ...database, ...redis, TEST_COVERAGE_FOLDER: folder })
    return (
      (await run([join(top, 'node_modules/c8/bin/c8.js'), 'report', `--temp-directory=${folder}`, '--reporter=text-summary'], env)) || code
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function bundled(): Promise<Record<string, string>> {
  if (!isBundled) return {}
  const { bundleTests } = await import(pathToFileURL(join(top, '.ci/bundle-tests.mjs')).href)
  await bundleTests(join(top, 'dist'))
  return {
    TEST_BUNDLED: '1',
    // Node 22 and later keep compiled code there, for the threads and programs after the first: a fifth less CPU time for files that use the API.
    NODE_COMPILE_CACHE: join(top, 'dist/bundled-tests/compile-cache'),
    // MikroORM compares its version with those of its packages, and reads its own from a file that is not in the bundle.
    MIKRO_ORM_ALLOW_VERSION_MISMATCH: '1',
  }
}

function run(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: top, stdio: 'inherit', env })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}
