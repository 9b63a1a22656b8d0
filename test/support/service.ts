/** Opens the resources of the service over a separate database, and over Redis when REDIS_URL is set. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { type ClickHouse, clickHouseOf } from '../../shared/clickhouse/index.js'
import { entities } from '../../shared/entities.js'
import { type Config, readConfig } from '../../shared/kernel/config.js'
import { openLog } from '../../shared/kernel/log.js'
import { openResources, type Resources } from '../../shared/kernel/resources.js'
import { minutes } from '../../shared/kernel/time.js'
import { testDatabase } from './database.js'
import { clickHouseByPool } from './events.js'
import { makers } from './make.js'

export const silentLog = openLog('silent', 'test')

/** Long, because the tests of a file run concurrently: none may fail or pass because a connection or counter was slow. */
export const testTimeoutMs = minutes(1)

export interface TestService {
  config: Config
  resources: Resources
  make: ReturnType<typeof makers>
  /** Closes the resources and deletes the test data. */
  close(): Promise<void>
}

/** `env` overrides configuration keys, like environment variables. */
export async function testService(env: Record<string, string> = {}): Promise<TestService> {
  const { config, release } = await testConfig(env)
  const resources = await openResources({ config, log: silentLog, entities, consumes: true, connections: 5, timeoutMs: testTimeoutMs })
  const clickHouse = await keepEventsInClickHouse(config, resources.database.pool)
  return {
    config,
    resources,
    make: makers(resources.database),
    async close() {
      await resources.close()
      await clickHouse?.close()
      await release()
    },
  }
}

/** False if TEST_CLICKHOUSE keeps events in ClickHouse: for tests about rollups and the dictionary, which only PostgreSQL has. */
export const eventsInPostgres = !process.env.TEST_CLICKHOUSE_URL

/** Decides for ClickHouse, if it is configured, before a test stores events. */
export async function keepEventsInClickHouse(config: Config, pool: Pool): Promise<ClickHouse | undefined> {
  const clickHouse = clickHouseOf(config)
  if (!clickHouse) return undefined
  clickHouseByPool.set(pool, clickHouse)
  await pool.query(`insert into event_store (name) values ('clickhouse') on conflict do nothing`)
  return clickHouse
}

/** A closed port: DNS queries of tests without a DNS server fail at once. */
const closedPort = '127.0.0.1:9'

/** A configuration with a new database and data directory, for tests that start processes themselves. */
export async function testConfig(
  env: Record<string, string> = {},
): Promise<{ config: Config; env: Record<string, string>; release(): Promise<void> }> {
  const database = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-test-'))
  const redis: Record<string, string> = process.env.REDIS_URL
    ? { REDIS_URL: process.env.REDIS_URL, REDIS_PREFIX: randomBytes(4).toString('hex') }
    : {}
  const clickHouse: Record<string, string> = process.env.TEST_CLICKHOUSE_URL
    ? { CLICKHOUSE_URL: process.env.TEST_CLICKHOUSE_URL, CLICKHOUSE_DATABASE: `test_${randomBytes(8).toString('hex')}` }
    : {}
  const fullEnv = {
    NODE_ENV: 'test',
    DNS_SERVERS: closedPort,
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    ADMIN_API_KEY: 'admin-key-of-the-tests',
    CRON_SECRET: 'cron-secret-of-the-tests',
    ENCRYPTION_KEY: 'encryption-key-of-the-tests',
    ...redis,
    ...clickHouse,
    ...env,
  }
  return {
    config: readConfig(fullEnv),
    env: fullEnv,
    async release() {
      await rm(dataDir, { recursive: true, force: true })
      await database.drop()
    },
  }
}
