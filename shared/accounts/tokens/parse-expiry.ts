import { parseInstant } from '../../kernel/parse-instant.js'
import type { Scope } from '../../kernel/scope.js'
import { expiryNotInFuture } from '../errors.js'

/** The expiry of a key; undefined for none. Refuses invalid dates and dates in the past. */
export function parseExpiry({ now }: Pick<Scope, 'now'>, text: string | null | undefined): Date | undefined {
  if (text === null || text === undefined) return undefined
  const instant = parseInstant(text, now())
  if (!instant || instant <= now()) throw expiryNotInFuture()
  return instant
}
