import { setTimeout as sleep } from 'node:timers/promises'
/** Everything on one machine: database, migrations, first workspace, API and workers, under one process that stops them in order. */
import { fileURLToPath } from 'node:url'
import type { Config } from '../../kernel/config.js'
import type { Credentials } from '../../kernel/credentials.js'
import { StartRefusal } from '../../kernel/start-refusal.js'
import { seconds } from '../../kernel/time.js'
import { type DatabaseServer, openDatabaseServer } from './database-server.js'
import { keepRunning, type KeptProcess } from './kept-process.js'
import type { Prepared } from './prepare.js'
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
  const running: { api?: KeptProcess; workers?: KeptProcess; database?: Promise<DatabaseServer> } = {}

  async function start(): Promise<Credentials | undefined> {
    await requireFreePort(config)
    if (config.redisUrl) await requireRedis(config.redisUrl)
    if (stopping) return undefined
    // Beside one another: loading a process's modules takes far longer than what it then does, and needs no database.
    running.database = openDatabaseServer(config, report)
    const address = running.database.then(({ url }) => ({ DATA_DIR: config.dataDir, DATABASE_URL: url }))
    const prepared = new Promise<Prepared>((resolve) => {
      const hear = (message: unknown) => resolve(message as Prepared)
      running.workers = keepRunning(
        {
          name: 'worker',
          file: `${programs}shared/operations/commands/prepare-and-go-on.js`,
          args: [`${programs}workers/main.js`],
          env,
          rest: address,
          hear,
        },
        report,
      )
    })
    running.api = keepRunning({ name: 'API', file: `${programs}api/main.js`, env, rest: prepared.then(() => address) }, report)
    // Whichever refuses first is the reason; the others' refusals are most likely the same and are not said again.
    const [, , { credentials }] = await Promise.all([address, running.workers?.ready, prepared, running.api.ready])
    await untilReady(config, () => stopping)
    return credentials
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
