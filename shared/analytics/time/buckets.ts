/** The spans of a time series. */
import { days, minutes } from '../../kernel/time.js'
import { startOfDay, startOfMonth } from './local-calendar.js'
import type { Range } from './range.js'
import type { Zone } from './zone.js'

/** The instants at which hours, days or months begin there, from the one that holds the range's start to the last before its end. */
export function bucketStarts({ from, to, unit }: Range, zone: Zone): number[] {
  if (unit === 'hour') return hourStarts(from, to, zone)
  const step = unit === 'day' ? (local: number) => startOfDay(local) + days(1) : (local: number) => startOfMonth(local, 1)
  const starts: number[] = []
  let local = unit === 'day' ? startOfDay(zone.localOf(from)) : startOfMonth(zone.localOf(from))
  for (let start = zone.instantOf(local); start < to; start = zone.instantOf(local)) {
    starts.push(start)
    local = step(local)
  }
  return starts
}

const quarter = minutes(15)

// Hours of the clock there, not of UTC: they may begin at half past, and one that is shown twice is two.
function hourStarts(from: number, to: number, zone: Zone): number[] {
  const hourAt = (instant: number) => {
    const local = zone.localOf(instant)
    return `${Math.floor(local / minutes(60))} ${local - instant}`
  }
  let start = Math.floor(from / quarter) * quarter
  while (hourAt(start - quarter) === hourAt(start)) start -= quarter
  const starts: number[] = []
  for (let previous = ''; start < to; start += quarter) {
    const hour = hourAt(start)
    if (hour !== previous) starts.push(start)
    previous = hour
  }
  return starts
}
