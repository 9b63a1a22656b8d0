/** The checks of workspace authentication, in order. */
import test from 'ava'
import { workspace } from '../../../api/access/workspace.js'
import { Token } from '../../../shared/accounts/token.entity.js'
import { days, seconds } from '../../../shared/kernel/time.js'
import { bearer, authRequest } from '../../support/auth-request.js'
import { testService } from '../../support/service.js'
import { waitUntil } from '../../support/wait-until.js'

const service = await testService()
test.after.always(() => service.close())
const { make, resources } = service

const guard = workspace('links.read')
const authenticate = (overrides: Parameters<typeof authRequest>[1], by = guard) => by.authenticate(authRequest(resources, overrides))
const past = () => new Date(Date.now() - seconds(1))
const invalidKey = { code: 'unauthorized', message: 'Unauthorized: Invalid API key.' }
const noWorkspace = { code: 'not_found', message: 'Workspace not found.' }

for (const authorization of ['svc_0123456789abcdefghijABCD', 'Basic YTpi', 'bearer svc_x', 'Bearer']) {
  test(`the header "${authorization}" without Bearer prefix is a bad request`, async (t) => {
    t.like(await t.throwsAsync(authenticate({ headers: { authorization }, query: 'workspaceId=ws_1' })), { code: 'bad_request' })
    t.like(await t.throwsAsync(authenticate({ headers: { authorization } })), { code: 'bad_request' })
  })
}

test('without header and workspace the error is missing header', async (t) => {
  t.like(await t.throwsAsync(authenticate({})), { code: 'unauthorized', message: 'Missing Authorization header.' })
})

test('without header but with a workspace the error is invalid key', async (t) => {
  const { workspace: space } = await make.caller()
  for (const overrides of [
    { query: `workspaceId=${space.id}` },
    { query: `projectSlug=${space.slug}` },
    { params: { idOrSlug: space.slug } },
  ])
    t.like(await t.throwsAsync(authenticate(overrides)), invalidKey)
})

test('an unknown restricted key is invalid', async (t) => {
  t.like(await t.throwsAsync(authenticate({ headers: bearer('svc_000000000000000000000000') })), invalidKey)
})

test('a publishable key is not accepted as API key', async (t) => {
  const { publishableKey } = await make.workspace({ publishableKey: 'svc_pk_0123456789abcdefgh' })
  t.like(await t.throwsAsync(authenticate({ headers: bearer(publishableKey as string) })), invalidKey)
})

test('a personal key without workspace gets an error about the parameter, before the key is looked up', async (t) => {
  const error = await t.throwsAsync(authenticate({ headers: bearer('nobody-holds-this') }))
  t.like(error, { code: 'not_found' })
  t.regex(error.message, /workspaceId/)
})

test('an unknown personal key with a workspace is invalid', async (t) => {
  t.like(await t.throwsAsync(authenticate({ headers: bearer('nobody-holds-this'), query: 'workspaceId=ws_1' })), invalidKey)
})

test('an expired key is refused before its workspace is checked', async (t) => {
  const { user } = await make.caller()
  const { key } = await make.token(user, null, { expires: past() })
  t.like(await t.throwsAsync(authenticate({ headers: bearer(key), query: 'workspaceId=ws_1' })), {
    code: 'unauthorized',
    message: 'Unauthorized: Access token expired.',
  })
})

test('a key that expires tomorrow is accepted', async (t) => {
  const { headers, workspace: space, token } = await make.caller({ expires: new Date(Date.now() + days(1)) })
  const scope = await authenticate({ headers })
  t.is(scope.workspace.id, space.id)
  t.is(scope.actor.tokenId, token.id)
})

test('a deleted key is invalid immediately', async (t) => {
  const { headers, token } = await make.caller()
  await authenticate({ headers })
  await resources.database.orm.em.fork().nativeDelete(Token, token.id)
  t.like(await t.throwsAsync(authenticate({ headers })), invalidKey)
})

test('a restricted key uses its own workspace even if the request names the id of another', async (t) => {
  const [mine, other] = await Promise.all([make.caller(), make.workspace()])
  for (const query of [
    '',
    `workspaceId=${other.id}`,
    `workspaceId=${mine.workspace.id}`,
    'workspaceId=ws_none',
    `workspaceId=${mine.workspace.slug}`,
  ]) {
    t.is((await authenticate({ headers: mine.headers, query })).workspace.id, mine.workspace.id, query)
  }
})

test('a restricted key with the slug of another workspace gets not_found', async (t) => {
  const [mine, other] = await Promise.all([make.caller(), make.caller()])
  await make.member(other.workspace, mine.user)
  t.like(await t.throwsAsync(authenticate({ headers: mine.headers, query: `projectSlug=${other.workspace.slug}` })), noWorkspace)
})

