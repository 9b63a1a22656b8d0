/**
 * Access by role, token scope and endpoint. The expected permissions are written out here from the public specification; the endpoints come
 * from the application.
 */
import { randomBytes } from 'node:crypto'
import test from 'ava'
import type { Endpoint } from '../../api/endpoint.js'
import { tables } from '../../api/routes/index.js'
import { permissions, type Role, roles, type TokenScope, tokenScopes } from '../../shared/accounts/index.js'
import { bearer, authRequest } from '../support/auth-request.js'
import { testService, type TestService } from '../support/service.js'

const readers = 'owner member viewer billing'
const permissionRoles: Record<string, string> = {
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
  'customers.read': 'owner member viewer',
  'customers.write': 'owner member',
  'conversions.write': 'owner member',
  'links.write': 'owner member',
  'tags.write': 'owner member',
  'folders.write': 'owner member',
  'integrations.write': 'owner member',
  'groups.write': 'owner member',
  'messages.write': 'owner member',
  'memories.write': 'owner member',
  'workspaces.write': 'owner',
  'workspaces.export': 'owner',
  'domains.write': 'owner',
  'tokens.write': 'owner',
  'oauth_apps.write': 'owner',
  'webhooks.write': 'owner',
  'payouts.write': 'owner billing',
  'billing.write': 'owner billing',
}

const allReads = 'links.read tags.read folders.read domains.read workspaces.read analytics.read groups.read memories.read customers.read'
const scopePermissions: Record<TokenScope, string> = {
  'links.read': 'links.read',
  'tags.read': 'tags.read',
  'folders.read': 'folders.read',
  'domains.read': 'domains.read',
  'groups.read': 'groups.read',
  'workspaces.read': 'workspaces.read',
  'analytics.read': 'analytics.read',
  'webhooks.read': 'webhooks.read',
  'memories.read': 'memories.read',
  'customers.read': 'customers.read',
  'customers.write': 'customers.read customers.write',
  'conversions.write': 'conversions.write',
  'memories.write': 'memories.read memories.write',
  'links.write': 'links.read links.write',
  'tags.write': 'tags.read tags.write',
  'folders.write': 'folders.read folders.write',
  'groups.write': 'groups.read groups.write',
  'domains.write': 'domains.read domains.write',
  'workspaces.write': 'workspaces.read workspaces.write',
  'webhooks.write': 'webhooks.read webhooks.write',
  'apis.read': allReads,
  'apis.all': `${allReads} links.write tags.write folders.write domains.write workspaces.write groups.write memories.write customers.write conversions.write`,
}

const includesWord = (list: string | undefined, word: string) => (list ?? '').split(' ').includes(word)
const isAllowed = ({ permissions: required }: Endpoint['access'], role: Role, scope: TokenScope | null) =>
  required.every(
    (permission) =>
      includesWord(permissionRoles[permission], role) && (scope === null || includesWord(scopePermissions[scope], permission)),
  )

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

const rows = tables.rows.filter(({ access }) => access.kind === 'workspace')
// Endpoints with the same requirements behave alike, so each set of permissions is tested once.
const requirementsOf = ({ permissions: required }: Endpoint['access']) => required.join(' ')
const accessVariants = [...new Map(rows.map((row) => [requirementsOf(row.access), row])).values()]

/** Returns `allowed`, or the error code of the refusal. */
async function authenticate(row: Endpoint, key: string): Promise<string> {
  try {
    await row.access.authenticate(authRequest(service.resources, { method: row.method, path: '/somewhere', headers: bearer(key) }))
    return 'allowed'
  } catch (error) {
    return (error as { code: string }).code
  }
}

for (const role of roles) {
  for (const scope of [null, ...(Object.keys(tokenScopes) as TokenScope[])]) {
    test.serial(
      `a ${role} with ${scope ? `a key of scope ${scope}` : 'a key without scopes'} has exactly the expected access`,
      async (t) => {
        const { key } = await service.make.caller({ role, ...(scope ? { scopes: [scope] } : {}) })
        const found = await Promise.all(accessVariants.map(async (row) => [requirementsOf(row.access), await authenticate(row, key)]))
        t.deepEqual(
          found,
          accessVariants.map(({ access }) => [requirementsOf(access), isAllowed(access, role, scope) ? 'allowed' : 'forbidden']),
        )
      },
    )
  }
}

