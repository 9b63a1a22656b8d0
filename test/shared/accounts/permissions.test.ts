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
  'links.read analytics.read workspaces.read domains.read tags.read tokens.read oauth_apps.read integrations.read webhooks.read folders.read groups.read messages.read memories.read',
)
const memberWrites = list('links.write tags.write folders.write integrations.write groups.write messages.write memories.write')
const ownerWrites = list('workspaces.write domains.write tokens.write oauth_apps.write webhooks.write')
const moneyWrites = list('payouts.write billing.write')

const ofRole: Record<Role, Permission[]> = {
  owner: [...reads, ...memberWrites, ...ownerWrites, ...moneyWrites],
  member: [...reads, ...memberWrites],
  viewer: reads,
  billing: [...reads, ...moneyWrites],
}

for (const role of roles) {
  for (const nothing of [null, '', ' ']) {
    test(`a key without scopes (${JSON.stringify(nothing)}) may do all that its ${role} may`, (t) =>
      t.deepEqual(sorted(grantedPermissions(role, nothing)), sorted(ofRole[role])))
  }
}

test('the table of roles knows every permission', (t) => t.deepEqual(sorted(permissions), sorted(ofRole.owner)))

const sharedReads = 'links.read tags.read folders.read domains.read workspaces.read analytics.read groups.read memories.read'

/** What a key with one scope may do, by role. */
const cells: Record<TokenScope, Record<Role, string>> = {
  'links.read': same('links.read'),
  'tags.read': same('tags.read'),
  'folders.read': same('folders.read'),
  'domains.read': same('domains.read'),
  'groups.read': same('groups.read'),
  'workspaces.read': same('workspaces.read'),
  'analytics.read': same('analytics.read'),
  'webhooks.read': same('webhooks.read'),
  'memories.read': same('memories.read'),
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
  'apis.read': same(sharedReads),
  'apis.all': {
    owner: `${sharedReads} links.write tags.write folders.write domains.write workspaces.write groups.write memories.write`,
    member: `${sharedReads} links.write tags.write folders.write groups.write memories.write`,
    viewer: sharedReads,
    billing: sharedReads,
  },
}

function same(names: string): Record<Role, string> {
  return { owner: names, member: names, viewer: names, billing: names }
}

for (const [scope, byRole] of Object.entries(cells)) {
  for (const role of roles)
    test(`a key of a ${role} with ${scope} may: ${byRole[role]}`, (t) =>
      t.deepEqual(sorted(grantedPermissions(role, scope)), sorted(list(byRole[role]))))
}
test('the table of scopes has every scope', (t) => t.deepEqual(sorted(Object.keys(cells)), sorted(Object.keys(tokenScopes))))

test('scopes add up', (t) =>
  t.deepEqual(sorted(grantedPermissions('owner', 'links.write analytics.read')), ['analytics.read', 'links.read', 'links.write']))
test('a scope that nobody knows grants nothing', (t) => t.is(grantedPermissions('owner', 'everything toString __proto__').size, 0))

const writersMay = 'links.write tags.write folders.write groups.write memories.write apis.all'
const ownersMay = 'domains.write workspaces.write webhooks.write'
test('a scope says which roles may grant it', (t) => {
  for (const [scope, { roles: granting }] of Object.entries(tokenScopes)) {
    const expected = list(writersMay).includes(scope as Permission)
      ? ['member', 'owner']
      : list(ownersMay).includes(scope as Permission)
        ? ['owner']
        : ['billing', 'member', 'owner', 'viewer']
    t.deepEqual(sorted(granting), expected, scope)
  }
})
