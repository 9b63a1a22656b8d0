/** PostgreSQL: the ORM for simple loads and changes, and a plain pool for the hot paths and for SQL that no ORM should touch. */
import { MikroORM, type EntitySchema } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { ConfigError } from './config.js'
import { flushWithoutStorage } from './plain-flush.js'
import { openPool } from './plain-pool.js'

export interface Database {
  orm: MikroORM
  pool: pg.Pool
  close(): Promise<void>
}

export interface DatabaseOptions {
  url: string
  entities: EntitySchema<any>[]
  /** Connections of the ORM and of the plain pool, each. */
  connections?: number
  /** Milliseconds that work waits for a connection of the plain pool. */
  patience?: number
  onError?: (error: Error) => void
}

flushWithoutStorage()

/** Throws `ConfigError` when the database does not answer. */
export async function openDatabase({
  url,
  entities,
  connections = 10,
  patience,
  onError = () => undefined,
}: DatabaseOptions): Promise<Database> {
  const pool = openPool({ connectionString: url, max: connections, connectionTimeoutMillis: patience }, onError)
  await requireAnswer(pool, url)
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

async function requireAnswer(pool: pg.Pool, url: string): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    const { hostname, port, pathname } = new URL(url)
    throw new ConfigError(
      `DATABASE_URL names ${pathname.slice(1)} at ${decodeURIComponent(hostname)}:${port || 5432}, which does not answer: ${(error as Error).message || (error as NodeJS.ErrnoException).code}.`,
    )
  }
}
