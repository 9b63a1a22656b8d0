import type { ValueFilter } from './event-store.js'

/**
 * Parses a filter: `a` is equal, `a,b` any of, `-a` not equal, `-a,b` none of; `\,` is a comma in a value. Returns null if there is no
 * value.
 */
export function filterValues(text: string | undefined): ValueFilter | null {
  if (text === undefined) return null
  const negated = text.startsWith('-')
  const list = (negated ? text.slice(1) : text)
    .split(/(?<!\\),/)
    .map((value) => value.replaceAll(String.raw`\,`, ',').trim())
    .filter(Boolean)
  return list.length > 0 ? { values: [...new Set(list)], negated } : null
}
