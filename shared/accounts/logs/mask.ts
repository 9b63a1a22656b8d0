/** Masks secrets in logged bodies. */
import { hidden, maskKeys, maskSecret } from '../../kernel/mask-secrets.js'

/** Names of fields that contain secrets. */
const secretField = /(?:token|secret|api_?key|publishable_?key|invite_?code|credentials?|verifier)$/i
/** Names of fields that are hidden completely, because passwords may be short. */
const hiddenField = /(?:password|passwd|signing_?secret)$/i

/** No valid request body is nested deeper. */
const maxDepth = 20
const truncated = '…'

/**
 * The value as masked JSON of at most `maxLength` characters. The work is limited to about as many characters, whatever the size of the
 * value.
 */
export function maskJson(value: unknown, maxLength: number): string {
  let remaining = maxLength
  const maskText = (text: string, name: string) =>
    hiddenField.test(name) ? hidden : secretField.test(name) ? maskSecret(text) : maskKeys(text.slice(0, maxLength))
  const mask = (node: unknown, name: string, depth: number): unknown => {
    remaining -= name.length + (typeof node === 'string' ? node.length : 4)
    if (depth > maxDepth) return truncated
    if (typeof node === 'string') return maskText(node, name)
    if (Array.isArray(node)) return node.slice(0, maxItems()).map((item) => (remaining > 0 ? mask(item, name, depth + 1) : truncated))
    if (typeof node !== 'object' || node === null) return node
    return Object.fromEntries(
      Object.entries(node)
        .slice(0, maxItems())
        .map(([key, item]) => [key, remaining > 0 ? mask(item, key, depth + 1) : truncated]),
    )
  }
  const maxItems = () => Math.max(0, remaining) + 1
  return JSON.stringify(mask(value, '', 0)).slice(0, maxLength)
}
