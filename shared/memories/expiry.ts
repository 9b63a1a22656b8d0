/** Expiry of memories. A memory with an expiry date is valid until the end of that day in UTC. */
import { days } from '../kernel/time.js'
import { invalidExpiry, invalidTime } from './errors.js'

export interface Expiry {
  /** As returned to callers. */
  expirationDate: string | null
  /** The first instant at which the memory has expired. */
  expiresAt: Date | null
}

const noExpiry: Expiry = { expirationDate: null, expiresAt: null }
const dateOnly = /^\d{4}-\d{2}-\d{2}$/

export function parseExpiry(text: string | null | undefined): Expiry {
  if (text === null || text === undefined) return noExpiry
  const at = parseInstant(text)
  if (!at) throw invalidExpiry()
  if (!dateOnly.test(text)) return { expirationDate: at.toISOString(), expiresAt: at }
  return { expirationDate: text, expiresAt: new Date(Math.min(at.getTime() + days(1), maxTime)) }
}

/** Parses a timestamp, or seconds since 1970. */
export function parseTime(name: string, value: string | number): Date {
  const at = typeof value === 'number' ? new Date(value * 1000) : parseInstant(value)
  if (!at || !isStorable(at)) throw invalidTime(name)
  return at
}

// The database refuses other years in the form that JSON gives them.
const minTime = Date.parse('0001-01-01T00:00:00Z')
const maxTime = Date.parse('9999-12-31T23:59:59.999Z')

/** False for an invalid date too. */
export const isStorable = (at: Date) => at.getTime() >= minTime && at.getTime() <= maxTime

// `Date` accepts days such as 30 February and moves them into the next month.
function parseInstant(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/.test(text)) return null
  const at = new Date(/T.*\d$/.test(text) && !/[+-]\d{2}:\d{2}$/.test(text) ? `${text}Z` : text)
  const midnight = new Date(text.slice(0, 10))
  return isStorable(at) && isStorable(midnight) && midnight.toISOString().slice(0, 10) === text.slice(0, 10) ? at : null
}
