/** Brings a database to the newest shape. */
import { loadMigration, migrations } from '../../migrations/index.js'
import { openPool } from './plain-pool.js'
import { migrateQueues } from './queues.js'

/** Afterwards every migration has run, and the tables of the PostgreSQL queue backend exist. Safe to call at every start. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const ran = (await hasAll(databaseUrl)) ? [] : await runMissing(databaseUrl)
  await migrateQueues(databaseUrl)
  return ran
}

/** Most starts find nothing to do and load nothing for it. */
async function hasAll(databaseUrl: string): Promise<boolean> {
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

async function runMissing(databaseUrl: string): Promise<string[]> {
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
    logger: () => undefined, // what ran is the answer; who asked prints it
    migrations: { migrationsList, snapshot: false, transactional: true, allOrNothing: false, tableName: 'migrations' },
  })
  try {
    return (await orm.getMigrator().up()).map(({ name }) => name)
  } finally {
    await orm.close()
  }
}
