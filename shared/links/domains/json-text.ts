/** Texts that hold JSON, as they are kept. Pure. */

/** Deeper nesting is nothing that an app reads, and more than a database wants to. */
const deepest = 100
const longest = 200_000

// Neither half a surrogate pair nor NUL can be kept; both are written as escapes.
const unkeepable = /\\u(0000|d[89a-f][0-9a-f]{2})/

/** What the text holds; null for an empty one. */
export function parseJsonText(text: string): { json: unknown } | 'broken' {
  if (text.trim() === '') return { json: null }
  if (text.length > longest || nesting(text) > deepest) return 'broken'
  try {
    const json: unknown = JSON.parse(text)
    return unkeepable.test(JSON.stringify(json)) ? 'broken' : { json }
  } catch {
    return 'broken'
  }
}

/** At least as deep as it is: brackets within texts count as well. */
function nesting(text: string): number {
  let depth = 0
  let most = 0
  for (const character of text) {
    if (character === '{' || character === '[') most = Math.max(most, ++depth)
    else if (character === '}' || character === ']') depth--
  }
  return most
}
