/** Prepares a database for the API and the workers. */
import { entities } from '../entities.js'
import { type Config, requireDatabaseUrl } from '../kernel/config.js'
import type { KnownCredentials } from '../kernel/credentials.js'
import { openDatabase } from '../kernel/db/database.js'
import { migrate } from '../kernel/db/migrate.js'
import { bootstrap, ownerSignInLink } from './bootstrap.js'

export interface Prepared {
  /** Names of the migrations that were applied. */
  migrations: string[]
  credentials: KnownCredentials
  /** Signs the owner of the first workspace in to the console, once. Null if the first key was deleted. */
  signInUrl: string | null
}

/**
 * Runs pending migrations, prints what they wait for, and creates the first workspace and its keys. Idempotent, and safe while the service
 * runs.
 */
export async function prepare(config: Config, print?: (line: string) => void): Promise<Prepared> {
  // Opened first, because it reports an unreachable server with a clear message.
  const database = await openDatabase({ url: requireDatabaseUrl(config), entities, connections: 2 })
  try {
    const migrations = await migrate(requireDatabaseUrl(config), undefined, print)
    const credentials = await bootstrap(database, config)
    return { migrations, credentials, signInUrl: await ownerSignInLink(database, config) }
  } finally {
    await database.close()
  }
}
