/** Parses instants in user input: ISO 8601, or English such as "tomorrow at 5pm". */
import { createRequire } from 'node:module'
import type { parse } from 'chrono-node/en'
import type { Zone } from './time-zones/zone.js'

/** Loaded at first use, because the parser has fifty modules and most dates are ISO 8601. */
const loadChrono = () => createRequire(import.meta.url)('chrono-node/en') as { parse: typeof parse }

const iso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** The instant, or null for text without a valid date in the years 1 to 9999. The default time zone is UTC. */
export function parseInstant(text: string, now: Date): Date | null {
  const trimmed = text.trim()
  const date = iso.test(trimmed) ? parseIso(trimmed) : parseEnglish(trimmed, now)
  if (!date || Number.isNaN(date.getTime())) return null
  const year = date.getUTCFullYear()
  return year >= 1 && year <= 9999 ? date : null
}

/** A time with a UTC offset, also as `Date.prototype.toString` formats it. */
const timeWithOffset = /\d:\d{2}.*(Z|[+-]\d{2}:?\d{2})(\s*\([^()]*\))?\s*$/i

/**
 * Like `parseInstant`, but a text without a UTC offset is a time of the zone, and words such as "yesterday" refer to the calendar of the
 * zone.
 */
export function parseInstantIn(zone: Zone, text: string, now: Date): Date | null {
  if (timeWithOffset.test(text)) return parseInstant(text, now)
  const local = parseInstant(text, new Date(zone.toLocal(now.getTime())))
  return local && new Date(zone.toInstant(local.getTime()))
}

function parseIso(text: string): Date | null {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number) as [number, number, number]
  // The built-in parser rolls 30 February over into March.
  if (new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day) return null
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/.test(text) || !text.includes('T')
  return new Date(hasZone ? text : `${text}Z`)
}

// `Date.prototype.toString` adds the name of the zone to its offset.
const zoneName = /(?<=GMT[+-]\d{4}) \([^()]*\)$/

/** The parser finds dates anywhere in a text. A date with anything before or after it is refused, because its meaning may differ. */
function parseEnglish(text: string, now: Date): Date | null {
  const expression = text.replace(zoneName, '')
  const [match] = loadChrono().parse(expression, { instant: now, timezone: 0 })
  return match?.text === expression ? match.date() : null
}
