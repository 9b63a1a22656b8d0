/** A filter by one or several values: `a,b` selects them, `-a,b` excludes them. */
export interface SeveralValues {
  isExcluded: boolean
  values: string[]
}

export function parseSeveral(text: string): SeveralValues {
  const isExcluded = text.startsWith('-')
  const values = (isExcluded ? text.slice(1) : text)
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean)
  return { isExcluded, values }
}
