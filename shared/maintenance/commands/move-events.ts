/**
 * `npm run events:move -- clickhouse|postgres`: moves events to the other store while the service runs; may be interrupted and repeated.
 * `cancel` gives up a move; `delete-copies` deletes what the store that is not used still holds.
 */
import { commandArguments } from '../../kernel/command-arguments.js'
import { readConfig } from '../../kernel/config.js'
import { openLog } from '../../kernel/log.js'
import { StartupError } from '../../kernel/startup-error.js'
import { cancelMove, deleteMovedCopies, moveEvents, type ReportMove, withClickHouse } from '../events/move-events.js'
import { withMigratedDatabase } from './with-database.js'

const [action] = commandArguments(
  'npm run events:move -- clickhouse | postgres | cancel | delete-copies\n\nMoves events to the other store. See docs/scaling.md.',
  1,
)

await withMigratedDatabase(readConfig, async (context) => {
  const scope = withClickHouse({ ...context, log: openLog('warn', 'move-events') })
  try {
    if (action === 'clickhouse' || action === 'postgres') return await move(action)
    if (action === 'cancel') {
      await cancelMove(scope)
      console.log('No events are being moved.')
    } else if (action === 'delete-copies') console.log(`Events are in ${await deleteMovedCopies(scope)} only.`)
    else
      throw new StartupError(
        'Name the target: npm run events:move -- clickhouse, or postgres. cancel gives up a move; delete-copies deletes the old copies.',
      )
    return 0
  } finally {
    await scope.clickHouse.close()
  }

  async function move(target: 'clickhouse' | 'postgres'): Promise<number> {
    console.log(`Moving events to ${target}. If this is interrupted, run it again.`)
    const result = await moveEvents(scope, target, showProgress())
    console.log(
      {
        moved: `The stores are equal. Events are in ${target} from now on. The copies in the other store remain until npm run events:move -- delete-copies.`,
        'was there already': `Events are in ${target} already.`,
        differs:
          'The stores differ, so nothing was switched. Run the command again: an erasure may have been interrupted, which a job repeats. If ' +
          'they still differ, npm run events:move -- cancel, then move again, which copies all events again.',
      }[result],
    )
    return result === 'differs' ? 1 : 0
  }
})

/** How much is copied: one line that is rewritten on a terminal, and a line every ten seconds otherwise. Then a line for each comparison. */
function showProgress(): ReportMove {
  let shownAt = Number.NEGATIVE_INFINITY
  return (report) => {
    if ('comparing' in report) return console.log(`Comparing the ${report.comparing} of both stores.`)
    const parts = Object.entries(report.copied)
    const isComplete = parts.every(([, { isComplete }]) => isComplete)
    if (!isComplete && performance.now() - shownAt < (process.stdout.isTTY ? 200 : 10_000)) return
    shownAt = performance.now()
    const line = parts.map(([part, one]) => `${one.moved} ${part}${one.isComplete ? ' (complete)' : ''}`).join(', ')
    process.stdout.write(process.stdout.isTTY ? `\r${line}${isComplete ? '\n' : ''}` : `${line}\n`)
  }
}
