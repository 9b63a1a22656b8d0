/** Checks of an installation. Each answers with what it found, and with what to do if that is not good. */
import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import type { Config } from '../../kernel/config.js'
import { pendingMigrations } from '../../kernel/db/migrate.js'
import { unsupportedReason } from '../../kernel/db/supported-server.js'
import { connectRedis, evictionPolicy } from '../../kernel/store/connect-redis.js'
import { days, seconds } from '../../kernel/time.js'
import { databaseTime, hasTables, installedExtensions, lastVerification, serverFacts } from './doctor.queries.js'
import { checkDomains } from './domain-checks.js'
import { checkEvents } from './event-checks.js'
import { checkFiles } from './file-checks.js'
import { checkKeys } from './key-checks.js'
import { checkQueues } from './queue-check.js'
import { checkReplica } from './replica-check.js'

export interface Finding {
  state: 'good' | 'warning' | 'bad'
  found: string
  /** What the operator should do. */
  advice?: string
}

export interface DoctorContext {
  config: Config
  pool: pg.Pool
  now(): Date
}

export interface Check {
  name: string
  run(context: DoctorContext): Promise<Finding[]>
}

const good = (found: string): Finding => ({ state: 'good', found })
const warning = (found: string, advice: string): Finding => ({ state: 'warning', found, advice })
const bad = (found: string, advice: string): Finding => ({ state: 'bad', found, advice })

/** In the order of the output. */
export const checks: readonly Check[] = [
  { name: 'configuration', run: async ({ config }) => [addressFinding(config)] },
  { name: 'database', run: async ({ pool }) => [await databaseFinding(pool)] },
  { name: 'tables', run: async ({ pool }) => [await tablesFinding(pool)] },
  { name: 'extensions', run: async ({ pool }) => [await extensionsFinding(pool)] },
  { name: 'encryption', run: checkKeys },
  { name: 'clock', run: async (context) => [await clockFinding(context)] },
  { name: 'replica', run: checkReplica },
  { name: 'redis', run: async ({ config }) => [await redisFinding(config)] },
  { name: 'events', run: checkEvents },
  { name: 'disk', run: async ({ config }) => [await diskFinding(config)] },
  { name: 'files', run: checkFiles },
  { name: 'queue', run: checkQueues },
  { name: 'verification', run: async (context) => [await verificationFinding(context)] },
  { name: 'domains', run: checkDomains },
]

function addressFinding({ baseUrl }: Config): Finding {
  const { protocol, hostname } = new URL(baseUrl)
  if (protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1') return good(`BASE_URL is ${baseUrl}`)
  return warning(`BASE_URL is ${baseUrl}`, 'Serve it by https: session cookies and passwords cross the network unencrypted.')
}

async function databaseFinding(pool: pg.Pool): Promise<Finding> {
  const facts = await serverFacts(pool)
  if (!facts) return bad('the server describes no database', 'Check DATABASE_URL.')
  const reason = unsupportedReason(facts, facts.name)
  const found = `PostgreSQL ${facts.version}, ${facts.encoding}, collation ${facts.collation}`
  return reason === null ? good(found) : bad(found, reason)
}

async function tablesFinding(pool: pg.Pool): Promise<Finding> {
  const pending = await pendingMigrations(pool)
  if (pending.length === 0) return good('up to date')
  const found = (await hasTables(pool)) ? `pending migrations: ${pending.length}, the first is ${pending[0]}` : 'the database has no tables'
  return bad(found, 'Run `npm run migrate`, or start the service.')
}

async function extensionsFinding(pool: pg.Pool): Promise<Finding> {
  const needed = ['pg_trgm', 'btree_gin']
  const installed = await installedExtensions(pool)
  const missing = needed.filter((name) => !installed.has(name))
  if (missing.length === 0) return good(needed.join(', '))
  return bad(
    `${missing.join(', ')} missing`,
    `Install the contrib package of the server, then run: create extension ${missing.join(', ')}.`,
  )
}

async function clockFinding({ pool, now }: DoctorContext): Promise<Finding> {
  const before = now().getTime()
  const database = await databaseTime(pool)
  const middle = (before + now().getTime()) / 2
  const differenceMs = Math.round(Math.abs(database - middle))
  const found = `${differenceMs} ms between this machine and the database`
  return differenceMs < seconds(2)
    ? good(found)
    : bad(found, 'Synchronise both clocks (NTP): events would get wrong times and tokens expire too early.')
}

async function redisFinding({ redisUrl }: Config): Promise<Finding> {
  if (!redisUrl) return good('not used: queues are in PostgreSQL')
  try {
    const redis = await connectRedis(redisUrl, { maxRetriesPerRequest: 1, retryStrategy: () => null }, () => undefined)
    const policy = await evictionPolicy(redis)
    redis.disconnect()
    if (policy === undefined) return warning('reachable, but its maxmemory-policy is unknown', 'Make sure that it is noeviction.')
    return good(`answers, with maxmemory-policy ${policy}`)
  } catch (error) {
    return bad((error as Error).message, 'Start Redis with `--maxmemory-policy noeviction`, or correct REDIS_URL.')
  }
}

const gibibyte = 1024 ** 3

async function diskFinding({ dataDir }: Config): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const [free, share] = [bavail * bsize, bavail / blocks]
  const found = `${(free / gibibyte).toFixed(1)} GiB (${Math.round(share * 100)} %) free in ${dataDir}`
  if (free < gibibyte) return bad(found, 'Free space now: without it clicks cannot be stored.')
  return share < 0.1 ? warning(found, 'Free space, or move DATA_DIR to a larger disk.') : good(found)
}

async function verificationFinding({ pool, now }: DoctorContext): Promise<Finding> {
  const last = await lastVerification(pool)
  if (!last) return warning('the figures were not verified yet', 'The first verification runs at 4:20 UTC; `npm run verify` runs one now.')
  const found = `${last.differences} differences on ${last.at.toISOString()}`
  if (last.differences > 0) return bad(found, '`GET /admin/verification` names the rows; `npm run verify` verifies again.')
  return now().getTime() - last.at.getTime() > days(2)
    ? warning(found, 'The nightly verification did not run: look at the jobs.')
    : good(found)
}
