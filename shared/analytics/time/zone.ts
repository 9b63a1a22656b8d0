/** Calendar and clock of a place. A "local" time is a number of milliseconds that reads as UTC what the clock there shows. */
import { days } from '../../kernel/time.js'

export interface Zone {
  /** What the clock shows at the instant. */
  localOf(instant: number): number
  /** The first instant at which the clock shows the time; where it is skipped, the instant at which it is. */
  instantOf(local: number): number
}

// What most callers ask for, and no calendar has to be asked about.
const utc: Zone = { localOf: (instant) => instant, instantOf: (local) => local }

const zones = new Map([['UTC', utc]])
/** Names come from outside, so not every one is remembered for ever. */
const mostZones = 1000

/** A zone by its IANA name; UTC for a name that nobody knows. */
export function zoneOf(name: string): Zone {
  const known = zones.get(name)
  if (known) return known
  const zone = openZone(name)
  if (zones.size < mostZones) zones.set(name, zone)
  return zone
}

function openZone(name: string): Zone {
  let format: Intl.DateTimeFormat
  try {
    const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const
    format = new Intl.DateTimeFormat('en-US', { timeZone: name, hourCycle: 'h23', calendar: 'gregory', ...parts })
  } catch {
    return utc
  }
  const localOf = (instant: number) => instant + offsetAt(format, instant)
  return { localOf, instantOf: (local) => instantOf(localOf, local) }
}

function offsetAt(format: Intl.DateTimeFormat, instant: number): number {
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  ) as Record<string, number>
  return Date.UTC(year as number, (month as number) - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
}

function instantOf(localOf: Zone['localOf'], local: number): number {
  // No place changes its clock twice within two days, so the offset is one of those that hold on either side.
  const [before, after] = [-1, 1].map((side) => localOf(local + days(side)) - (local + days(side))) as [number, number]
  const instants = [before, after].map((offset) => local - offset)
  const shown = instants.filter((instant) => localOf(instant) === local)
  return shown.length > 0 ? Math.min(...shown) : local - before
}

/** `2026-11-21T00:00:00.000+0530`: the clock with its distance from UTC. */
export function textOf(zone: Zone, instant: number): string {
  const local = zone.localOf(instant)
  const offset = Math.round((local - instant) / 60_000)
  const two = (number: number) => String(number).padStart(2, '0')
  const distance = `${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}${two(Math.abs(offset) % 60)}`
  return `${new Date(local).toISOString().slice(0, 19)}.000${distance}`
}
