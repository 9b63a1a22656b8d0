/** Instants as callers write them: ISO 8601, or words such as "tomorrow at 5pm". */
import { createRequire } from 'node:module'
import type { parseDate } from 'chrono-node/en'

/** Fifty files that know English, loaded with the first words: most dates come as ISO 8601, and no start waits for them. */
const english = () => createRequire(import.meta.url)('chrono-node/en') as { parseDate: typeof parseDate }

const iso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** The instant, or null for a text that names none within the years 1 to 9999. Without a zone, UTC is meant. */
export function parseInstant(text: string, now: Date): Date | null {
  const date = iso.test(text.trim()) ? parseIso(text.trim()) : english().parseDate(text, { instant: now, timezone: 0 })
  if (!date || Number.isNaN(date.getTime())) return null
  const year = date.getUTCFullYear()
  return year >= 1 && year <= 9999 ? date : null
}

function parseIso(text: string): Date | null {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number) as [number, number, number]
  // The built-in parser rolls 30 February over into March.
  if (new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day) return null
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(text) || !text.includes('T')
  return new Date(zoned ? text : `${text}Z`)
}
