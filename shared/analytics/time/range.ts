/** Which time a question is about, and how finely a time series divides it. */
import { parseInstant } from '../../kernel/natural-date.js'
import { days, hours } from '../../kernel/time.js'
import { dateNotUnderstood, startTooEarly } from '../errors.js'
import { monthsBefore, startOfDay, startOfMonth, startOfQuarter, startOfYear } from './local-calendar.js'
import type { Zone } from './zone.js'

export const intervals = ['24h', '7d', '30d', '90d', '1y', 'mtd', 'qtd', 'ytd', 'all'] as const
export type Interval = (typeof intervals)[number]

/** What counts when neither an interval nor a start is named, as the interface describes it. */
export const defaultInterval: Interval = '24h'

export type Unit = 'hour' | 'day' | 'month'

/** Instants; `to` is the first that no longer belongs. */
export interface Range {
  from: number
  to: number
  unit: Unit
}

/** Nothing was counted earlier, here or in the services that links are moved from. */
const beginning = Date.UTC(2022, 8, 22)

export interface AskedTime {
  interval?: Interval | undefined
  start?: string | undefined
  end?: string | undefined
}

/** `since` is the local time from which `all` counts; without one it is the beginning. */
export function rangeOf({ interval, start, end }: AskedTime, zone: Zone, now: number, since?: number): Range {
  if (start !== undefined)
    return betweenDays(localDay(start, 'start', zone, now), end === undefined ? zone.localOf(now) : localDay(end, 'end', zone, now), zone)
  return ofInterval(interval ?? defaultInterval, zone, now, since)
}

function ofInterval(interval: Interval, zone: Zone, now: number, since: number | undefined): Range {
  // A click of this very millisecond belongs.
  if (interval === '24h') return { from: now - hours(24), to: now + 1, unit: 'hour' }
  const local = zone.localOf(now)
  const toToday = (from: number, unit: Unit): Range => ({
    from: zone.instantOf(from),
    to: zone.instantOf(startOfDay(local) + days(1)),
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
      return since === undefined ? toToday(beginning, 'month') : betweenDays(since, local, zone)
  }
}

/** Whole days; which of the two comes first does not matter. */
function betweenDays(one: number, other: number, zone: Zone): Range {
  const first = startOfDay(Math.min(one, other))
  const end = startOfDay(Math.max(one, other)) + days(1)
  return { from: zone.instantOf(first), to: zone.instantOf(end), unit: unitOf((end - first) / days(1)) }
}

const unitOf = (length: number): Unit => (length <= 2 ? 'hour' : length > 180 ? 'month' : 'day')

const dateAlone = /^\d{4}-\d{2}-\d{2}$/

/** The day there that a text means, in local time. A date is that date wherever it is; an instant is the day that it falls on. */
function localDay(text: string, field: 'start' | 'end', zone: Zone, now: number): number {
  // Words such as "yesterday" are about the calendar there.
  const isInstant = /\dT\d/.test(text)
  const parsed = parseInstant(text, new Date(isInstant || dateAlone.test(text) ? now : zone.localOf(now)))
  if (!parsed) throw dateNotUnderstood(field)
  const local = isInstant ? zone.localOf(parsed.getTime()) : parsed.getTime()
  if (startOfDay(local) < beginning) throw startTooEarly(field)
  // Nothing has happened yet after today; a series may still show some empty days.
  return Math.min(local, zone.localOf(now) + days(366))
}
