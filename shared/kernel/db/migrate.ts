/** Migrates a database to the latest schema. */
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { loadMigration, migrations } from '../../../migrations/index.js'
import { migrateQueues } from '../queue/queues.js'
import { StartupError } from '../startup-error.js'
import { seconds } from '../time.js'
import { openPool, withConnection } from './pool.js'

/** Advisory lock that serialises concurrent migrations. Any number not used elsewhere. */
const migrationLock = 7_104_202

/**
 * Runs all pending migrations, or only those named, and creates the tables of the PostgreSQL queue backend. Returns the names of the
 * migrations that ran. Waits for a migration of another process, which leaves none to run. Throws `StartupError` for a name that this
 * version does not know.
 */
export async function migrate(databaseUrl: string, names: readonly string[] = migrations): Promise<string[]> {
  const unknown = names.filter((name) => !migrations.includes(name))
  if (unknown.length > 0)
    throw new StartupError(`Update the program first: this version does not know the migrations ${unknown.join(', ')}.`)
  const applied = (await isUpToDate(databaseUrl, names)) ? [] : await whileLocked(databaseUrl, () => runPending(databaseUrl, names))
  await migrateQueues(databaseUrl)
  return applied
}

/** Names of the migrations that ran on the database; none if it has no tables. */
export async function appliedMigrations(pool: pg.Pool): Promise<string[]> {
  const { rowCount } = await pool.query(`select from pg_tables where schemaname = 'public' and tablename = 'migrations'`)
  if (!rowCount) return []
  const { rows } = await pool.query<{ name: string }>('select name from migrations')
  return rows.map(({ name }) => name)
}

/** Names of the migrations of this version, or of those given, that have not run on the database. */
export async function pendingMigrations(pool: pg.Pool, names: readonly string[] = migrations): Promise<string[]> {
  const applied = new Set(await appliedMigrations(pool))
  return names.filter((name) => !applied.has(name))
}

/** Throws `StartupError` if migrations of this version have not run: its queries need their tables and columns. */
export async function requireMigrated(pool: pg.Pool): Promise<void> {
  if ((await pendingMigrations(pool)).length > 0) throw new StartupError('The database is not up to date: run `npm run migrate`.')
}

/** Checked without the ORM, because most starts have no pending migration and need not load the migrator. */
async function isUpToDate(databaseUrl: string, names: readonly string[]): Promise<boolean> {
  const pool = openPool({ connectionString: databaseUrl, max: 1 }, () => undefined)
  try {
    return (await pendingMigrations(pool, names)).length === 0
  } finally {
    await pool.end()
  }
}

/** The lock belongs to a connection of its own, because each migration has its own transaction. */
async function whileLocked<Result>(databaseUrl: string, work: () => Promise<Result>): Promise<Result> {
  const pool = openPool({ connectionString: databaseUrl, max: 1 }, () => undefined)
  try {
    return await withConnection(pool, async (client) => {
      await client.query('select pg_advisory_lock($1)', [migrationLock])
      const result = await work()
      client.release(true)
      return result
    })
  } finally {
    await pool.end()
  }
}

async function runPending(databaseUrl: string, names: readonly string[]): Promise<string[]> {
  const [{ MikroORM }, { Migrator }, ...migrationsList] = await Promise.all([
    import('@mikro-orm/postgresql'),
    import('@mikro-orm/migrations'),
    ...names.map(loadMigration),
  ])
  const orm = await MikroORM.init({
    clientUrl: databaseUrl,
    entities: [],
    extensions: [Migrator],
    discovery: { warnWhenNoEntities: false },
    debug: false,
    logger: () => undefined, // the caller prints what ran
    pool: { afterCreate: limitLockWaits },
    migrations: { migrationsList, snapshot: false, transactional: true, allOrNothing: true, tableName: 'migrations' },
  })
  // One at a time, each in a transaction with its row of `migrations`.
  const run = async (name: string) => (await new Migrator(orm.em).up({ migrations: [name] })).length > 0
  const applied: string[] = []
  try {
    const pending = (await new Migrator(orm.em).getPendingMigrations()).map(({ name }) => name)
    for (const name of pending) if (await repeatedUntilLocked(() => run(name))) applied.push(name)
    return applied
  } finally {
    await orm.close()
  }
}

/**
 * A migration that waits for a lock blocks all requests that need the table. It therefore does not wait long for transactions such as those
 * of a backup, but longer than a second, after which autovacuum yields.
 */
const maxLockWaitMs = seconds(3)
const limitLockWaits = (connection: pg.Client, done: (error: Error | null) => void) =>
  connection.query(`set lock_timeout = ${maxLockWaitMs}`, done)

/** Repeats the work until it gets its locks, with a pause for the requests that waited behind it. */
async function repeatedUntilLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isLockFailure(error)) throw error
      await setTimeout(seconds(1))
    }
  }
}

const lockFailures = new Set(['55P03', '40P01']) // lock_not_available, deadlock_detected
const isLockFailure = (error: unknown): boolean =>
  error instanceof Error && (lockFailures.has(String((error as { code?: unknown }).code)) || isLockFailure(error.cause))
