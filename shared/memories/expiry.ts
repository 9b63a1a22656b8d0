/** When a memory is over. A day counts to its end, in UTC; an instant is one. */
import { malformedExpiry, malformedTime } from './errors.js'

export interface Expiry {
  /** As it is shown. */
  expirationDate: string | null
  /** The first instant at which the memory is gone. */
  expiresAt: Date | null
}

const never: Expiry = { expirationDate: null, expiresAt: null }
const day = /^\d{4}-\d{2}-\d{2}$/

export function expiryOf(text: string | null | undefined): Expiry {
  if (text === null || text === undefined) return never
  const at = instant(text)
  if (!at) throw malformedExpiry()
  if (!day.test(text)) return { expirationDate: at.toISOString(), expiresAt: at }
  return { expirationDate: text, expiresAt: new Date(at.getTime() + 24 * 3600 * 1000) }
}

/** An instant as text, or in seconds since 1970. */
export function timeOf(name: string, value: string | number): Date {
  const at = typeof value === 'number' ? new Date(value * 1000) : instant(value)
  if (!at || Number.isNaN(at.getTime()) || Math.abs(at.getTime()) > latest) throw malformedTime(name)
  return at
}

const latest = Date.UTC(9999, 0)

// The parser of dates also takes days that no month has, and moves them into the next.
function instant(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/.test(text)) return null
  const at = new Date(/T.*\d$/.test(text) && !/[+-]\d{2}:\d{2}$/.test(text) ? `${text}Z` : text)
  const midnight = new Date(text.slice(0, 10))
  return Number.isNaN(at.getTime()) || Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== text.slice(0, 10)
    ? null
    : at
}
