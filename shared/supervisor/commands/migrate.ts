/** `npm run migrate`: runs pending migrations and creates the first workspace if there is none. */
import { commandArguments } from '../../kernel/command-arguments.js'
import { readConfig } from '../../kernel/config.js'
import { formatStartupError } from '../../kernel/process.js'
import { openDatabaseServer } from '../database-server.js'
import { prepare } from '../prepare.js'

commandArguments('npm run migrate\n\nRuns pending migrations, and creates the first workspace if there is none.')

try {
  const config = readConfig()
  const server = await openDatabaseServer(config, console.error)
  try {
    const { migrations } = await prepare({ ...config, databaseUrl: server.url }, console.error)
    console.log(migrations.length > 0 ? migrations.map((name) => `applied ${name}`).join('\n') : 'The database is up to date.')
  } finally {
    await server.stop()
  }
} catch (error) {
  console.error(formatStartupError(error))
  process.exit(1)
}
