/** Migrates a database to the latest schema. */
import { loadMigration, migrations } from '../../../migrations/index.js'
import { migrateQueues } from '../queue/queues.js'
import { openPool } from './pool.js'

/** Runs all pending migrations and creates the tables of the PostgreSQL queue backend. Returns the names of the migrations that ran. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const applied = (await isUpToDate(databaseUrl)) ? [] : await runPending(databaseUrl)
  await migrateQueues(databaseUrl)
  return applied
}

/** Checked without the ORM, because most starts have no pending migration and need not load the migrator. */
async function isUpToDate(databaseUrl: string): Promise<boolean> {
  const pool = openPool({ connectionString: databaseUrl, max: 1 }, () => undefined)
  try {
    const {
      rows: [table],
    } = await pool.query(`select from pg_tables where schemaname = 'public' and tablename = 'migrations'`)
    if (!table) return false
    const { rows } = await pool.query<{ name: string }>('select name from migrations')
    const names = new Set(rows.map(({ name }) => name))
    return migrations.every((name) => names.has(name))
  } finally {
    await pool.end()
  }
}

async function runPending(databaseUrl: string): Promise<string[]> {
  const [{ MikroORM }, { Migrator }, ...migrationsList] = await Promise.all([
    import('@mikro-orm/postgresql'),
    import('@mikro-orm/migrations'),
    ...migrations.map(loadMigration),
  ])
  const orm = await MikroORM.init({
    clientUrl: databaseUrl,
    entities: [],
    extensions: [Migrator],
    discovery: { warnWhenNoEntities: false },
    debug: false,
    logger: () => undefined, // the caller prints what ran
    migrations: { migrationsList, snapshot: false, transactional: true, allOrNothing: false, tableName: 'migrations' },
  })
  try {
    return (await orm.getMigrator().up()).map(({ name }) => name)
  } finally {
    await orm.close()
  }
}
