/** `npm run doctor`: checks the installation, prints one line per finding with what to do, and exits with 1 if something is bad. */
import { readConfig } from '../../kernel/config.js'
import { openPool } from '../../kernel/db/pool.js'
import { formatStartupError } from '../../kernel/process.js'
import { openDatabaseServer } from '../../supervisor/database-server.js'
import { runChecks } from '../doctor/run-checks.js'

try {
  const config = readConfig()
  const server = await openDatabaseServer(config, console.error)
  const pool = openPool({ connectionString: server.url, max: 2 }, () => undefined)
  try {
    process.exitCode = (await runChecks({ config, pool, now: () => new Date() }, console.log)) ? 0 : 1
  } finally {
    await pool.end()
    await server.stop()
  }
} catch (error) {
  console.error(formatStartupError(error))
  process.exit(2)
}
