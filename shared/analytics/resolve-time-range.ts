/** The time range of a query, limited by the plan of the workspace. */
import { type InWorkspace, planTier } from '../accounts/index.js'
import { days } from '../kernel/time.js'
import { rangeNeedsPlan } from './errors.js'
import { eventKinds } from './event-store.js'
import { openEventStore } from './open-event-store.js'
import { bucketStarts } from './time/buckets.js'
import { earliestInstant, firstDay, type Interval, type Range, resolveRange, type TimeInput } from './time/range.js'
import { type Zone, zoneOf } from './time/zone.js'

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
  const first = (await firstMonth(scope, workspaceIds, range, firstDay, range.from)) ?? range.from
  const since = range.zone.toLocal((await firstMonth(scope, workspaceIds, range, earliestInstant, firstDay)) ?? first)
  return { ...resolveRange(query, range.zone, scope.now().getTime(), since), zone: range.zone }
}

/** Start of the first month between the instants that has events, but not before the first of them. */
async function firstMonth(scope: InWorkspace, workspaceIds: readonly string[], { zone }: TimeRange, from: number, to: number) {
  if (from >= to) return undefined
  const store = await openEventStore(scope)
  const selection = { workspaceIds, from, to, attributes: [], links: [] }
  const total = await store.count(eventKinds, selection, { by: 'nothing' }, 1)
  if (!total.some(({ counts }) => Object.values(counts).some(Boolean))) return undefined
  const starts = bucketStarts({ from, to, unit: 'month' }, zone)
  const months = await store.count(eventKinds, selection, { by: 'time', starts }, starts.length)
  const first = starts[Math.min(...months.map(({ key }) => Number(key[0])))]
  return first === undefined ? undefined : Math.max(first, from)
}

/** The range of the same length right before. Throws if the plan does not include both ranges. */
export function previousTimeRange({ workspace }: InWorkspace, { from, to, zone, unit }: TimeRange): TimeRange {
  const limit = planRangeLimits[planTier(workspace.plan)]
  if (limit && 2 * (to - from) > limit.maxLength + days(1)) throw rangeNeedsPlan(workspace.plan)
  return { from: from - (to - from), to: from, zone, unit }
}
