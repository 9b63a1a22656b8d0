/** Everything on one machine: database, migrations, first workspace, API and workers, under one process that stops them in order. */
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../kernel/config.js'
import { StartRefusal } from '../../kernel/start-refusal.js'
import { seconds } from '../../kernel/time.js'
import type { Credentials } from '../../kernel/credentials.js'
import { type DatabaseServer, openDatabaseServer } from './database-server.js'
import { keepRunning, type KeptProcess } from './kept-process.js'
import type { Prepared } from './prepare.js'
import { prepareApart } from './prepare-apart.js'
import { requireFreePort } from './require-free-port.js'

export interface Supervisor {
  /** Resolves when everything serves, with the keys; with nothing when it was stopped before. Throws `StartRefusal`. */
  start(): Promise<Credentials | undefined>
  /** Takes over changed code: migrations, then new processes. */
  restart(): Promise<void>
  /** The API drains first, then the workers, then the database goes; resolves when no process is left. */
  stop(): Promise<void>
  /** The same at once, whatever is in hand. */
  kill(): void
}

const programs = fileURLToPath(new URL('../../../', import.meta.url))

export function supervisor(config: Config, env: NodeJS.ProcessEnv, report: (line: string) => void): Supervisor {
  let stopping = false
  let started: Promise<unknown> = Promise.resolve()
  const running: { api?: KeptProcess; workers?: KeptProcess; prepared?: Promise<Prepared>; database?: Promise<DatabaseServer> } = {}

  async function start(): Promise<Credentials | undefined> {
    await requireFreePort(config)
    if (config.redisUrl) await requireRedis(config.redisUrl)
    if (stopping) return undefined
    // Beside one another: loading a process's modules takes far longer than what it then does, and needs no database.
    running.database = openDatabaseServer(config, report)
    running.prepared = prepareApart(env, address())
    const rest = running.prepared.then(address)
    running.workers = keepRunning({ name: 'worker', file: `${programs}workers/main.js`, env, rest }, report)
    running.api = keepRunning({ name: 'API', file: `${programs}api/main.js`, env, rest }, report)
    // Whichever refuses first is the reason; the others' refusals are most likely the same and are not said again.
    const [{ credentials }] = await Promise.all([running.prepared, running.api.ready, running.workers.ready])
    await untilReady(config, () => stopping)
    return credentials
  }

  async function address(): Promise<NodeJS.ProcessEnv> {
    const database = await running.database
    return { DATA_DIR: config.dataDir, DATABASE_URL: database?.url }
  }

  async function stopAll(): Promise<void> {
    await running.api?.stop()
    await running.workers?.stop()
    await running.prepared?.catch(() => undefined)
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
      await prepareApart(env, address())
      if (!stopping) await Promise.all([running.api?.restart(), running.workers?.restart()])
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
  const { connectRedis } = await import('../../kernel/redis.js') // most starts need none
  const redis = await connectRedis(url, {}, () => undefined)
  redis.disconnect()
}

async function untilReady({ host, port }: Config, givenUp: () => boolean): Promise<void> {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  const address = `http://${name.includes(':') ? `[${name}]` : name}:${port}/ready`
  for (const end = Date.now() + seconds(30); Date.now() < end && !givenUp(); await sleep(20)) {
    const answer = await fetch(address).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new StartRefusal(`The API does not become ready: ${address} says why.`)
}
