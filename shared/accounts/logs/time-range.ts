import { z } from 'zod'
import { parseInstantIn } from '../../kernel/parse-instant.js'
import { startOfDay } from '../../kernel/time-zones/local-calendar.js'
import { type Zone, zoneOf } from '../../kernel/time-zones/zone.js'
import { days, hours } from '../../kernel/time.js'
import { invalidInstant } from '../errors.js'
import { logRetentionMs } from '../plans.js'

const intervals = { '24h': hours(24), '7d': days(7), '30d': days(30), '60d': days(60), '90d': days(90) } as const

/** `start` to `end`, or the interval before now. */
export const TimeRangeFields = {
  start: z.string().max(100).optional(),
  end: z.string().max(100).optional(),
  interval: z.enum(Object.keys(intervals) as [keyof typeof intervals]).default('30d'),
  timezone: z.string().max(64).default('UTC'),
  exactRange: z
    .enum(['1', 'true', '0', 'false', ''])
    .optional()
    .transform((text) => text === '1' || text === 'true'),
}
type TimeRangeInput = z.infer<z.ZodObject<typeof TimeRangeFields>>

export interface TimeRange {
  from: Date
  to: Date
  /** Bucket size of a time series. */
  unit: 'minute' | 'hour' | 'day'
  zone: Zone
}

interface RangeScope {
  workspace: { plan: string }
  now(): Date
}

/** The requested time range: whole days of the time zone unless exact, limited to the log retention of the plan. */
export function resolveTimeRange(
  { workspace, now }: RangeScope,
  { start, end, interval, timezone, exactRange }: TimeRangeInput,
): TimeRange {
  const zone = zoneOf(timezone)
  const dayStart = (at: Date, ahead = 0) => new Date(zone.toInstant(startOfDay(zone.toLocal(at.getTime())) + days(ahead)))
  const to = instant('end', end, zone, now()) ?? now()
  const from = instant('start', start, zone, now()) ?? new Date(to.getTime() - intervals[interval])
  const exact = exactRange || (start === undefined && interval === '24h')
  const range = exact ? { from, to } : { from: dayStart(from), to: end === undefined ? to : dayStart(to, 1) }
  const oldest = new Date(now().getTime() - logRetentionMs(workspace.plan))
  const latest = new Date(now().getTime() + days(1))
  const limited = { from: range.from < oldest ? oldest : range.from, to: range.to > latest ? latest : range.to }
  return { ...limited, zone, unit: unitOf(limited.to.getTime() - limited.from.getTime(), exact) }
}

function instant(field: string, text: string | undefined, zone: Zone, now: Date): Date | null {
  if (!text) return null
  const found = parseInstantIn(zone, text, now)
  if (!found) throw invalidInstant(field)
  return found
}

const unitOf = (lengthMs: number, exact: boolean) => (exact && lengthMs <= hours(2) ? 'minute' : lengthMs <= days(2) ? 'hour' : 'day')
