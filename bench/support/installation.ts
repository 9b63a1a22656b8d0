/** Benchmark environment: a database, Redis if installed, and our processes, each pinned to one core where throughput is measured. */
import { type ChildProcess, execFileSync, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashKey, newApiKey } from '../../shared/accounts/index.js'
import { entities } from '../../shared/entities.js'
import { readConfig } from '../../shared/kernel/config.js'
import { type Database, openDatabase } from '../../shared/kernel/db/database.js'
import { migrate } from '../../shared/kernel/db/migrate.js'
import { newId } from '../../shared/kernel/ids.js'
import { memoryEnv } from '../../shared/kernel/memory-env.js'
import { bootstrap } from '../../shared/supervisor/bootstrap.js'
import { startEmbeddedPostgres } from '../../shared/supervisor/embedded-postgres.js'
import { formatResult, type Result } from './results.js'

export type Mode = 'redis' | 'postgres'

export interface Installation {
  env: Record<string, string>
  databaseUrl: string
  apiKey: string
  /** Equal keys of the workspace, with that one: each may send a limited number of requests per second. */
  apiKeys: string[]
  /** Starts one of our programs on one core, or on all as in production. Resolves when it listens. */
  start(program: string, core: number | 'any', env?: Record<string, string>): Promise<ChildProcess>
  stop(child: ChildProcess): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a migrated and bootstrapped installation with only its servers running. Its data is deleted on close, unless `BENCH_DATA` names a
 * directory to keep it.
 */
export async function openInstallation(mode: Mode, settings: Record<string, string | number> = {}): Promise<Installation> {
  const dataDirectory = process.env.BENCH_DATA
  const directory = dataDirectory ?? (await mkdtemp(join(tmpdir(), 'tributary-bench-')))
  const postgres = await startEmbeddedPostgres({ directory: join(directory, 'postgres'), settings })
  const redis = mode === 'redis' ? await startRedis(directory) : null
  const port = String(await freePort())
  const env = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    DATABASE_URL: postgres.url,
    DATA_DIR: directory,
    PORT: port,
    BASE_URL: `http://127.0.0.1:${port}`,
    HOST: '127.0.0.1',
    ...(redis ? { REDIS_URL: redis.url } : {}),
  }
  await migrate(postgres.url)
  const database = await openDatabase({ url: postgres.url, entities })
  const { apiKey = '' } = await bootstrap(database, readConfig(env)) // known, because the database is new
  const apiKeys = [apiKey, ...(await addKeys(database, apiKey, 4))]
  await database.close()
  const children = new Set<ChildProcess>()
  const stop = async (child: ChildProcess) => {
    children.delete(child)
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
  }
  const close = async () => {
    process.off('SIGTERM', endProcess)
    await Promise.all([...children].map(stop))
    redis?.process.kill('SIGKILL')
    await postgres.stop()
    if (!dataDirectory) await rm(directory, { recursive: true, force: true })
  }
  // A benchmark that is stopped leaves no servers behind.
  const endProcess = () => void close().finally(() => process.exit(1))
  process.once('SIGTERM', endProcess)
  return {
    env,
    databaseUrl: postgres.url,
    apiKey,
    apiKeys,
    async start(program, core, extraEnv = {}) {
      const options: SpawnOptions = {
        env: memoryEnv({ ...process.env, ...env, ...extraEnv }),
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      }
      const args = [program]
      const child =
        core === 'any' ? spawn(process.execPath, args, options) : spawn('taskset', ['-c', String(core), process.execPath, ...args], options)
      children.add(child)
      await Promise.race([once(child, 'message'), once(child, 'exit').then(() => Promise.reject(new Error(`${program} did not start`)))])
      return child
    },
    stop,
    close,
  }
}

async function addKeys({ pool }: Database, apiKey: string, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, newApiKey)
  const values = [hashKey(apiKey), JSON.stringify(keys.map((key) => ({ id: newId('token_'), hashed_key: hashKey(key) })))]
  await pool.query(
    `insert into tokens select copy.* from tokens, jsonb_array_elements($2::jsonb) as changed,
       jsonb_populate_record(tokens, changed) as copy where tokens.hashed_key = $1`,
    values,
  )
  return keys
}

/** Persistence as in production: every write is appended to a file that is synced once a second. */
async function startRedis(directory: string) {
  const port = await freePort()
  const server = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--appendonly', 'yes', '--appendfsync', 'everysec', '--save', ''],
    { stdio: 'ignore' },
  )
  await once(server, 'spawn')
  return { url: `redis://127.0.0.1:${port}`, process: server }
}

/** Whether a program is installed, so that a benchmark can report what it needs instead of failing. */
export function hasProgram(name: string): boolean {
  try {
    execFileSync('which', [name], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

export const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** Prints one line of the report, and sends it to the run of all benchmarks, if there is one. */
export function report(what: string, ours: string, baseline: string, ratio: number, target: string): void {
  const result: Result = { what, ours, baseline, ratio: Number.isFinite(ratio) ? ratio : null, target }
  console.log(formatResult(result))
  process.send?.(result)
}

/** Reports the CPU time of each of the processes between two readings, divided by what they did meanwhile. */
export function reportCpu(what: string, before: readonly number[], after: readonly number[], times: number): void {
  const each = after.map((one, at) => (one - (before[at] ?? 0)) / times)
  report(
    what,
    each.map((one) => one.toFixed(0)).join(' / '),
    '',
    each.reduce((sum, one) => sum + one, 0),
    'total',
  )
}
