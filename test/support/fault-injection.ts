/** An installation whose processes are killed while it is under load. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { Credentials } from '../../shared/kernel/credentials.js'
import { openPool } from '../../shared/kernel/db/pool.js'
import { startEmbeddedPostgres } from '../../shared/supervisor/embedded-postgres.js'
import { freePort, startInstallation, type Installation } from './installation.js'
import { startRedisServer } from './redis-server.js'

export interface DisposableInstallation {
  installation: Installation
  apiKey: string
  adminApiKey: string
  /** Kills the process whose command contains the text. */
  kill(command: string): void
  /** Does nothing when the queues are in PostgreSQL. */
  restartRedis(): Promise<void>
  /** A connection pool to its database. */
  openPool(): Promise<pg.Pool>
  end(): Promise<void>
}

export async function disposableInstallation(env: Record<string, string> = {}): Promise<DisposableInstallation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-endangered-'))
  const redis = process.env.REDIS_URL ? await startRedisServer(dataDir) : undefined
  const installation = startInstallation(dataDir, await freePort(), { ...env, ...(redis ? { REDIS_URL: redis.url } : {}) })
  await installation.ready
  const { apiKey, adminApiKey } = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')) as Credentials
  return {
    installation,
    apiKey,
    adminApiKey,
    kill(text) {
      const pid = installation.processes().find(({ command }) => command.includes(text))?.pid
      if (pid) process.kill(pid, 'SIGKILL')
    },
    restartRedis: async () => redis?.restart(),
    async openPool() {
      const { url } = await startEmbeddedPostgres({ directory: join(dataDir, 'postgres') })
      return openPool({ connectionString: url, max: 2 }, () => undefined)
    },
    async end() {
      await installation.stop()
      await redis?.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Runs each fault once, when the amount of completed work reaches its threshold. */
export function scheduleFaults(faults: readonly [threshold: number, inject: () => unknown][]) {
  const pending = new Map(faults)
  const injected: Promise<unknown>[] = []
  return {
    reached(done: number): void {
      for (const [threshold, inject] of pending) {
        if (done < threshold) continue
        pending.delete(threshold)
        injected.push(Promise.resolve(inject()))
      }
    },
    completed: () => Promise.all(injected),
  }
}