test('a personal key accesses every workspace of its user, by id and by slug', async (t) => {
  const [first, second] = await Promise.all([make.caller(), make.caller()])
  await make.member(second.workspace, first.user, 'viewer')
  const { key } = await make.token(first.user, null)
  t.is((await authenticate({ headers: bearer(key), query: `workspaceId=${first.workspace.id}` })).actor.role, 'owner')
  t.is((await authenticate({ headers: bearer(key), query: `projectSlug=${second.workspace.slug.toUpperCase()}` })).actor.role, 'viewer')
  t.is((await authenticate({ headers: bearer(key), params: { idOrSlug: second.workspace.id } })).workspace.slug, second.workspace.slug)
})

for (const query of [
  'workspaceId=ws_none',
  'workspaceId=none',
  'workspaceId=none%00',
  `workspaceId=${'x'.repeat(5000)}`,
  "workspaceId=' or 1=1 --",
]) {
  test(`an unknown workspace is not found (${query.slice(0, 40)})`, async (t) => {
    const { key } = await make.token(await make.user(), null)
    t.like(await t.throwsAsync(authenticate({ headers: bearer(key), query })), noWorkspace)
  })
}

const invites: [title: string, expires: (() => Date) | null, refusal: { code: string; message: string }][] = [
  ['no invite', null, noWorkspace],
  ['an expired invite', past, { code: 'invite_expired', message: 'Workspace invite expired.' }],
  ['a pending invite', () => new Date(Date.now() + days(1)), { code: 'invite_pending', message: 'Workspace invite pending.' }],
]
for (const [title, expires, refusal] of invites) {
  test(`a user who is not a member, with ${title}, gets ${refusal.code}`, async (t) => {
    const [space, user] = await Promise.all([make.workspace(), make.user({ email: `Mixed.Case-${title.length}@Example.com` })])
    if (expires) await make.invite(space, user.email as string, { expires: expires() })
    const [personal, restricted] = await Promise.all([make.token(user, null), make.token(user, space)])
    t.like(await t.throwsAsync(authenticate({ headers: bearer(personal.key), query: `workspaceId=${space.id}` })), refusal)
    t.like(await t.throwsAsync(authenticate({ headers: bearer(restricted.key) })), refusal)
  })
}

test('membership is checked before permissions', async (t) => {
  const [space, user] = await Promise.all([make.workspace(), make.user()])
  const { key } = await make.token(user, space, { scopes: ['tags.read'] })
  t.like(await t.throwsAsync(authenticate({ headers: bearer(key) })), noWorkspace)
})

test('the error names permissions missing from role or key', async (t) => {
  const [viewer, narrow] = await Promise.all([make.caller({ role: 'viewer' }), make.caller({ scopes: ['links.read', 'tags.write'] })])
  const writeGuard = workspace('links.write', 'tags.write')
  t.like(await t.throwsAsync(authenticate({ headers: viewer.headers }, writeGuard)), {
    code: 'forbidden',
    message: `This API key lacks the permissions \`links.write\`, \`tags.write\` in workspace ${viewer.workspace.id}.`,
  })
  t.like(await t.throwsAsync(authenticate({ headers: narrow.headers }, writeGuard)), {
    code: 'forbidden',
    message: `This API key lacks the permissions \`links.write\` in workspace ${narrow.workspace.id}.`,
  })
  t.deepEqual([...(await authenticate({ headers: narrow.headers })).actor.permissions].sort(), ['links.read', 'tags.read', 'tags.write'])
})

test('a machine user acts as owner within the scopes of its key', async (t) => {
  const [space, machine] = await Promise.all([make.workspace(), make.user({ isMachine: true })])
  await make.member(space, machine, 'member')
  const { key } = await make.token(machine, space, { scopes: ['domains.write'] })
  const scope = await authenticate({ headers: bearer(key) }, workspace('domains.write'))
  t.is(scope.actor.role, 'owner')
  t.like(await t.throwsAsync(authenticate({ headers: bearer(key) })), { code: 'forbidden' })
})

const higherPlan = { code: 'forbidden', message: 'Unauthorized: Need higher plan.' }
const planCases: [
  plan: 'free' | 'pro' | 'business' | 'business plus' | 'business max' | 'business extra' | 'enterprise',
  isAllowed: boolean,
][] = [
  ['free', false],
  ['pro', false],
  ['business', true],
  ['business plus', true],
  ['business max', true],
  ['business extra', true],
  ['enterprise', true],
]
for (const [plan, isAllowed] of planCases) {
  test(`an endpoint for business and enterprise ${isAllowed ? 'allows' : 'refuses'} plan ${plan}`, async (t) => {
    const { headers } = await make.caller({ plan })
    const result = authenticate({ headers, plans: ['business', 'enterprise'] })
    if (isAllowed) await t.notThrowsAsync(result)
    else t.like(await t.throwsAsync(result), higherPlan)
  })
}

