/** The intervals of a time series. */
import { days, minutes } from '../time.js'
import { startOfDay, startOfMonth } from './local-calendar.js'
import type { Zone } from './zone.js'

/** Instants in milliseconds; `to` is exclusive. */
interface BucketRange {
  from: number
  to: number
  unit: 'minute' | 'hour' | 'day' | 'month'
}

/**
 * Start instants of the minutes, hours, days or months of the zone, from the one that contains the start of the range to the last before
 * its end. The database knows other zones than `Intl`, so queries receive these instants instead of a zone.
 */
export function bucketStarts({ from, to, unit }: BucketRange, zone: Zone): number[] {
  if (unit === 'minute') return minuteStarts(from, to)
  if (unit === 'hour') return hourStarts(from, to, zone)
  const step = unit === 'day' ? (local: number) => startOfDay(local) + days(1) : (local: number) => startOfMonth(local, 1)
  const starts: number[] = []
  let local = unit === 'day' ? startOfDay(zone.toLocal(from)) : startOfMonth(zone.toLocal(from))
  for (let start = zone.toInstant(local); start < to; start = zone.toInstant(local)) {
    starts.push(start)
    local = step(local)
  }
  return starts
}

function minuteStarts(from: number, to: number): number[] {
  const first = Math.floor(from / minutes(1)) * minutes(1)
  return Array.from({ length: Math.ceil((to - first) / minutes(1)) }, (_, index) => first + minutes(index))
}

const quarterHour = minutes(15)

// Local hours, not UTC hours: they may start at half past in UTC, and an hour that the clock shows twice counts as two.
function hourStarts(from: number, to: number, zone: Zone): number[] {
  const hourAt = (instant: number) => {
    const local = zone.toLocal(instant)
    return `${Math.floor(local / minutes(60))} ${local - instant}`
  }
  let start = Math.floor(from / quarterHour) * quarterHour
  while (hourAt(start - quarterHour) === hourAt(start)) start -= quarterHour
  const starts: number[] = []
  for (let previous = ''; start < to; start += quarterHour) {
    const hour = hourAt(start)
    if (hour !== previous) starts.push(start)
    previous = hour
  }
  return starts
}
