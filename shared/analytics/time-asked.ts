/** The time that a question is about, within what the workspace's plan shows. */
import { type InWorkspace, planRow } from '../accounts/index.js'
import { days } from '../kernel/time.js'
import { rangeNeedsPlan } from './errors.js'
import { type AskedTime, type Interval, type Range, rangeOf } from './time/range.js'
import { type Zone, zoneOf } from './time/zone.js'

/** Longest span between two days that are named, and intervals that are not to be had; plans without a row show everything. */
const planRanges: Partial<Record<string, { longest: number; without: readonly Interval[] }>> = {
  free: { longest: days(31), without: ['90d', '1y', 'ytd'] },
  pro: { longest: days(366), without: [] },
}

export interface TimeAsked extends Range {
  zone: Zone
}

/** `all` reaches back to when anything could have been counted, for a time series only to the workspace's first day. */
export function timeAsked({ workspace, now }: InWorkspace, query: AskedTime & { timezone: string }, isSeries: boolean): TimeAsked {
  const zone = zoneOf(query.timezone)
  const limit = planRanges[planRow(workspace.plan)]
  const since = isSeries || limit ? zone.localOf(workspace.createdAt.getTime()) : undefined
  const range = rangeOf(query, zone, now().getTime(), since)
  if (limit) {
    if (query.start === undefined && query.interval && limit.without.includes(query.interval)) throw rangeNeedsPlan(workspace.plan)
    // An hour more: a day on which the clock is put back is longer.
    if (query.start !== undefined && range.to - range.from > limit.longest + days(1)) throw rangeNeedsPlan(workspace.plan)
  }
  return { ...range, zone }
}

/** The time of the same length before, if the plan shows both. */
export function timeBefore({ workspace }: InWorkspace, { from, to, zone, unit }: TimeAsked): TimeAsked {
  const limit = planRanges[planRow(workspace.plan)]
  if (limit && 2 * (to - from) > limit.longest + days(1)) throw rangeNeedsPlan(workspace.plan)
  return { from: from - (to - from), to: from, zone, unit }
}