const isForEveryRole = ({ id, method }: Endpoint) =>
  method === 'GET' ||
  ['resetLogInAttempts', 'setPartnerCountry', 'impersonateUser', 'inviteToSlack', 'refreshDomain', 'renewRegisteredDomain'].includes(id)

type Headers = Record<string, string>
const sessionOf = async (user: { id: string }): Promise<Headers> => (await service.make.session(user)).headers
const platformSession = async (platformRole: Role | null) => sessionOf(await service.make.user({ platformRole }))

async function publishableKey(): Promise<Headers> {
  const key = `svc_pk_${randomBytes(12).toString('hex')}`
  await service.make.workspace({ publishableKey: key })
  return bearer(key)
}

async function partnerSession(): Promise<Headers> {
  const [partner, user] = [await service.make.partner(), await service.make.user()]
  await service.make.partnerUser(partner, user)
  return sessionOf(user)
}

const [invalidKey, noKey] = ['unauthorized: Unauthorized: Invalid API key.', 'unauthorized: Missing Authorization header.']
const noAdmin = 'unauthorized: Unauthorized: Not an admin.'
const allowed = () => 'allowed'

/** Every kind of credential, and what it may do at endpoints of the operator and at those of the scheduler. */
const credentials: Record<string, { headers(): Promise<Headers> | Headers; admin(row: Endpoint): string; cron: string }> = {
  'the admin key': { headers: () => bearer(service.config.adminApiKey as string), admin: allowed, cron: invalidKey },
  'the secret of the scheduler': { headers: () => bearer(service.config.cronSecret as string), admin: () => invalidKey, cron: 'allowed' },
  'an API key of a workspace': { headers: async () => (await service.make.caller()).headers, admin: () => invalidKey, cron: invalidKey },
  'a restricted key': {
    headers: async () => (await service.make.caller({ scopes: ['apis.all'] })).headers,
    admin: () => invalidKey,
    cron: invalidKey,
  },
  'a personal key of a platform administrator': {
    headers: async () => bearer((await service.make.token(await service.make.user({ platformRole: 'owner' }), null)).key),
    admin: () => invalidKey,
    cron: invalidKey,
  },
  'a publishable key': { headers: publishableKey, admin: () => invalidKey, cron: invalidKey },
  'the session of the owner of a workspace': {
    headers: async () => sessionOf((await service.make.caller()).user),
    admin: () => noAdmin,
    cron: noKey,
  },
  'the session of a partner': { headers: partnerSession, admin: () => noAdmin, cron: noKey },
  'the session of a former platform administrator': { headers: () => platformSession(null), admin: () => noAdmin, cron: noKey },
  'no credential': { headers: () => ({}), admin: () => 'unauthorized: Unauthorized: Login required.', cron: noKey },
  ...Object.fromEntries(
    roles.map((role) => [
      `the session of a platform administrator with the role ${role}`,
      {
        headers: () => platformSession(role),
        admin: (row: Endpoint) =>
          role === 'owner' || isForEveryRole(row) ? 'allowed' : 'forbidden: Unauthorized: Missing required admin role(s): owner.',
        cron: noKey,
      },
    ]),
  ),
}

const rowsOf = (kind: string) => tables.rows.filter(({ access }) => access.kind === kind)

/** Returns `allowed`, or the code and the text of the refusal. */
async function outcomeOf(row: Endpoint, headers: Headers): Promise<string> {
  try {
    await row.access.authenticate(authRequest(service.resources, { method: row.method, path: row.path, headers }))
    return 'allowed'
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return `${code}: ${message}`
  }
}

for (const [name, { headers, admin, cron }] of Object.entries(credentials))
  test.serial(`with ${name}, exactly the expected endpoints of operators and schedulers are open`, async (t) => {
    const sent = await headers()
    for (const [kind, expected] of Object.entries({ admin, cron: () => cron }))
      t.deepEqual(
        await Promise.all(rowsOf(kind).map(async (row) => `${row.id} ${await outcomeOf(row, sent)}`)),
        rowsOf(kind).map((row) => `${row.id} ${expected(row)}`),
      )
  })

