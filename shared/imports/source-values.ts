/** Values of other services and files, as they can be stored. Pure. */
import { parseInstant } from '../kernel/parse-instant.js'
import { days } from '../kernel/time.js'

/** The characters that PostgreSQL cannot store: NUL is removed, half of a pair replaced. */
export const storableText = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** Parses JSON with texts that can be stored. */
export const parseStorableJson = (text: string): unknown =>
  // Only an escape can produce these characters.
  /\\u(?:0000|d[89a-f])/i.test(text)
    ? JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? storableText(value) : value))
    : JSON.parse(text)

/** A whole number of at least 0; 0 for anything else. */
export const countOf = (value: unknown): number => Math.min(Math.max(0, Math.trunc(Number(value) || 0)), Number.MAX_SAFE_INTEGER)

/** A number as people write it, with separators of thousands: `1,234`, `1.234` and `1 234` are the same. */
export const countOfText = (text: string | undefined): number =>
  countOf(/^\d{1,3}([,.'’\s]\d{3})+$/.test(text ?? '') ? text?.replaceAll(/\D/g, '') : text?.replace(',', '.'))

const firstYear = 2000
/** Clocks differ, and so do time zones. */
const leewayMs = days(1)

/** Text, or milliseconds since 1970. Without a time zone it is UTC. Null if it is no time since 2000, or in the future. */
export function instantOf(value: unknown, now: Date): Date | null {
  const at = typeof value === 'number' ? new Date(value) : typeof value === 'string' ? parseInstant(value, now) : null
  return at && at.getUTCFullYear() >= firstYear && at.getTime() <= now.getTime() + leewayMs ? at : null
}
