/** The intervals of a time series. */
import { days, minutes } from '../../kernel/time.js'
import { startOfDay, startOfMonth } from './local-calendar.js'
import type { Range } from './range.js'
import type { Zone } from './zone.js'

/** Start instants of the hours, days or months of the zone, from the one that contains the start of the range to the last before its end. */
export function bucketStarts({ from, to, unit }: Range, zone: Zone): number[] {
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
