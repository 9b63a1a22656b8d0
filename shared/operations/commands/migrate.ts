/**
 * `npm run migrate`: brings the database to the newest shape and makes the first workspace if there is none. The
 * supervisor runs it as well, and gets the result as a message.
 */
import { readConfig } from '../../kernel/config.js'
import { wholeEnvironment } from '../../kernel/early-start.js'
import { startFailure } from '../../kernel/process.js'
import { openDatabaseServer } from '../start/database-server.js'
import { prepare } from '../start/prepare.js'

process.on('disconnect', () => process.exit(1)) // nobody waits for the result any more
try {
  const config = readConfig(await wholeEnvironment())
  const server = await openDatabaseServer(config, console.error)
  try {
    const prepared = await prepare({ ...config, databaseUrl: server.url })
    console.log(prepared.migrations.length > 0 ? prepared.migrations.map((name) => `applied ${name}`).join('\n') : 'The database is up to date.')
    process.send?.(prepared)
  } finally {
    await server.stop()
  }
  process.disconnect?.()
} catch (error) {
  console.error(startFailure(error))
  process.exit(1)
}
