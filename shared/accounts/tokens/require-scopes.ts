import { scopesBeyondRole } from '../errors.js'
import type { Role } from '../member.entity.js'
import { type TokenScope, tokenScopes } from '../permissions.js'

/** Refuses scopes that somebody in this role may not grant. */
export function requireGrantable(scopes: readonly TokenScope[], role: Role): void {
  const beyond = scopes.filter((scope) => !(tokenScopes[scope].roles as readonly Role[]).includes(role))
  if (beyond.length > 0) throw scopesBeyondRole(beyond)
}
