/** Connections of a process: database, queues, short-lived store, rate limits, HTTP client. Opened once, closed in reverse order. */
import type { EntitySchema } from '@mikro-orm/postgresql'
import { requireClickHouseAddress } from './clickhouse-address.queries.js'
import { requireDatabaseUrl, type Config } from './config.js'
import { connectionErrorLogger } from './connection-errors.js'
import { openDatabase, type Database } from './db/database.js'
import { requireMigrated } from './db/migrate.js'
import { openReplica } from './db/replica.js'
import { requireEncryptionKeys } from './encryption-keys.js'
import { type GuardedClient, openGuardedClient } from './http-client/guarded-client.js'
import type { Log } from './log.js'
import { openQueues, type Queues } from './queue/queues.js'
import { postgresStore } from './store/postgres-store.js'
import { openRateLimits, type RateLimits } from './store/rate-limits.js'
import { redisStore } from './store/redis-store.js'
import type { ShortLivedStore } from './store/short-lived-store.js'
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
  /** How long callers wait for the rate limit counter and for a database connection. */
  timeoutMs?: number
}

/**
 * Opens all connections. When a server does not answer, the database is not migrated or its events are elsewhere, closes those already open
 * and throws `StartupError`.
 */
export async function openResources({ config, log, entities, consumes, connections, timeoutMs }: ResourcesOptions): Promise<Resources> {
  const opened: { close(): Promise<void> }[] = []
  const track = <Part extends { close(): Promise<void> }>(part: Part): Part => (opened.unshift(part), part)
  const close = async () => {
    for (const part of opened.splice(0)) await part.close()
  }
  const onError = connectionErrorLogger(log)
  try {
    const vault = openVault(config.encryptionKeys)
    const database = track(
      await openDatabase({ url: requireDatabaseUrl(config), entities, onError, connections, connectionTimeoutMs: timeoutMs }),
    )
    await requireMigrated(database.pool)
    await requireClickHouseAddress(database.pool, config)
    await requireEncryptionKeys(database.pool, vault)
    const url = config.databaseReplicaUrl
    if (url) track(openReplica(database.pool, { url, log, connections, onError }))
    const store = track(
      config.redisUrl ? await redisStore(config.redisUrl, config.redisPrefix, onError) : postgresStore(database.pool, onError),
    )
    const rateLimits = track(openRateLimits(config, database.pool, onError, timeoutMs))
    const queues = track(await openQueues(config, { consumes, onError }))
    if (!config.smtpUrl) log.info({ folder: `${config.dataDir}/outbox` }, 'SMTP_URL is not set, writing emails to files')
    if (config.allowPrivateTargets) log.warn('ALLOW_PRIVATE_TARGETS is on: users can make this server request addresses of its own network')
    const guardedClient = track(
      openGuardedClient({ allowPrivateTargets: config.allowPrivateTargets, userAgent: `Tributary (+${config.baseUrl})` }),
    )
    return { config, database, queues, store, rateLimits, guardedClient, vault, close }
  } catch (error) {
    await close()
    throw error
  }
}
