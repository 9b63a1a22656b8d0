/** What a process holds open: database, queues, short-lived store, rate limits, the client for addresses outside. Opened once, closed in reverse. */
import type { EntitySchema } from '@mikro-orm/postgresql'
import { requireDatabaseUrl, type Config } from './config.js'
import { openDatabase, type Database } from './database.js'
import { type GuardedClient, openGuardedClient } from './guarded-client.js'
import type { Log } from './log.js'
import { openQueues, type Queues } from './queues.js'
import { openRateLimits, type RateLimits } from './rate-limits.js'
import { postgresStore } from './store/postgres.js'
import { redisStore } from './store/redis.js'
import type { ShortLivedStore } from './store/store.js'

export interface Resources {
  config: Config
  database: Database
  queues: Queues
  store: ShortLivedStore
  rateLimits: RateLimits
  guardedClient: GuardedClient
  close(): Promise<void>
}

export interface ResourcesOptions {
  config: Config
  log: Log
  entities: EntitySchema<any>[]
  consumes: boolean
  connections?: number
}

export async function openResources({ config, log, entities, consumes, connections }: ResourcesOptions): Promise<Resources> {
  const onError = throttled((error) => log.warn({ err: error }, 'a connection failed and is being retried'))
  const database = await openDatabase({ url: requireDatabaseUrl(config), entities, onError, ...(connections ? { connections } : {}) })
  const queues = await openQueues(config, { consumes, onError })
  const store = config.redisUrl ? await redisStore(config.redisUrl, config.redisPrefix, onError) : postgresStore(database.pool, onError)
  const rateLimits = openRateLimits(config, database.pool, onError)
  if (config.allowPrivateTargets) log.warn('ALLOW_PRIVATE_TARGETS is on: whoever may name an address can reach this machine and its network')
  const guardedClient = openGuardedClient({ allowPrivateTargets: config.allowPrivateTargets, userAgent: `Tributary (+${config.baseUrl})` })
  return {
    config,
    database,
    queues,
    store,
    rateLimits,
    guardedClient,
    async close() {
      await guardedClient.close()
      await queues.close()
      await rateLimits.close()
      await store.close()
      await database.close()
    },
  }
}

// A lost server makes every pool report at every retry; one line a second says as much.
function throttled(report: (error: Error) => void): (error: Error) => void {
  let last = 0
  return (error) => {
    if (Date.now() - last < 1000) return
    last = Date.now()
    report(error)
  }
}
