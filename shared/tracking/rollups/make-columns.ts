/** Hours with many facts get columns, hour by hour, each in a transaction of its own. */
import type pg from 'pg'
import { inPlainTransaction } from '../../kernel/plain-pool.js'
import type { JobScope } from '../../kernel/scope.js'
import { type BusyHour, dropColumns, factsOfHour, hoursWithoutColumns, storeColumns, takeTurnWithColumns } from './columns.queries.js'
import { type ColumnLimits, columnLimits, longestRun } from './limits.js'

/**
 * Nobody waits for it, and nothing has to wait: a question takes columns only where they hold as many facts as the hour has, so those that
 * were made while a click came late are passed over until they are made anew. Running twice, or two at once, changes nothing.
 */
export async function makeColumns({ pool, now }: Pick<JobScope, 'pool' | 'now'>, limits = columnLimits): Promise<void> {
  const enough = now().getTime() + longestRun
  for (const hour of await hoursWithoutColumns(pool, limits.from)) {
    if (now().getTime() >= enough) break
    await makeHour(pool, hour, limits)
  }
}

function makeHour(pool: pg.Pool, hour: BusyHour, { inPart }: ColumnLimits): Promise<void> {
  return inPlainTransaction(pool, async (client) => {
    await takeTurnWithColumns(client)
    await dropColumns(client, hour)
    let part = 0
    for await (const facts of factsOfHour(client, hour, inPart)) await storeColumns(client, hour, part++, facts)
  })
}
