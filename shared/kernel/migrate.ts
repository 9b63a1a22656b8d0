/** Brings a database to the newest shape. */
import { MikroORM } from '@mikro-orm/postgresql'
import { Migrator } from '@mikro-orm/migrations'
import { migrations } from '../../migrations/index.js'
import { migrateQueues } from './queues.js'

/** Afterwards every migration has run, and the tables of the PostgreSQL queue backend exist. Safe to call at every start. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const orm = await MikroORM.init({
    clientUrl: databaseUrl,
    entities: [],
    extensions: [Migrator],
    discovery: { warnWhenNoEntities: false },
    debug: false,
    logger: () => undefined, // what ran is the answer; who asked prints it
    migrations: { migrationsList: migrations, snapshot: false, transactional: true, allOrNothing: false, tableName: 'migrations' },
  })
  try {
    const done = await orm.getMigrator().up()
    await migrateQueues(databaseUrl)
    return done.map(({ name }) => name)
  } finally {
    await orm.close()
  }
}
