/**
 * `npm run verify [workspace ids]`: recomputes all aggregates from the events, prints the differences and exits with 1 if there are any.
 * The report of all workspaces is stored like that of the night.
 */
import { commandArguments } from '../../kernel/command-arguments.js'
import { readConfig } from '../../kernel/config.js'
import { StartupError } from '../../kernel/startup-error.js'
import { formatDifference, formatResult } from '../verify/verification-report.js'
import { saveReport, workspacesToVerify } from '../verify/verification.queries.js'
import { verifyAggregates } from '../verify/verify-aggregates.js'
import { withMigratedDatabase } from './with-database.js'

const named = commandArguments('npm run verify [-- <workspace id> ...]\n\nExits with 1 if an aggregate differs from its events.', Infinity)

await withMigratedDatabase(readConfig, async (context) => {
  const known = await workspacesToVerify(context.pool)
  const unknown = named.filter((id) => !known.includes(id))
  if (unknown.length > 0) throw new StartupError(`No workspace has the id ${unknown.join(', ')}.`)
  const report = await verifyAggregates(context, named.length > 0 ? named : undefined)
  const { rows, differences, found } = report
  if (named.length === 0) await saveReport(context.pool, report)
  for (const one of found) console.log(formatDifference(one))
  if (differences > found.length) console.log(`and ${differences - found.length} more`)
  console.log(
    `Compared ${Object.entries(rows)
      .map(([table, count]) => `${count} of ${table}`)
      .join(', ')}.`,
  )
  console.log(formatResult(differences))
  return differences === 0 ? 0 : 1
})
