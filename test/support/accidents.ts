/** An installation of a test file's own whose processes die while it is used. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Credentials } from '../../shared/kernel/credentials.js'
import { startEmbeddedPostgres } from '../../shared/kernel/embedded-postgres.js'
import { freePort, install, type Installation } from './installation.js'
import { ownRedis } from './own-redis.js'

export interface Endangered {
  installation: Installation
  apiKey: string
  /** Kills the member of the family whose command holds the word. */
  kill(word: string): void
  /** Nothing where queues lie in PostgreSQL. */
  restartRedis(): Promise<void>
  /** Its database, beside it. */
  openPool(): Promise<pg.Pool>
  end(): Promise<void>
}

export async function endangered(env: Record<string, string> = {}): Promise<Endangered> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-endangered-'))
  const redis = process.env.REDIS_URL ? await ownRedis(dataDir) : undefined
  const installation = install(dataDir, await freePort(), { ...env, ...(redis ? { REDIS_URL: redis.url } : {}) })
  await installation.ready
  const { apiKey } = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')) as Credentials
  return {
    installation,
    apiKey,
    kill(word) {
      const pid = installation.family().find(({ command }) => command.includes(word))?.pid
      if (pid) process.kill(pid, 'SIGKILL')
    },
    restartRedis: async () => redis?.restart(),
    async openPool() {
      const { url } = await startEmbeddedPostgres({ directory: join(dataDir, 'postgres') })
      return new pg.Pool({ connectionString: url, max: 2 })
    },
    async end() {
      await installation.end()
      await redis?.end()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Things that happen once each, when so much has been done. */
export function accidents(list: readonly [when: number, happen: () => unknown][]) {
  const waiting = new Map(list)
  const happened: Promise<unknown>[] = []
  return {
    reached(done: number): void {
      for (const [when, happen] of waiting) {
        if (done < when) continue
        waiting.delete(when)
        happened.push(Promise.resolve(happen()))
      }
    },
    over: () => Promise.all(happened),
  }
}
