import { appScopeUnknown } from '../errors.js'
import type { TokenScope } from '../permissions.js'

/** Implicit scope of every app; it permits `userinfo` only. */
const userInfoScope = 'user.read'

const appScopes = [
  'links.read',
  'links.write',
  'tags.read',
  'tags.write',
  'domains.read',
  'domains.write',
  'folders.read',
  'folders.write',
  'webhooks.read',
  'webhooks.write',
  'analytics.read',
  'customers.read',
  'customers.write',
  'conversions.write',
] as const satisfies readonly TokenScope[]
export type AppScope = (typeof appScopes)[number]

/** Parses requested scopes, separated by spaces, commas or plus signs. Scopes of the workspace itself are ignored. */
export function parseAppScopes(text: string | undefined): AppScope[] {
  const names = (text ?? '').split(/[\s,+]+/).filter((name) => name !== '' && name !== userInfoScope && !name.startsWith('workspaces.'))
  const unknown = names.find((name) => !(appScopes as readonly string[]).includes(name))
  if (unknown !== undefined) throw appScopeUnknown(unknown)
  return [...new Set(names as AppScope[])]
}

/** Scopes as stored in a token. Never empty, because no scopes would grant all permissions of the role. */
export const formatAppScopes = (scopes: readonly AppScope[]) => [...scopes, userInfoScope].join(' ')