test('endpoints of operators are those below /admin, and those of the scheduler are below /api/cron', (t) => {
  t.true(rowsOf('admin').length >= 42 && rowsOf('cron').length > 3)
  const isBelow = (path: string, { path: found }: Endpoint) => found.startsWith(`${path}/`)
  for (const [kind, path] of [
    ['admin', '/admin'],
    ['cron', '/api/cron'],
  ] as const)
    t.deepEqual(
      tables.rows.filter((row) => isBelow(path, row) !== (row.access.kind === kind)).map(({ id }) => id),
      [],
    )
})

test('the expectations cover every permission and every scope', (t) => {
  t.deepEqual(Object.keys(permissionRoles).sort(), [...permissions].sort())
  t.deepEqual(Object.keys(scopePermissions).sort(), Object.keys(tokenScopes).sort())
  t.true(rows.length > 20 && accessVariants.length > 5)
})

test('a non-member, a former member and a key of another workspace have no access', async (t) => {
  const [mine, former] = [await service.make.caller(), await service.make.caller()]
  const { key: personal } = await service.make.token(former.user, null)
  await service.resources.database.pool.query('delete from members where user_id = $1', [former.user.id])
  for (const row of accessVariants) {
    const open = (key: string, query: string) =>
      row.access.authenticate(authRequest(service.resources, { method: row.method, path: '/somewhere', headers: bearer(key), query }))
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

/** Writing endpoints without a required write permission, with the reason. */
const writesWithoutPermission: Record<string, string> = {
  removeMember: 'members may leave; removing others checks the permission in the use case',
  changeNotificationPreferences: 'users change only their own preferences',
  exportWorkspace: 'it writes nothing; `workspaces.export` is stricter than every write permission',
  cancelJob: 'users may cancel their own operations',
  saveView: 'users change only their own views',
  deleteSavedView: 'users change only their own views',
}
const isReadOnly = ({ id, method }: Endpoint) => method === 'GET' || /list|search/i.test(id)

test('writing endpoints require a write permission', (t) => {
  const unprotected = rows.filter((row) => !isReadOnly(row) && !row.access.permissions.some((permission) => permission.endsWith('.write')))
  t.deepEqual(
    unprotected.map(({ id }) => id).filter((id) => !(id in writesWithoutPermission)),
    [],
  )
})

test('customers and conversions require permissions of their own', (t) => {
  const open = rows.filter(({ path, access }) => /^\/(customers|track)(\/|$)/.test(path) && access.permissions.length === 0)
  t.deepEqual(
    open.map(({ id }) => id),
    [],
  )
})

test('reading endpoints require no write permission', (t) => {
  t.deepEqual(
    rows
      .filter((row) => row.method === 'GET' && row.access.permissions.some((permission) => permission.endsWith('.write')))
      .map(({ id }) => id),
    [],
  )
})

/** Expected resource of the permissions, by the first path segment. */
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
  'saved-views': 'workspaces',
  customers: 'customers',
  track: 'conversions',
  logs: 'workspaces',
  tokens: 'tokens links',
  memories: 'memories',
  search: 'memories',
  v1: 'memories',
  v2: 'memories',
  v3: 'memories',
  integrations: 'integrations workspaces',
  oauth: 'oauth_apps integrations',
  webhooks: 'webhooks',
  groups: 'groups',
  programs: 'groups',
  'program-applications': 'groups',
  partners: 'groups links payouts',
  'activity-log': 'groups',
  rewards: 'groups',
  bounties: 'groups',
  'submitted-leads': 'groups',
  network: 'groups',
  messages: 'messages',
  campaigns: 'groups',
  workflows: 'groups',
  'email-domains': 'groups',
  commissions: 'groups',
  fraud: 'groups',
  payouts: 'groups payouts',
  invoices: 'groups',
  discounts: 'groups',
  'discount-codes': 'groups',
}

const isImport = (path: string) => /^\/workspaces\/\{idOrSlug\}\/imports?(\/|$)/.test(path)

/** Resources of paths that belong to another one than their first segment. */
function resourcesOf(path: string): string | undefined {
  if (isImport(path)) return path.includes('/partners') ? 'links groups' : 'links'
  return resourceOf[path.split('/')[1] as string]
}

test('an endpoint requires permissions of its own resource', (t) => {
  const unexpected = rows.flatMap(({ id, path, access }) =>
    access.permissions
      .filter((permission) => !includesWord(resourcesOf(path), permission.split('.')[0] as string))
      .map((permission) => `${id} ${permission}`),
  )
  t.deepEqual(unexpected, [])
})
