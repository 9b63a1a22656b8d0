/** The time range of a query, limited by the plan of the workspace. */
import { type InWorkspace, planTier } from '../accounts/index.js'
import { bucketStarts } from '../kernel/time-zones/buckets.js'
import { type Zone, zoneOf } from '../kernel/time-zones/zone.js'
import { days } from '../kernel/time.js'
import { rangeNeedsPlan } from './errors.js'
import { eventKinds } from './event-store.js'
import { openEventStore } from './open-event-store.js'
import { earliestInstant, firstDay, type Interval, type Range, resolveRange, type TimeInput } from './time/range.js'

/** The longest range between `start` and `end`, and the intervals that are not available. Plans without an entry have no limit. */
const planRangeLimits: Partial<Record<string, { maxLength: number; unavailable: readonly Interval[] }>> = {
  free: { maxLength: days(31), unavailable: ['90d', '1y', 'ytd'] },
  pro: { maxLength: days(366), unavailable: [] },
}

export interface TimeRange extends Range {
  zone: Zone
}

/** `all` starts at the earliest possible data; for a time series or a limited plan, on the day the workspace was created. */
export function resolveTimeRange({ workspace, now }: InWorkspace, query: TimeInput & { timezone: string }, isSeries: boolean): TimeRange {
  const zone = zoneOf(query.timezone)
  const limit = planRangeLimits[planTier(workspace.plan)]
  const since = isSeries || limit ? zone.toLocal(workspace.createdAt.getTime()) : undefined
  const range = resolveRange(query, zone, now().getTime(), since)
  if (limit) {
    if (query.start === undefined && query.interval && limit.unavailable.includes(query.interval)) throw rangeNeedsPlan(workspace.plan)
    // One day of tolerance: a day on which the clock is set back has 25 hours.
    if (query.start !== undefined && range.to - range.from > limit.maxLength + days(1)) throw rangeNeedsPlan(workspace.plan)
  }
  return { ...range, zone }
}

/**
 * Like `resolveTimeRange` for a time series of the workspaces. Imported events and conversions recorded later may be older than the
 * workspace: then `all` starts in the month of the first one, so that a series contains what a count does.
 */
export async function resolveSeriesRange(
  scope: InWorkspace,
  query: TimeInput & { timezone: string },
  workspaceIds: readonly string[],
): Promise<TimeRange> {
  const range = resolveTimeRange(scope, query, true)
  if (query.interval !== 'all' || query.start !== undefined || planRangeLimits[planTier(scope.workspace.plan)]) return range
  const store = await openEventStore(scope)
  const within = (from: number, to: number) => ({ workspaceIds, from, to, attributes: [], links: [] })
  // Few workspaces imported events of so long ago, and a count without groups is cheaper than one of three hundred months.
  const imported = await store.count(eventKinds, within(earliestInstant, firstDay), { by: 'nothing' }, 1)
  const from = imported.some(({ counts }) => Object.values(counts).some(Boolean)) ? earliestInstant : firstDay
  const starts = bucketStarts({ from, to: range.from, unit: 'month' }, range.zone)
  const months = await store.count(eventKinds, within(from, range.from), { by: 'time', starts }, starts.length)
  const first = starts[Math.min(...months.map(({ key }) => Number(key[0])))]
  if (first === undefined) return range
  const since = range.zone.toLocal(Math.max(first, from))
  return { ...resolveRange(query, range.zone, scope.now().getTime(), since), zone: range.zone }
}

/** The range of the same length right before. Throws if the plan does not include both ranges. */
export function previousTimeRange({ workspace }: InWorkspace, { from, to, zone, unit }: TimeRange): TimeRange {
  const limit = planRangeLimits[planTier(workspace.plan)]
  if (limit && 2 * (to - from) > limit.maxLength + days(1)) throw rangeNeedsPlan(workspace.plan)
  return { from: from - (to - from), to: from, zone, unit }
}
