/** Values of text fields as lists. */

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The words between spaces, commas and line breaks. */
export const wordsOf = (value: unknown): string[] =>
  textOf(value)
    .split(/[\s,]+/)
    .filter(Boolean)
