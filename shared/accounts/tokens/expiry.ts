import { parseInstant } from '../../kernel/natural-date.js'
import type { Scope } from '../../kernel/scope.js'
import { expiryNotAhead } from '../errors.js'

/** When a key is to end; undefined for never. Refuses what is no date, or not in the future. */
export function expiryOf({ now }: Pick<Scope, 'now'>, text: string | null | undefined): Date | undefined {
  if (text === null || text === undefined) return undefined
  const instant = parseInstant(text, now())
  if (!instant || instant <= now()) throw expiryNotAhead()
  return instant
}
