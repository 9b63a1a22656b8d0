/**
 * What a process holds open: database, queues, short-lived store, rate limits, the client for addresses outside. Opened once, closed in
 * reverse.
 */
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
import { openVault, type Vault } from './vault.js'

export interface Resources {
  config: Config
  database: Database
  queues: Queues
  store: ShortLivedStore
  rateLimits: RateLimits
  guardedClient: GuardedClient
  vault: Vault
  close(): Promise<void>
}

export interface ResourcesOptions {
  config: Config
  log: Log
  entities: EntitySchema<any>[]
  consumes: boolean
  connections?: number
  /** Milliseconds that a request waits for the counter of requests, and work for a connection. */
  patience?: number
}

/** Throws `ConfigError` when a server does not answer; what was opened before is closed again. */
export async function openResources({ config, log, entities, consumes, connections, patience }: ResourcesOptions): Promise<Resources> {
  const opened: { close(): Promise<void> }[] = []
  const keep = <Part extends { close(): Promise<void> }>(part: Part): Part => (opened.unshift(part), part)
  const close = async () => {
    for (const part of opened.splice(0)) await part.close()
  }
  const onError = throttled((error) => log.warn({ err: error }, 'a connection failed and is being retried'))
  try {
    const vault = openVault(config.encryptionKeys)
    const database = keep(await openDatabase({ url: requireDatabaseUrl(config), entities, onError, connections, patience }))
    const store = keep(
      config.redisUrl ? await redisStore(config.redisUrl, config.redisPrefix, onError) : postgresStore(database.pool, onError),
    )
    const rateLimits = keep(openRateLimits(config, database.pool, onError, patience))
    const queues = keep(await openQueues(config, { consumes, onError }))
    if (!config.smtpUrl) log.info({ folder: `${config.dataDir}/outbox` }, 'SMTP_URL is not set: letters become files')
    if (config.allowPrivateTargets)
      log.warn('ALLOW_PRIVATE_TARGETS is on: whoever may name an address can reach this machine and its network')
    const guardedClient = keep(
      openGuardedClient({ allowPrivateTargets: config.allowPrivateTargets, userAgent: `Tributary (+${config.baseUrl})` }),
    )
    return { config, database, queues, store, rateLimits, guardedClient, vault, close }
  } catch (error) {
    await close()
    throw error
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
