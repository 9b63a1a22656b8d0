/** No client needs deeper nesting. Recursive code and PostgreSQL's jsonb fail at a few thousand levels. */
export const maxNestingDepth = 100

/** Whether JSON text is nested deeper than `limit`, found without recursion. Brackets inside strings do not count. */
export function isNestedDeeper(text: string, limit = maxNestingDepth): boolean {
  if (text.length <= limit) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === openBracket || code === openBrace) {
      if (++depth > limit) return true
    } else if (code === closeBracket || code === closeBrace) depth--
  }
  return false
}

const [quote, openBracket, closeBracket, openBrace, closeBrace] = ['"', '[', ']', '{', '}'].map((mark) => mark.charCodeAt(0))

/** Index of the closing quote, or the end of an unclosed string. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0
    while (text[at - 1 - escapes] === '\\') escapes++
    if (escapes % 2 === 0) return at
  }
  return text.length
}
