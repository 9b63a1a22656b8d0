/** Permissions of roles and scopes of tokens, as in the public permission and scope tables. */
import type { Role } from './member.entity.js'

const everyRole = ['owner', 'member', 'viewer', 'billing'] as const
const writers = ['owner', 'member'] as const
const withoutBilling = ['owner', 'member', 'viewer'] as const
const owners = ['owner'] as const

/** The roles that have each permission. */
export const permissionRoles = {
  'links.read': everyRole,
  'links.write': writers,
  'analytics.read': everyRole,
  'customers.read': withoutBilling,
  'customers.write': writers,
  'conversions.write': writers,
  'workspaces.read': everyRole,
  'workspaces.write': owners,
  // No scope grants it: an archive contains what every other permission of an owner protects.
  'workspaces.export': owners,
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

const permissionsOf = (role: Role) =>
  new Set(permissions.filter((permission) => (permissionRoles[permission] as readonly Role[]).includes(role)))

/** All permissions of each role. */
export const rolePermissions: Record<Role, ReadonlySet<Permission>> = {
  owner: permissionsOf('owner'),
  member: permissionsOf('member'),
  viewer: permissionsOf('viewer'),
  billing: permissionsOf('billing'),
}

const shared = ['links', 'tags', 'folders', 'domains', 'workspaces', 'groups', 'memories', 'customers'] as const
const read = (...resources: string[]) => resources.map((resource) => `${resource}.read` as Permission)
const readAndWrite = (...resources: string[]) => resources.flatMap((resource) => [`${resource}.read`, `${resource}.write`] as Permission[])

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
  'customers.read': { roles: withoutBilling, permissions: read('customers') },
  'links.write': { roles: writers, permissions: readAndWrite('links') },
  'tags.write': { roles: writers, permissions: readAndWrite('tags') },
  'folders.write': { roles: writers, permissions: readAndWrite('folders') },
  'groups.write': { roles: writers, permissions: readAndWrite('groups') },
  'memories.write': { roles: writers, permissions: readAndWrite('memories') },
  'customers.write': { roles: writers, permissions: readAndWrite('customers') },
  'conversions.write': { roles: writers, permissions: ['conversions.write'] },
  'domains.write': { roles: owners, permissions: readAndWrite('domains') },
  'workspaces.write': { roles: owners, permissions: readAndWrite('workspaces') },
  'webhooks.write': { roles: owners, permissions: readAndWrite('webhooks') },
  'apis.read': { roles: everyRole, permissions: [...read(...shared), 'analytics.read'] },
  'apis.all': { roles: writers, permissions: [...readAndWrite(...shared), 'analytics.read', 'conversions.write'] },
} as const satisfies Record<string, ScopeRow>

export type TokenScope = keyof typeof tokenScopes

/** Permissions of a key: those of its user's role, restricted by its scopes if it has any. Unknown scopes grant nothing. */
export function grantedPermissions(role: Role, scopes: string | null): ReadonlySet<Permission> {
  const allowed = rolePermissions[role]
  const names = scopes?.split(' ').filter(Boolean) ?? []
  if (names.length === 0) return allowed
  const granted = new Set<Permission>(names.flatMap((name) => (name in tokenScopes ? tokenScopes[name as TokenScope].permissions : [])))
  return new Set([...allowed].filter((permission) => granted.has(permission)))
}
