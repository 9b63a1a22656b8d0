import test from 'ava'
import {
  grantedPermissions,
  type Permission,
  permissions,
  type Role,
  roles,
  type TokenScope,
  tokenScopes,
} from '../../../shared/accounts/index.js'

const list = (names: string) => names.split(' ').filter(Boolean) as Permission[]
const sorted = (set: Iterable<string>) => [...set].sort()

const reads = list(
  'links.read analytics.read workspaces.read domains.read tags.read tokens.read oauth_apps.read integrations.read ' +
    'webhooks.read folders.read groups.read messages.read memories.read',
)
const customerReads = list('customers.read')
const memberWrites = list(
  'links.write tags.write folders.write integrations.write groups.write messages.write memories.write customers.write conversions.write',
)
const ofOwners = list('workspaces.write workspaces.export domains.write tokens.write oauth_apps.write webhooks.write')
const moneyWrites = list('payouts.write billing.write')

const ofRole: Record<Role, Permission[]> = {
  owner: [...reads, ...customerReads, ...memberWrites, ...ofOwners, ...moneyWrites],
  member: [...reads, ...customerReads, ...memberWrites],
  viewer: [...reads, ...customerReads],
  billing: [...reads, ...moneyWrites],
}

for (const role of roles) {
  for (const empty of [null, '', ' ']) {
    test(`a key without scopes (${JSON.stringify(empty)}) has all permissions of the role ${role}`, (t) =>
      t.deepEqual(sorted(grantedPermissions(role, empty)), sorted(ofRole[role])))
  }
}

test('the permission table of these tests is complete', (t) => t.deepEqual(sorted(permissions), sorted(ofRole.owner)))

const sharedReads = 'links.read tags.read folders.read domains.read workspaces.read analytics.read groups.read memories.read'
const writesOfMembers = 'customers.read links.write tags.write folders.write groups.write memories.write customers.write conversions.write'

/** Permissions of a key with a single scope, by role. */
const permissionsByScope: Record<TokenScope, Record<Role, string>> = {
  'links.read': same('links.read'),
  'tags.read': same('tags.read'),
  'folders.read': same('folders.read'),
  'domains.read': same('domains.read'),
  'groups.read': same('groups.read'),
  'workspaces.read': same('workspaces.read'),
  'analytics.read': same('analytics.read'),
  'webhooks.read': same('webhooks.read'),
  'memories.read': same('memories.read'),
  'customers.read': { ...same('customers.read'), billing: '' },
  'customers.write': {
    owner: 'customers.read customers.write',
    member: 'customers.read customers.write',
    viewer: 'customers.read',
    billing: '',
  },
  'conversions.write': { owner: 'conversions.write', member: 'conversions.write', viewer: '', billing: '' },
  'memories.write': {
    owner: 'memories.read memories.write',
    member: 'memories.read memories.write',
    viewer: 'memories.read',
    billing: 'memories.read',
  },
  'links.write': { owner: 'links.read links.write', member: 'links.read links.write', viewer: 'links.read', billing: 'links.read' },
  'tags.write': { owner: 'tags.read tags.write', member: 'tags.read tags.write', viewer: 'tags.read', billing: 'tags.read' },
  'folders.write': {
    owner: 'folders.read folders.write',
    member: 'folders.read folders.write',
    viewer: 'folders.read',
    billing: 'folders.read',
  },
  'groups.write': { owner: 'groups.read groups.write', member: 'groups.read groups.write', viewer: 'groups.read', billing: 'groups.read' },
  'domains.write': { owner: 'domains.read domains.write', member: 'domains.read', viewer: 'domains.read', billing: 'domains.read' },
  'workspaces.write': {
    owner: 'workspaces.read workspaces.write',
    member: 'workspaces.read',
    viewer: 'workspaces.read',
    billing: 'workspaces.read',
  },
  'webhooks.write': { owner: 'webhooks.read webhooks.write', member: 'webhooks.read', viewer: 'webhooks.read', billing: 'webhooks.read' },
  'apis.read': { ...same(`${sharedReads} customers.read`), billing: sharedReads },
  'apis.all': {
    owner: `${sharedReads} ${writesOfMembers} domains.write workspaces.write`,
    member: `${sharedReads} ${writesOfMembers}`,
    viewer: `${sharedReads} customers.read`,
    billing: sharedReads,
  },
}

function same(names: string): Record<Role, string> {
  return { owner: names, member: names, viewer: names, billing: names }
}

for (const [scope, byRole] of Object.entries(permissionsByScope)) {
  for (const role of roles)
    test(`a key of role ${role} with scope ${scope} has: ${byRole[role]}`, (t) =>
      t.deepEqual(sorted(grantedPermissions(role, scope)), sorted(list(byRole[role]))))
}
test('the scope table of these tests is complete', (t) =>
  t.deepEqual(sorted(Object.keys(permissionsByScope)), sorted(Object.keys(tokenScopes))))

test('permissions of several scopes are combined', (t) =>
  t.deepEqual(sorted(grantedPermissions('owner', 'links.write analytics.read')), ['analytics.read', 'links.read', 'links.write']))
test('unknown scopes grant nothing', (t) => t.is(grantedPermissions('owner', 'everything toString __proto__').size, 0))

const scopesOfWriters = 'links.write tags.write folders.write groups.write memories.write customers.write conversions.write apis.all'
const scopesOfOwners = 'domains.write workspaces.write webhooks.write'
test('each scope can be granted by the expected roles', (t) => {
  for (const [scope, { roles: granting }] of Object.entries(tokenScopes)) {
    const expected = list(scopesOfWriters).includes(scope as Permission)
      ? ['member', 'owner']
      : scope === 'customers.read'
        ? ['member', 'owner', 'viewer']
        : list(scopesOfOwners).includes(scope as Permission)
          ? ['owner']
          : ['billing', 'member', 'owner', 'viewer']
    t.deepEqual(sorted(granting), expected, scope)
  }
})
