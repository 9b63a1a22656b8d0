/** `npm run doctor`: checks the installation, prints one line per finding with what to do, and exits with 1 if something is bad. */
import { commandArguments } from '../../kernel/command-arguments.js'
import { readConfig } from '../../kernel/config.js'
import { runChecks } from '../doctor/run-checks.js'
import { withDatabase } from './with-database.js'

commandArguments('npm run doctor\n\nChecks the installation: one line per finding, with what to do. Exits with 1 if something is bad.')

await withDatabase(readConfig, async ({ config, databaseUrl, ...context }) => {
  // The embedded database has no address in the configuration.
  const isGood = await runChecks({ ...context, config: { ...config, databaseUrl } }, console.log)
  return isGood ? 0 : 1
})
