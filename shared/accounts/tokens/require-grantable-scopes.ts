import { scopesNotGrantable } from '../errors.js'
import type { Role } from '../member.entity.js'
import { type TokenScope, tokenScopes } from '../permissions.js'

/** Refuses scopes that a user in this role cannot grant. */
export function requireGrantableScopes(scopes: readonly TokenScope[], role: Role): void {
  const notGrantable = scopes.filter((scope) => !(tokenScopes[scope].roles as readonly Role[]).includes(role))
  if (notGrantable.length > 0) throw scopesNotGrantable(notGrantable)
}
