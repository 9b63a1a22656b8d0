/** `npm run verify [workspace ids]`: recomputes all aggregates from the events, prints the differences and exits with 1 if there are any. */
import { readConfig } from '../../kernel/config.js'
import { formatDifference, formatResult } from '../verify/verification-report.js'
import { verifyAggregates } from '../verify/verify-aggregates.js'
import { withDatabase } from './with-database.js'

await withDatabase(readConfig, async (context) => {
  const { rows, differences, found } = await verifyAggregates(context, process.argv.length > 2 ? process.argv.slice(2) : undefined)
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
