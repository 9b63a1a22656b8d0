/** Parses the time range of a query, and chooses the unit of its time series. */
import { parseInstantIn } from '../../kernel/parse-instant.js'
import { monthsBefore, startOfDay, startOfMonth, startOfQuarter, startOfYear } from '../../kernel/time-zones/local-calendar.js'
import type { Zone } from '../../kernel/time-zones/zone.js'
import { days, hours } from '../../kernel/time.js'
import { endWithoutStart, invalidDate, startTooEarly } from '../errors.js'

export const intervals = ['24h', '7d', '30d', '90d', '1y', 'mtd', 'qtd', 'ytd', 'all'] as const
export type Interval = (typeof intervals)[number]

/** Used without `interval` and `start`, as documented in the API. */
export const defaultInterval: Interval = '24h'

export type Unit = 'hour' | 'day' | 'month'

/** Instants in milliseconds; `to` is exclusive. */
export interface Range {
  from: number
  to: number
  unit: Unit
}

/** No earlier events exist: imports refuse them. */
export const earliestInstant = Date.UTC(2000, 0, 1)

/** The first day that `start` and `end` accept. */
export const firstDay = Date.UTC(2022, 8, 22)

export interface TimeInput {
  interval?: Interval | undefined
  start?: string | undefined
  end?: string | undefined
}

/** `since` is the local time at which `all` starts; without it, `all` starts at `earliestInstant`. */
export function resolveRange({ interval, start, end }: TimeInput, zone: Zone, now: number, since?: number): Range {
  if (start !== undefined)
    return rangeOfDays(localDay(start, 'start', zone, now), end === undefined ? zone.toLocal(now) : localDay(end, 'end', zone, now), zone)
  if (end !== undefined) throw endWithoutStart()
  return rangeOfInterval(interval ?? defaultInterval, zone, now, since)
}

function rangeOfInterval(interval: Interval, zone: Zone, now: number, since: number | undefined): Range {
  // `to` is exclusive, so events of the current millisecond need one more.
  if (interval === '24h') return { from: now - hours(24), to: now + 1, unit: 'hour' }
  const local = zone.toLocal(now)
  const toToday = (from: number, unit: Unit): Range => ({
    from: zone.toInstant(from),
    to: zone.toInstant(startOfDay(local) + days(1)),
    unit,
  })
  switch (interval) {
    case '7d':
      return toToday(local - days(7), 'day')
    case '30d':
      return toToday(local - days(30), 'day')
    case '90d':
      return toToday(local - days(90), 'day')
    case '1y':
      return toToday(monthsBefore(local, 12), 'month')
    case 'mtd':
      return toToday(startOfMonth(local), 'day')
    case 'qtd':
      return toToday(startOfQuarter(local), 'day')
    case 'ytd':
      return toToday(startOfYear(local), 'month')
    case 'all':
      return since === undefined ? toToday(earliestInstant, 'month') : rangeOfDays(since, local, zone)
  }
}

/** Whole days, in either order. */
function rangeOfDays(a: number, b: number, zone: Zone): Range {
  const first = startOfDay(Math.min(a, b))
  const end = startOfDay(Math.max(a, b)) + days(1)
  return { from: zone.toInstant(first), to: zone.toInstant(end), unit: unitOf((end - first) / days(1)) }
}

const unitOf = (length: number): Unit => (length <= 2 ? 'hour' : length > 180 ? 'month' : 'day')

/** The day that a text means, as local time. A timestamp with a UTC offset means the day that it falls on in the zone. */
function localDay(text: string, field: 'start' | 'end', zone: Zone, now: number): number {
  const parsed = parseInstantIn(zone, text, new Date(now))
  if (!parsed) throw invalidDate(field)
  const local = zone.toLocal(parsed.getTime())
  if (startOfDay(local) < firstDay) throw startTooEarly(field)
  // There are no events after today, but a series may include up to a year of empty days.
  return Math.min(local, zone.toLocal(now) + days(366))
}
