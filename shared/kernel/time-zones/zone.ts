/** Time zones. A local time is the wall-clock time of a zone, stored as milliseconds as if it were UTC. */
import { unprocessable } from '../errors.js'
import { days } from '../time.js'

export interface Zone {
  /** The local time at the instant. */
  toLocal(instant: number): number
  /** The first instant with this local time; for a time that the clock skips, the instant of the change. */
  toInstant(local: number): number
}

// The most frequent zone, which needs no `Intl` call.
const utc: Zone = { toLocal: (instant) => instant, toInstant: (local) => local }

const zones = new Map([['UTC', utc]])
/** Names are user input, so the cache is bounded. */
const maxCachedZones = 1000

/** The zone with this IANA name. Throws if it is unknown. */
export function zoneOf(name: string): Zone {
  const known = zones.get(name)
  if (known) return known
  const zone = openZone(name)
  if (zones.size < maxCachedZones) zones.set(name, zone)
  return zone
}

function openZone(name: string): Zone {
  let format: Intl.DateTimeFormat
  try {
    const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const
    format = new Intl.DateTimeFormat('en-US', { timeZone: name, hourCycle: 'h23', calendar: 'gregory', ...parts })
  } catch {
    throw unprocessable(`timezone: ${name.slice(0, 50)} is not a known time zone. Send an IANA name, such as Europe/Berlin.`)
  }
  const toLocal = (instant: number) => instant + offsetAt(format, instant)
  return { toLocal, toInstant: (local) => instantOf(toLocal, local) }
}

function offsetAt(format: Intl.DateTimeFormat, instant: number): number {
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  ) as Record<string, number>
  return Date.UTC(year as number, (month as number) - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
}

function instantOf(toLocal: Zone['toLocal'], local: number): number {
  // No zone changes its offset twice within two days, so the offset is one of those a day before and a day after.
  const [before, after] = [-1, 1].map((side) => toLocal(local + days(side)) - (local + days(side))) as [number, number]
  const instants = [before, after].map((offset) => local - offset)
  const matching = instants.filter((instant) => toLocal(instant) === local)
  return matching.length > 0 ? Math.min(...matching) : local - before
}

/** Local time with its UTC offset, such as `2026-11-21T00:00:00.000+0530`. */
export function formatInstant(zone: Zone, instant: number): string {
  const local = zone.toLocal(instant)
  const offset = Math.round((local - instant) / 60_000)
  const two = (number: number) => String(number).padStart(2, '0')
  const utcOffset = `${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}${two(Math.abs(offset) % 60)}`
  return `${new Date(local).toISOString().slice(0, 19)}.000${utcOffset}`
}
