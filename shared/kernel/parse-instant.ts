/** Parses instants in user input: ISO 8601, or English such as "tomorrow at 5pm". */
import { createRequire } from 'node:module'
import type { parseDate } from 'chrono-node/en'

/** Loaded at first use, because the parser has fifty modules and most dates are ISO 8601. */
const loadChrono = () => createRequire(import.meta.url)('chrono-node/en') as { parseDate: typeof parseDate }

const iso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** The instant, or null for text without a valid date in the years 1 to 9999. The default time zone is UTC. */
export function parseInstant(text: string, now: Date): Date | null {
  const date = iso.test(text.trim()) ? parseIso(text.trim()) : loadChrono().parseDate(text, { instant: now, timezone: 0 })
  if (!date || Number.isNaN(date.getTime())) return null
  const year = date.getUTCFullYear()
  return year >= 1 && year <= 9999 ? date : null
}

function parseIso(text: string): Date | null {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number) as [number, number, number]
  // The built-in parser rolls 30 February over into March.
  if (new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day) return null
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/.test(text) || !text.includes('T')
  return new Date(hasZone ? text : `${text}Z`)
}
