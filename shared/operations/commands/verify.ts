/** `npm run verify`: recounts every figure from the events, or with ids of workspaces theirs. Ends with 1 where one differs, and says which. */
import { readConfig } from '../../kernel/config.js'
import { openPool } from '../../kernel/plain-pool.js'
import { startFailure } from '../../kernel/process.js'
import { openDatabaseServer } from '../start/database-server.js'
import { inWords } from '../verify/report.js'
import { verifyFigures } from '../verify/verify-figures.js'

try {
  const server = await openDatabaseServer(readConfig(), console.error)
  const pool = openPool({ connectionString: server.url, max: 2 }, () => undefined)
  try {
    const { rows, differences, found } = await verifyFigures(
      { pool, now: () => new Date() },
      process.argv.length > 2 ? process.argv.slice(2) : undefined,
    )
    for (const one of found) console.log(inWords(one))
    if (differences > found.length) console.log(`and ${differences - found.length} more`)
    console.log(
      `Compared ${Object.entries(rows)
        .map(([table, count]) => `${count} of ${table}`)
        .join(', ')}.`,
    )
    console.log(differences === 0 ? 'Every figure is what the events say.' : `${differences} rows differ from the events.`)
    process.exitCode = differences === 0 ? 0 : 1
  } finally {
    await pool.end()
    await server.stop()
  }
} catch (error) {
  console.error(startFailure(error))
  process.exit(2)
}
