/** PostgreSQL access: the ORM for simple loads and changes, a plain pool for hot paths and for SQL that bypasses the ORM. */
import { MikroORM, type EntitySchema } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { ConfigError } from '../config.js'
import { connectionMessage } from '../connection-message.js'
import { flushWithoutAsyncStorage } from './flush-without-async-storage.js'
import { watchConnections } from './lost-connections.js'
import { openPool } from './pool.js'
import { describeServerSql, type ServerFacts, unsupportedReason } from './supported-server.js'

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

/** Connects to the database. Throws `ConfigError` when it does not answer or is not supported. */
export async function openDatabase({
  url,
  entities,
  connections = 10,
  connectionTimeoutMs,
  onError = () => undefined,
}: DatabaseOptions): Promise<Database> {
  const pool = openPool({ connectionString: url, max: connections, connectionTimeoutMillis: connectionTimeoutMs }, onError)
  await requireSupportedServer(pool, url)
  const watch = watchConnections(url)
  const afterCreate = (connection: pg.Client, done: (error: Error | null) => void) => {
    watch.add(connection)
    refuseStandby(connection, done)
  }
  const orm = await MikroORM.init({
    clientUrl: url,
    entities,
    discovery: { warnWhenNoEntities: false },
    allowGlobalContext: false,
    forceUtcTimezone: true,
    pool: { min: 0, max: connections, afterCreate },
    driverOptions: { log: { warn: (message: string) => onError(new Error(message)) } },
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

/**
 * After a failover, the name of the server may lead to the former primary, now a standby, for a moment. The ORM would keep its connections,
 * which cannot write; the plain pool replaces a connection after an error.
 */
function refuseStandby(connection: pg.Client, done: (error: Error | null) => void): void {
  connection.query('select pg_is_in_recovery() as standby', (error: Error | null, result) => {
    const refusal = error ?? (result.rows[0].standby ? Object.assign(new Error('the server is a standby'), readOnly) : null)
    if (refusal) connection.end(() => undefined)
    done(refusal)
  })
}

/** As the server itself refuses to write. */
const readOnly = { code: '25006', severity: 'ERROR' }

async function requireSupportedServer(pool: pg.Pool, url: string): Promise<void> {
  const { hostname, port, pathname } = new URL(url)
  const name = pathname.slice(1)
  const server = `${decodeURIComponent(hostname)}:${port || 5432}`
  let reason: string | null
  try {
    const { rows } = await pool.query<ServerFacts>(describeServerSql)
    reason = unsupportedReason(rows[0] as ServerFacts, name)
  } catch (error) {
    reason = `database ${name} at ${server} does not answer: ${connectionMessage(error)}.`
  }
  if (reason === null) return
  await pool.end()
  throw new ConfigError(`DATABASE_URL: ${reason}`)
}
