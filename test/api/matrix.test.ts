/**
 * Role x scope x endpoint: which doors open. What is expected is written out here from the public tables, apart from the program's own; the
 * rows and their permissions come from the program.
 */
import test from 'ava'
import type { Endpoint } from '../../api/endpoint.js'
import { tables } from '../../api/routes/index.js'
import { permissions, type Role, roles, type TokenScope, tokenScopes } from '../../shared/accounts/index.js'
import { bearer, knock } from '../support/knock.js'
import { testService, type TestService } from '../support/service.js'

const readers = 'owner member viewer billing'
const byRole: Record<string, string> = {
  'links.read': readers,
  'analytics.read': readers,
  'workspaces.read': readers,
  'domains.read': readers,
  'tags.read': readers,
  'tokens.read': readers,
  'oauth_apps.read': readers,
  'integrations.read': readers,
  'webhooks.read': readers,
  'folders.read': readers,
  'groups.read': readers,
  'messages.read': readers,
  'memories.read': readers,
  'links.write': 'owner member',
  'tags.write': 'owner member',
  'folders.write': 'owner member',
  'integrations.write': 'owner member',
  'groups.write': 'owner member',
  'messages.write': 'owner member',
  'memories.write': 'owner member',
  'workspaces.write': 'owner',
  'domains.write': 'owner',
  'tokens.write': 'owner',
  'oauth_apps.write': 'owner',
  'webhooks.write': 'owner',
  'payouts.write': 'owner billing',
  'billing.write': 'owner billing',
}

const allReads = 'links.read tags.read folders.read domains.read workspaces.read analytics.read groups.read memories.read'
const byScope: Record<TokenScope, string> = {
  'links.read': 'links.read',
  'tags.read': 'tags.read',
  'folders.read': 'folders.read',
  'domains.read': 'domains.read',
  'groups.read': 'groups.read',
  'workspaces.read': 'workspaces.read',
  'analytics.read': 'analytics.read',
  'webhooks.read': 'webhooks.read',
  'memories.read': 'memories.read',
  'memories.write': 'memories.read memories.write',
  'links.write': 'links.read links.write',
  'tags.write': 'tags.read tags.write',
  'folders.write': 'folders.read folders.write',
  'groups.write': 'groups.read groups.write',
  'domains.write': 'domains.read domains.write',
  'workspaces.write': 'workspaces.read workspaces.write',
  'webhooks.write': 'webhooks.read webhooks.write',
  'apis.read': allReads,
  'apis.all': `${allReads} links.write tags.write folders.write domains.write workspaces.write groups.write memories.write`,
}

const has = (list: string | undefined, word: string) => (list ?? '').split(' ').includes(word)
const expected = ({ permissions: asked, roles: some }: Endpoint['access'], role: Role, scope: TokenScope | null) =>
  asked.every((one) => has(byRole[one], role) && (scope === null || has(byScope[scope], one))) &&
  (some === undefined || some.includes(role))

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

const rows = tables.rows.filter(({ access }) => access.kind === 'workspace')
// Doors are the same where they ask the same: each set of permissions and roles is tried once, and every row has one of them.
const nameOf = ({ permissions: asked, roles: some = [] }: Endpoint['access']) => [...asked, ...some].join(' ')
const doors = [...new Map(rows.map((row) => [nameOf(row.access), row])).values()]

/** `opens`, or the code of the refusal. */
async function outcome(row: Endpoint, key: string): Promise<string> {
  try {
    await row.access.open(knock(service.resources, { method: row.method, path: '/somewhere', headers: bearer(key) }))
    return 'opens'
  } catch (error) {
    return (error as { code: string }).code
  }
}

for (const role of roles) {
  for (const scope of [null, ...(Object.keys(tokenScopes) as TokenScope[])]) {
    test.serial(
      `a ${role} with ${scope ? `a key of scope ${scope}` : 'a key without scopes'} opens exactly the doors of the table`,
      async (t) => {
        const { key } = await service.make.caller({ role, ...(scope ? { scopes: [scope] } : {}) })
        const found = await Promise.all(doors.map(async (row) => [nameOf(row.access), await outcome(row, key)]))
        t.deepEqual(
          found,
          doors.map(({ access }) => [nameOf(access), expected(access, role, scope) ? 'opens' : 'forbidden']),
        )
      },
    )
  }
}

test('the tables here know every permission and every scope', (t) => {
  t.true(doors.some(({ access }) => access.roles !== undefined))
  t.deepEqual(Object.keys(byRole).sort(), [...permissions].sort())
  t.deepEqual(Object.keys(byScope).sort(), Object.keys(tokenScopes).sort())
  t.true(rows.length > 20 && doors.length > 5)
})

test('nobody else opens a door: not a stranger, not a former member, not the key of another workspace', async (t) => {
  const [mine, former] = [await service.make.caller(), await service.make.caller()]
  const { key: personal } = await service.make.token(former.user, null)
  await service.resources.database.pool.query('delete from members where user_id = $1', [former.user.id])
  for (const row of doors) {
    const open = (key: string, query: string) =>
      row.access.open(knock(service.resources, { method: row.method, path: '/somewhere', headers: bearer(key), query }))
    for (const [key, query] of [
      [personal, `workspaceId=${mine.workspace.id}`],
      [former.key, ''],
      [former.key, `workspaceId=${mine.workspace.id}`],
      [former.key, `workspaceId=${mine.workspace.slug}`],
    ] as const) {
      t.like(await t.throwsAsync(open(key, query)), { code: 'not_found', message: 'Workspace not found.' }, row.id)
    }
  }
})

/** Changes that ask for no permission at the door, each with what stands in its place. */
const changesWithoutPermission: Record<string, string> = {
  removeMember: 'members may leave; for others the permission is asked inside',
  changeNotificationPreferences: 'everybody says for themselves what they want to hear of',
  cancelJob: 'whoever asked for the work may stop it',
}
const isReading = ({ id, method }: Endpoint) => method === 'GET' || /list|search/i.test(id)

test('what changes something asks for a permission to write, or for roles', (t) => {
  const lax = rows.filter((row) => !isReading(row) && !row.access.permissions.some((one) => one.endsWith('.write')) && !row.access.roles)
  t.deepEqual(
    lax.map(({ id }) => id).filter((id) => !(id in changesWithoutPermission)),
    [],
  )
})

test('what only reads asks for no permission to write', (t) => {
  t.deepEqual(
    rows.filter((row) => row.method === 'GET' && row.access.permissions.some((one) => one.endsWith('.write'))).map(({ id }) => id),
    [],
  )
})

/** Which resource the permissions of a path are about, by its first step. */
const resourceOf: Record<string, string> = {
  links: 'links',
  tags: 'tags',
  folders: 'folders',
  domains: 'domains',
  utm: 'links',
  dashboards: 'links',
  analytics: 'analytics',
  events: 'analytics',
  workspaces: 'workspaces',
  logs: 'workspaces',
  tokens: 'tokens',
  memories: 'memories',
  search: 'memories',
  v1: 'memories',
  v2: 'memories',
  v3: 'memories',
  integrations: 'integrations workspaces',
  oauth: 'oauth_apps integrations',
  webhooks: 'webhooks',
  groups: 'groups',
}

test('a row asks for the permissions of its own resource', (t) => {
  const strange = rows.flatMap(({ id, path, access }) =>
    access.permissions
      .filter((one) => !has(resourceOf[path.split('/')[1] as string], one.split('.')[0] as string))
      .map((one) => `${id} ${one}`),
  )
  t.deepEqual(strange, [])
})
