/** Runs database, migrations, bootstrap, API and workers on one machine, under one process that stops them in order. */
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Config } from '../kernel/config.js'
import { StartupError } from '../kernel/startup-error.js'
import { seconds } from '../kernel/time.js'
import { type DatabaseServer, openDatabaseServer } from './database-server.js'
import { type ManagedProcess, startManagedProcess } from './managed-process.js'
import type { Prepared } from './prepare.js'
import { requireFreePort } from './require-free-port.js'

export interface Supervisor {
  /** Resolves with what was prepared when all processes are ready, or with undefined when stopped before. Throws `StartupError`. */
  start(): Promise<Prepared | undefined>
  /** Loads changed code: runs migrations, then replaces the processes. */
  restart(): Promise<void>
  /** Drains the API, then the workers, then stops the database. Resolves when all processes have exited. */
  stop(): Promise<void>
  /** Kills all processes. */
  kill(): void
}

const dist = fileURLToPath(new URL('../../', import.meta.url))

/** Runs the migrations before it becomes the worker. */
const workerProcess = {
  name: 'worker',
  file: `${dist}shared/supervisor/commands/prepare-and-run.js`,
  args: [`${dist}workers/main.js`],
}

export function supervisor(config: Config, env: NodeJS.ProcessEnv, log: (line: string) => void): Supervisor {
  let stopping = false
  let started: Promise<unknown> = Promise.resolve()
  const running: { api?: ManagedProcess; workers?: ManagedProcess; database?: Promise<DatabaseServer> } = {}

  async function start(): Promise<Prepared | undefined> {
    await requireFreePort(config)
    if (config.redisUrl) await requireRedis(config.redisUrl)
    if (stopping) return undefined
    // Started in parallel: loading modules takes most of a process's start and needs no database.
    running.database = openDatabaseServer(config, log)
    // The URL contains the password.
    const databaseEnv = running.database.then(({ url }) => ({ DATA_DIR: config.dataDir, DATABASE_URL: url, DATABASE_PASSWORD: '' }))
    const prepared = new Promise<Prepared>((resolve) => {
      const onMessage = (message: unknown) => resolve(message as Prepared)
      // The API serves the metrics address: its metrics include the queues.
      const workerEnv = { ...env, METRICS_ADDRESS: '' }
      running.workers = startManagedProcess({ ...workerProcess, env: workerEnv, deferredEnv: databaseEnv, onMessage }, log)
    })
    running.api = startManagedProcess({ name: 'API', file: `${dist}api/main.js`, env, deferredEnv: prepared.then(() => databaseEnv) }, log)
    // The first failure is reported; the others most likely have the same cause.
    const [, , result] = await Promise.all([databaseEnv, running.workers?.ready, prepared, running.api.ready])
    await waitUntilReady(config, () => stopping)
    return result
  }

  async function stopAll(): Promise<void> {
    await running.api?.stop()
    await running.workers?.stop()
    const database = await running.database?.catch(() => undefined)
    await database?.stop()
  }

  return {
    async start() {
      const starting = start()
      started = starting.catch(() => undefined)
      try {
        return await starting
      } catch (error) {
        if (stopping) return undefined
        stopping = true
        await stopAll()
        throw error
      }
    },
    async restart() {
      await running.workers?.restart()
      await running.api?.restart()
    },
    async stop() {
      stopping = true
      await stopAll()
      await started
    },
    kill() {
      running.api?.kill()
      running.workers?.kill()
    },
  }
}

async function requireRedis(url: string): Promise<void> {
  const { connectRedis } = await import('../kernel/store/connect-redis.js') // loaded only when needed
  const redis = await connectRedis(url, {}, () => undefined)
  redis.disconnect()
}

async function waitUntilReady({ host, port }: Config, isCancelled: () => boolean): Promise<void> {
  const hostName = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  const url = `http://${hostName.includes(':') ? `[${hostName}]` : hostName}:${port}/ready`
  for (const end = performance.now() + seconds(30); performance.now() < end && !isCancelled(); await sleep(20)) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
  }
  throw new StartupError(`The API did not become ready. See ${url} for the reason.`)
}
