/** `npm run verify [workspace ids]`: recomputes all aggregates from the events, prints the differences and exits with 1 if there are any. */
import { readConfig } from '../../kernel/config.js'
import { openPool } from '../../kernel/db/pool.js'
import { formatStartupError } from '../../kernel/process.js'
import { openDatabaseServer } from '../../supervisor/database-server.js'
import { formatDifference } from '../verify/verification-report.js'
import { verifyAggregates } from '../verify/verify-aggregates.js'

try {
  const server = await openDatabaseServer(readConfig(), console.error)
  const pool = openPool({ connectionString: server.url, max: 2 }, () => undefined)
  try {
    const { rows, differences, found } = await verifyAggregates(
      { pool, now: () => new Date() },
      process.argv.length > 2 ? process.argv.slice(2) : undefined,
    )
    for (const one of found) console.log(formatDifference(one))
    if (differences > found.length) console.log(`and ${differences - found.length} more`)
    console.log(
      `Compared ${Object.entries(rows)
        .map(([table, count]) => `${count} of ${table}`)
        .join(', ')}.`,
    )
    console.log(differences === 0 ? 'All aggregates match the events.' : `${differences} rows differ from the events.`)
    process.exitCode = differences === 0 ? 0 : 1
  } finally {
    await pool.end()
    await server.stop()
  }
} catch (error) {
  console.error(formatStartupError(error))
  process.exit(2)
}
