/** Parsing and limits of JSON text settings. Pure. */
import { isNestedDeeper } from '../../kernel/nesting-depth.js'

// jsonb cannot store a lone surrogate or NUL; JSON.stringify writes both as escapes.
const unstorableEscape = /\\u(0000|d[89a-f][0-9a-f]{2})/

/** The parsed value; null for an empty text. */
export function parseJsonText(text: string): { json: unknown } | 'invalid' {
  if (text.trim() === '') return { json: null }
  if (isNestedDeeper(text)) return 'invalid'
  try {
    const json: unknown = JSON.parse(text)
    return unstorableEscape.test(JSON.stringify(json)) ? 'invalid' : { json }
  } catch {
    return 'invalid'
  }
}
