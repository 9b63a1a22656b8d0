import type pg from 'pg'
import type { Config } from '../../kernel/config.js'
import { connectionMessage } from '../../kernel/connection-message.js'
import { requireMigrated } from '../../kernel/db/migrate.js'
import { openPool } from '../../kernel/db/pool.js'
import { formatStartupError } from '../../kernel/process.js'
import { StartupError } from '../../kernel/startup-error.js'
import { UnavailableError } from '../../kernel/unavailable-error.js'
import { openDatabaseServer } from '../../supervisor/database-server.js'

export interface CommandContext {
  config: Config
  pool: pg.Pool
  databaseUrl: string
  now(): Date
}

/**
 * Runs a command on the database of the installation, which is started if it does not run, and stopped afterwards. The process exits with
 * the number that `work` returns, and with 2 after an error, which is printed.
 */
export async function withDatabase(
  readConfig: () => Config | Promise<Config>,
  work: (context: CommandContext) => Promise<number>,
): Promise<void> {
  try {
    const config = await readConfig()
    const server = await openDatabaseServer(config, console.error)
    const pool = openPool({ connectionString: server.url, max: 2 }, () => undefined)
    try {
      process.exitCode = await work({ config, pool, databaseUrl: server.url, now: () => new Date() })
    } finally {
      await pool.end()
      await server.stop()
    }
  } catch (error) {
    console.error(error instanceof UnavailableError ? formatOutage(error) : formatStartupError(error))
    process.exit(2)
  }
}

function formatOutage({ cause }: UnavailableError): string {
  if (cause instanceof StartupError) return formatStartupError(cause)
  return `ClickHouse is unavailable: ${cause ? connectionMessage(cause) : 'clicks wait for it'}\nRun the command again once it is available.`
}

/** Like `withDatabase`, for work that needs the tables of this version. */
export const withMigratedDatabase: typeof withDatabase = (readConfig, work) =>
  withDatabase(readConfig, async (context) => {
    await requireMigrated(context.pool)
    return work(context)
  })
