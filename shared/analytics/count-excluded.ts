import { z } from 'zod'
import type { WorkspaceScope } from '../accounts/index.js'
import { formatInstant } from '../kernel/time-zones/zone.js'
import { type ExcludedQuery, unsupportedExcludedFilters } from './analytics-query.schema.js'
import { filterNotSupported } from './errors.js'
import { excludedByDay, excludedByReason } from './excluded.queries.js'
import { resolveFilters } from './resolve-filters.js'
import { resolveTimeRange } from './resolve-time-range.js'

const reason = z.string().meta({ description: 'Why: `bot-query`, `head`, `user-agent`, `referer`, `address`, `no-track`, `duplicate`.' })
const count = z.number().meta({ description: 'Requests that were redirected and not counted as clicks.' })

export const ExcludedSchema = z.array(
  z.object({ start: z.string().optional().meta({ description: 'The day, with `groupBy=timeseries`.' }), reason, count }),
)

/**
 * Counts redirects that were not counted as clicks, by reason with the most frequent first, or by day and then by reason. They are stored
 * by UTC day: days of another time zone mean the UTC days of the same date.
 */
export async function countExcluded(scope: WorkspaceScope, query: ExcludedQuery): Promise<z.infer<typeof ExcludedSchema>> {
  const unsupported = unsupportedExcludedFilters.find((name) => query[name])
  if (unsupported) throw filterNotSupported(unsupported)
  const filters = await resolveFilters(scope, query)
  const { from, to, zone } = resolveTimeRange(scope, query, query.groupBy === 'timeseries')
  const dateOf = (instant: number) => new Date(zone.toLocal(instant)).toISOString().slice(0, 10)
  const selection = { ...filters, workspaceIds: [scope.workspace.id], firstDay: dateOf(from), lastDay: dateOf(to - 1) }
  if (query.groupBy === 'count') return excludedByReason(scope.pool, selection)
  return (await excludedByDay(scope.pool, selection)).map(({ day, ...row }) => ({
    start: formatInstant(zone, zone.toInstant(Date.parse(day))),
    ...row,
  }))
}
