/** Parsing and limits of JSON text settings. Pure. */

/** No app reads deeper nesting, and PostgreSQL limits the depth of jsonb. */
const maxDepth = 100
const maxLength = 200_000

// jsonb cannot store a lone surrogate or NUL; JSON.stringify writes both as escapes.
const unstorableEscape = /\\u(0000|d[89a-f][0-9a-f]{2})/

/** The parsed value; null for an empty text. */
export function parseJsonText(text: string): { json: unknown } | 'invalid' {
  if (text.trim() === '') return { json: null }
  if (text.length > maxLength || nestingDepth(text) > maxDepth) return 'invalid'
  try {
    const json: unknown = JSON.parse(text)
    return unstorableEscape.test(JSON.stringify(json)) ? 'invalid' : { json }
  } catch {
    return 'invalid'
  }
}

/** Upper bound of the nesting depth: brackets inside strings count as well. */
function nestingDepth(text: string): number {
  let depth = 0
  let deepest = 0
  for (const character of text) {
    if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth)
    else if (character === '}' || character === ']') depth--
  }
  return deepest
}
