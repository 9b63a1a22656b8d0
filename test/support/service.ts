/** The service's own resources over a database of the test's own; Redis as well in the Redis pass. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entities } from '../../shared/entities.js'
import { type Config, readConfig } from '../../shared/kernel/config.js'
import { openLog } from '../../shared/kernel/log.js'
import { openResources, type Resources } from '../../shared/kernel/resources.js'
import { minutes } from '../../shared/kernel/time.js'
import { testDatabase } from './database.js'
import { makers } from './make.js'

export const silent = openLog('silent', 'test')

/**
 * The tests of a file begin all at once: none is to be refused because the others are served first, or let in because nobody could be
 * counted.
 */
export const patience = minutes(1)

export interface TestService {
  config: Config
  resources: Resources
  make: ReturnType<typeof makers>
  /** Closes the resources and drops what the test made. */
  close(): Promise<void>
}

/** `env` overrides the configuration, key by key, as the environment would. */
export async function testService(env: Record<string, string> = {}): Promise<TestService> {
  const { config, release } = await testConfig(env)
  const resources = await openResources({ config, log: silent, entities, consumes: true, connections: 5, patience })
  return {
    config,
    resources,
    make: makers(resources.database),
    async close() {
      await resources.close()
      await release()
    },
  }
}

/** Nobody listens there: a test that asks the DNS without saying whom gets no answer, at once. */
const nowhere = '127.0.0.1:9'

/** A configuration over a fresh database and data directory, for tests that start the processes themselves. */
export async function testConfig(
  env: Record<string, string> = {},
): Promise<{ config: Config; env: Record<string, string>; release(): Promise<void> }> {
  const database = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-test-'))
  const redis: Record<string, string> = process.env.REDIS_URL
    ? { REDIS_URL: process.env.REDIS_URL, REDIS_PREFIX: randomBytes(4).toString('hex') }
    : {}
  const whole = {
    NODE_ENV: 'test',
    DNS_SERVERS: nowhere,
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    ADMIN_API_KEY: 'admin-key-of-the-tests',
    CRON_SECRET: 'cron-secret-of-the-tests',
    ENCRYPTION_KEY: 'encryption-key-of-the-tests',
    ...redis,
    ...env,
  }
  return {
    config: readConfig(whole),
    env: whole,
    async release() {
      await rm(dataDir, { recursive: true, force: true })
      await database.drop()
    },
  }
}
