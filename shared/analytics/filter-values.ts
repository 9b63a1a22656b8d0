import type { ValueFilter } from './event-store.js'

/**
 * Parses a filter: `a` is equal, `a,b` any of, `-a` not equal, `-a,b` none of; `\,` is a comma in a value. Returns null if there is no
 * value. Spaces at the edges of values do not count; `matchesSpaces` also finds values that are stored with them.
 */
export function filterValues(text: string | undefined, { matchesSpaces = false } = {}): ValueFilter | null {
  if (text === undefined) return null
  const negated = text.startsWith('-')
  const list = (negated ? text.slice(1) : text)
    .split(/(?<!\\),/)
    .map((value) => value.replaceAll(String.raw`\,`, ','))
    .filter((value) => value.trim() !== '')
    .flatMap((value) => (matchesSpaces ? [value.trim(), value] : [value.trim()]))
  return list.length > 0 ? { values: [...new Set(list)], negated } : null
}
