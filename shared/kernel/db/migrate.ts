/** Migrates a database to the latest schema. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { loadMigration, migrations } from '../../../migrations/index.js'
import { migrateQueues } from '../queue/queues.js'
import { StartupError } from '../startup-error.js'
import { seconds } from '../time.js'
import { advisoryLocks } from './advisory-locks.js'
import { describeLockWait, findLockWaits } from './lock-waits.queries.js'
import { openPool, withConnection } from './pool.js'

/** By which the connections of migrations are found among those of the database. */
const applicationName = 'tributary migrate'

type Print = (line: string) => void

/**
 * Runs all pending migrations, or only those named, and creates the tables of the PostgreSQL queue backend. Returns the names of the
 * migrations that ran. Waits for a migration of another process, which leaves none to run, and prints what it waits for. Throws
 * `StartupError` for a name that this version does not know.
 */
export async function migrate(
  databaseUrl: string,
  names: readonly string[] = migrations,
  print: Print = () => undefined,
): Promise<string[]> {
  const unknown = names.filter((name) => !migrations.includes(name))
  if (unknown.length > 0)
    throw new StartupError(`Update the program first: this version does not know the migrations ${unknown.join(', ')}.`)
  const isDone = await isUpToDate(databaseUrl, names)
  const applied = isDone ? [] : await whileLocked(databaseUrl, print, (client) => runPending(databaseUrl, names, client, print))
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
async function whileLocked<Result>(databaseUrl: string, print: Print, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const pool = openPool({ connectionString: databaseUrl, max: 1 }, () => undefined)
  try {
    return await withConnection(pool, async (client) => {
      const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [advisoryLocks.migration])
      if (!rows[0]?.locked) {
        print('Waiting for the migrations of another process.')
        await client.query('select pg_advisory_lock($1)', [advisoryLocks.migration])
      }
      const result = await work(client)
      client.release(true)
      return result
    })
  } finally {
    await pool.end()
  }
}

async function runPending(databaseUrl: string, names: readonly string[], client: pg.PoolClient, print: Print): Promise<string[]> {
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
  const run = (name: string) =>
    whileReportingWaits(client, name, print, async () => (await new Migrator(orm.em).up({ migrations: [name] })).length > 0)
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
  connection.query(`set lock_timeout = ${maxLockWaitMs}; set application_name = '${applicationName}'`, done)

const reportedWaitMs = seconds(2)

/** Prints the sessions that the migration waits for, if it does after two seconds. */
async function whileReportingWaits<Result>(
  client: pg.PoolClient,
  name: string,
  print: Print,
  work: () => Promise<Result>,
): Promise<Result> {
  const report = async () => {
    for (const wait of await findLockWaits(client, applicationName)) print(`Migration ${name} waits for ${describeLockWait(wait)}.`)
  }
  let reported = Promise.resolve()
  const timer = setTimeout(() => (reported = report().catch(() => undefined)), reportedWaitMs)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    await reported
  }
}

/** Repeats the work until it gets its locks, with a pause for the requests that waited behind it. */
async function repeatedUntilLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isLockFailure(error)) throw error
      await sleep(seconds(1))
    }
  }
}

const lockFailures = new Set(['55P03', '40P01']) // lock_not_available, deadlock_detected
const isLockFailure = (error: unknown): boolean =>
  error instanceof Error && (lockFailures.has(String((error as { code?: unknown }).code)) || isLockFailure(error.cause))
