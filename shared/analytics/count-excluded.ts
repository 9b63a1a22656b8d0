import { z } from 'zod'
import type { WorkspaceScope } from '../accounts/index.js'
import type { ExcludedQuery } from './analytics-query.schema.js'
import { excludedByDay, excludedByReason } from './excluded.queries.js'
import { timeAsked } from './time-asked.js'
import { textOf } from './time/zone.js'
import { understand } from './understand.js'

const reason = z.string().meta({ description: 'Why: `bot-query`, `head`, `user-agent`, `referer`, `address`, `no-track`, `duplicate`.' })
const count = z.number().meta({ description: 'Requests that were answered and not counted as clicks.' })

export const ExcludedSchema = z.array(
  z.object({ start: z.string().optional().meta({ description: 'The day, with `groupBy=timeseries`.' }), reason, count }),
)

/**
 * Requests that were followed and not counted, by reason, the most frequent first; or by day, and then by reason. They are kept by days of
 * UTC, whatever time zone the question names: its days are those of the same date.
 */
export async function countExcluded(scope: WorkspaceScope, query: ExcludedQuery): Promise<z.infer<typeof ExcludedSchema>> {
  const understood = await understand(scope, query)
  const { from, to, zone } = timeAsked(scope, query, query.groupBy === 'timeseries')
  const dateOf = (instant: number) => new Date(zone.localOf(instant)).toISOString().slice(0, 10)
  const selection = { ...understood, workspaceId: scope.workspace.id, first: dateOf(from), last: dateOf(to - 1) }
  if (query.groupBy === 'count') return excludedByReason(scope.pool, selection)
  return (await excludedByDay(scope.pool, selection)).map(({ day, ...row }) => ({
    start: textOf(zone, zone.instantOf(Date.parse(day))),
    ...row,
  }))
}
