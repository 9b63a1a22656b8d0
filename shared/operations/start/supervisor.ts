/** Everything on one machine: database, migrations, first workspace, API and workers, under one process that stops them in order. */
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../kernel/config.js'
import { connectRedis } from '../../kernel/redis.js'
import { StartRefusal } from '../../kernel/start-refusal.js'
import { seconds } from '../../kernel/time.js'
import type { Credentials } from '../../kernel/credentials.js'
import { openDatabaseServer } from './database-server.js'
import { keepRunning, type KeptProcess } from './kept-process.js'
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
  let childEnv: NodeJS.ProcessEnv = {}
  const running: { api?: KeptProcess; workers?: KeptProcess; database?: { stop(): Promise<void> } } = {}

  async function start(): Promise<Credentials | undefined> {
    await requireFreePort(config)
    if (config.redisUrl) await requireRedis(config.redisUrl)
    const database = await openDatabaseServer(config, report)
    running.database = database
    if (stopping) return undefined
    childEnv = { ...env, DATA_DIR: config.dataDir, DATABASE_URL: database.url }
    const { credentials } = await prepareApart(childEnv)
    if (stopping) return undefined
    running.workers = keepRunning({ name: 'worker', file: `${programs}workers/main.js`, env: childEnv }, report)
    running.api = keepRunning({ name: 'API', file: `${programs}api/main.js`, env: childEnv }, report)
    await bothReady(running.api, running.workers)
    await untilReady(config)
    return credentials
  }

  async function stopAll(): Promise<void> {
    await running.api?.stop()
    await running.workers?.stop()
    await running.database?.stop()
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
      await prepareApart(childEnv)
      if (!stopping) await Promise.all([running.api?.restart(), running.workers?.restart()])
    },
    async stop() {
      stopping = true
      await stopAll()
      await started
      await stopAll() // what the start opened meanwhile
    },
    kill() {
      running.api?.kill()
      running.workers?.kill()
    },
  }
}

async function requireRedis(url: string): Promise<void> {
  const redis = await connectRedis(url, {}, () => undefined)
  redis.disconnect()
}

/** Whichever refuses first is the reason; the other one's refusal is most likely the same and is not said again. */
async function bothReady(...processes: KeptProcess[]): Promise<void> {
  await Promise.all(processes.map((one) => one.ready))
}

async function untilReady({ host, port }: Config): Promise<void> {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  const address = `http://${name.includes(':') ? `[${name}]` : name}:${port}/ready`
  for (const end = Date.now() + seconds(30); Date.now() < end; await sleep(50)) {
    const answer = await fetch(address).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new StartRefusal(`The API does not become ready: ${address} says why.`)
}