test('permissions are checked before the plan', async (t) => {
  const { headers } = await make.caller({ plan: 'free', scopes: ['tags.read'] })
  t.regex((await t.throwsAsync(authenticate({ headers, plans: ['business'] }))).message, /lacks/)
})

test('a key of a free workspace cannot access analytics', async (t) => {
  const { headers, user, workspace: space } = await make.caller({ plan: 'free' })
  t.like(await t.throwsAsync(authenticate({ headers, rate: 'analytics' })), higherPlan)
  const personal = await make.token(user, null)
  t.like(
    await t.throwsAsync(authenticate({ headers: bearer(personal.key), query: `workspaceId=${space.id}`, rate: 'analytics' })),
    higherPlan,
  )
})

test('a key of a free workspace accesses analytics during a trial', async (t) => {
  const { headers } = await make.caller({ plan: 'free', trialEndsAt: new Date(Date.now() + days(1)) })
  await t.notThrowsAsync(authenticate({ headers, rate: 'analytics' }))
})

test('anonymous link creation has neither workspace nor actor, and is accepted only by guards that allow it', async (t) => {
  const anonymousGuard = workspace('links.write', { anonymous: true })
  const creation = { method: 'POST', headers: { 'svc-anonymous-link-creation': '1' }, path: '/links', address: '192.0.2.7' } as const
  const scope = await anonymousGuard.authenticate(authRequest(resources, creation))
  t.like(scope, { workspace: null, actor: null, address: '192.0.2.7' })
  t.is(
    (
      await anonymousGuard.authenticate(
        authRequest(resources, { ...creation, headers: { ...creation.headers, ...bearer('some-personal-key') } }),
      )
    ).workspace,
    null,
  )
  for (const refused of [
    anonymousGuard.authenticate(authRequest(resources, { ...creation, path: '/links/bulk' })),
    anonymousGuard.authenticate(authRequest(resources, { ...creation, headers: {} })),
    guard.authenticate(authRequest(resources, creation)),
  ]) {
    t.like(await t.throwsAsync(refused), { code: 'unauthorized', message: 'Missing Authorization header.' })
  }
})

test('with ANONYMOUS_LINKS=false, links cannot be created without a key', async (t) => {
  const closed = { ...resources, config: { ...resources.config, anonymousLinks: false } }
  const creation = { method: 'POST', headers: { 'svc-anonymous-link-creation': '1' }, path: '/links', address: '192.0.2.8' } as const
  t.like(await t.throwsAsync(workspace('links.write', { anonymous: true }).authenticate(authRequest(closed, creation))), {
    code: 'unauthorized',
    message: 'Missing Authorization header.',
  })
})

test('the anonymous header does not bypass the check of credentials with a workspace', async (t) => {
  const anonymousGuard = workspace('links.write', { anonymous: true })
  const headers = { 'svc-anonymous-link-creation': '1' }
  t.like(
    await t.throwsAsync(
      anonymousGuard.authenticate(authRequest(resources, { headers: { ...headers, ...bearer('svc_000000000000000000000000') } })),
    ),
    invalidKey,
  )
  t.like(await t.throwsAsync(anonymousGuard.authenticate(authRequest(resources, { headers: { ...headers, authorization: 'nonsense' } }))), {
    code: 'bad_request',
  })
  t.like(await t.throwsAsync(anonymousGuard.authenticate(authRequest(resources, { headers, query: 'workspaceId=ws_1' }))), invalidKey)
})

const lastUsed = async (id: string) => (await resources.database.orm.em.fork().findOneOrFail(Token, id)).lastUsed

test('the last use of a key is updated at most once per minute', async (t) => {
  const { headers, token } = await make.caller()
  const before = new Date()
  await authenticate({ headers })
  const first = await waitUntil(() => lastUsed(token.id))
  t.true(first >= before && first <= new Date())
  await authenticate({ headers })
  t.deepEqual(await lastUsed(token.id), first)
  const longAgo = new Date(Date.now() - seconds(61))
  await resources.database.orm.em.fork().nativeUpdate(Token, token.id, { lastUsed: longAgo })
  await authenticate({ headers })
  t.true((await waitUntil(async () => ((await lastUsed(token.id)) as Date) > longAgo && lastUsed(token.id))) >= first)
})

test('changes to the workspace of a scope are not stored', async (t) => {
  const { headers, workspace: space } = await make.caller({ allowedHostnames: ['a.example'] })
  const scope = await authenticate({ headers })
  t.like(scope.workspace, { allowedHostnames: ['a.example'], createdAt: space.createdAt })
  Object.assign(scope.workspace, { name: 'Renamed' })
  await scope.em.flush()
  t.is((await authenticate({ headers })).workspace.name, space.name)
})

test('the guard lists its permissions', (t) => {
  const both = workspace('links.read', 'tags.read')
  t.like(both, { kind: 'workspace', permissions: ['links.read', 'tags.read'], secured: true })
  t.like(workspace('links.write', { anonymous: true }), { permissions: ['links.write'] })
})
