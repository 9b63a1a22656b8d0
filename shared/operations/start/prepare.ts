/** Brings a database to the state that the API and the workers need. */
import { entities } from '../../entities.js'
import { type Config, requireDatabaseUrl } from '../../kernel/config.js'
import type { Credentials } from '../../kernel/credentials.js'
import { openDatabase } from '../../kernel/database.js'
import { migrate } from '../../kernel/migrate.js'
import { bootstrap } from '../bootstrap.js'

export interface Prepared {
  /** Names of the migrations that had not run before. */
  migrations: string[]
  credentials: Credentials
}

/** Afterwards all migrations have run and the first workspace and its keys exist. Safe at every start, and while the service runs. */
export async function prepare(config: Config): Promise<Prepared> {
  // Opened first: it says in one sentence which server does not answer.
  const database = await openDatabase({ url: requireDatabaseUrl(config), entities, connections: 2 })
  try {
    const migrations = await migrate(requireDatabaseUrl(config))
    return { migrations, credentials: await bootstrap(database, config) }
  } finally {
    await database.close()
  }
}
