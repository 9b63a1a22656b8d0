/** Prepares a database for the API and the workers. */
import { entities } from '../entities.js'
import { type Config, requireDatabaseUrl } from '../kernel/config.js'
import type { KnownCredentials } from '../kernel/credentials.js'
import { openDatabase } from '../kernel/db/database.js'
import { migrate } from '../kernel/db/migrate.js'
import { bootstrap } from './bootstrap.js'

export interface Prepared {
  /** Names of the migrations that were applied. */
  migrations: string[]
  credentials: KnownCredentials
}

/** Runs pending migrations and creates the first workspace and its keys. Idempotent, and safe while the service runs. */
export async function prepare(config: Config): Promise<Prepared> {
  // Opened first, because it reports an unreachable server with a clear message.
  const database = await openDatabase({ url: requireDatabaseUrl(config), entities, connections: 2 })
  try {
    const migrations = await migrate(requireDatabaseUrl(config))
    return { migrations, credentials: await bootstrap(database, config) }
  } finally {
    await database.close()
  }
}
