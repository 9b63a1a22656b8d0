/** PostgreSQL access: the ORM for simple loads and changes, a plain pool for hot paths and for SQL that bypasses the ORM. */
import { MikroORM, type EntitySchema } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { ConfigError } from '../config.js'
import { flushWithoutAsyncStorage } from './flush-without-async-storage.js'
import { openPool } from './pool.js'

export interface Database {
  orm: MikroORM
  pool: pg.Pool
  close(): Promise<void>
}

export interface DatabaseOptions {
  url: string
  entities: EntitySchema<any>[]
  /** Maximum connections, of the ORM and of the plain pool each. */
  connections?: number
  /** How long a caller waits for a connection of the plain pool. */
  connectionTimeoutMs?: number
  onError?: (error: Error) => void
}

flushWithoutAsyncStorage()

/** Connects to the database. Throws `ConfigError` when it does not answer. */
export async function openDatabase({
  url,
  entities,
  connections = 10,
  connectionTimeoutMs,
  onError = () => undefined,
}: DatabaseOptions): Promise<Database> {
  const pool = openPool({ connectionString: url, max: connections, connectionTimeoutMillis: connectionTimeoutMs }, onError)
  await requireConnection(pool, url)
  const orm = await MikroORM.init({
    clientUrl: url,
    entities,
    discovery: { warnWhenNoEntities: false },
    allowGlobalContext: false,
    forceUtcTimezone: true,
    pool: { min: 0, max: connections },
    debug: false,
  })
  return {
    orm,
    pool,
    async close() {
      await orm.close()
      await pool.end()
    },
  }
}

async function requireConnection(pool: pg.Pool, url: string): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    const { hostname, port, pathname } = new URL(url)
    const server = `${decodeURIComponent(hostname)}:${port || 5432}`
    const reason = (error as Error).message || (error as NodeJS.ErrnoException).code
    throw new ConfigError(`DATABASE_URL: database ${pathname.slice(1)} at ${server} does not answer: ${reason}.`)
  }
}
