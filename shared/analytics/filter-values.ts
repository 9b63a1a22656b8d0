import type { Values } from './event-store.js'

/** `a` is, `a,b` is one of, `-a` is not, `-a,b` is none of. Empty pieces are dropped; where nothing is left, nothing is asked. */
export function filterValues(text: string | undefined): Values | null {
  if (text === undefined) return null
  const negated = text.startsWith('-')
  const values = (negated ? text.slice(1) : text)
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  return values.length > 0 ? { values: [...new Set(values)], negated } : null
}
