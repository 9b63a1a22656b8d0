/** Roles, permissions and token scopes, as tables. Reference: the public permission and scope tables. */
import type { Role } from './member.entity.js'

const everyRole = ['owner', 'member', 'viewer', 'billing'] as const
const writers = ['owner', 'member'] as const
const owners = ['owner'] as const

/** Which roles hold a permission. */
export const permissionRoles = {
  'links.read': everyRole,
  'links.write': writers,
  'analytics.read': everyRole,
  'workspaces.read': everyRole,
  'workspaces.write': owners,
  'domains.read': everyRole,
  'domains.write': owners,
  'tags.read': everyRole,
  'tags.write': writers,
  'folders.read': everyRole,
  'folders.write': writers,
  'tokens.read': everyRole,
  'tokens.write': owners,
  'oauth_apps.read': everyRole,
  'oauth_apps.write': owners,
  'integrations.read': everyRole,
  'integrations.write': writers,
  'webhooks.read': everyRole,
  'webhooks.write': owners,
  'groups.read': everyRole,
  'groups.write': writers,
  'memories.read': everyRole,
  'memories.write': writers,
  'messages.read': everyRole,
  'messages.write': writers,
  'payouts.write': ['owner', 'billing'],
  'billing.write': ['owner', 'billing'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissionRoles
export const permissions = Object.keys(permissionRoles) as Permission[]

const ofRole = (role: Role) => new Set(permissions.filter((one) => (permissionRoles[one] as readonly Role[]).includes(role)))

/** Everything that a role may do. */
export const rolePermissions: Record<Role, ReadonlySet<Permission>> = {
  owner: ofRole('owner'),
  member: ofRole('member'),
  viewer: ofRole('viewer'),
  billing: ofRole('billing'),
}

const shared = ['links', 'tags', 'folders', 'domains', 'workspaces', 'groups', 'memories'] as const
const read = (...resources: string[]) => resources.map((one) => `${one}.read` as Permission)
const readAndWrite = (...resources: string[]) => resources.flatMap((one) => [`${one}.read`, `${one}.write`] as Permission[])

interface ScopeRow {
  /** Roles that may grant the scope. */
  roles: readonly Role[]
  permissions: readonly Permission[]
}

export const tokenScopes = {
  'links.read': { roles: everyRole, permissions: read('links') },
  'tags.read': { roles: everyRole, permissions: read('tags') },
  'folders.read': { roles: everyRole, permissions: read('folders') },
  'domains.read': { roles: everyRole, permissions: read('domains') },
  'groups.read': { roles: everyRole, permissions: read('groups') },
  'memories.read': { roles: everyRole, permissions: read('memories') },
  'workspaces.read': { roles: everyRole, permissions: read('workspaces') },
  'analytics.read': { roles: everyRole, permissions: read('analytics') },
  'webhooks.read': { roles: everyRole, permissions: read('webhooks') },
  'links.write': { roles: writers, permissions: readAndWrite('links') },
  'tags.write': { roles: writers, permissions: readAndWrite('tags') },
  'folders.write': { roles: writers, permissions: readAndWrite('folders') },
  'groups.write': { roles: writers, permissions: readAndWrite('groups') },
  'memories.write': { roles: writers, permissions: readAndWrite('memories') },
  'domains.write': { roles: owners, permissions: readAndWrite('domains') },
  'workspaces.write': { roles: owners, permissions: readAndWrite('workspaces') },
  'webhooks.write': { roles: owners, permissions: readAndWrite('webhooks') },
  'apis.read': { roles: everyRole, permissions: [...read(...shared), 'analytics.read'] },
  'apis.all': { roles: writers, permissions: [...readAndWrite(...shared), 'analytics.read'] },
} as const satisfies Record<string, ScopeRow>

export type TokenScope = keyof typeof tokenScopes

/** What a key may do: its user's role, narrowed by its scopes. No scopes narrow nothing; an unknown scope grants nothing. */
export function grantedPermissions(role: Role, scopes: string | null): ReadonlySet<Permission> {
  const ofTheRole = rolePermissions[role]
  const named = scopes?.split(' ').filter(Boolean) ?? []
  if (named.length === 0) return ofTheRole
  const granted = new Set<Permission>(named.flatMap((one) => (one in tokenScopes ? tokenScopes[one as TokenScope].permissions : [])))
  return new Set([...ofTheRole].filter((one) => granted.has(one)))
}
