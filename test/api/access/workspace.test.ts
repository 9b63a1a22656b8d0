/** The rules of workspace authentication, in their order. */
import test from 'ava'
import { workspace } from '../../../api/access/workspace.js'
import { Token } from '../../../shared/accounts/token.entity.js'
import { days, seconds } from '../../../shared/kernel/time.js'
import { bearer, knock } from '../../support/knock.js'
import { testService } from '../../support/service.js'
import { until } from '../../support/until.js'

const service = await testService()
test.after.always(() => service.close())
const { make, resources } = service

const door = workspace('links.read')
const enter = (given: Parameters<typeof knock>[1], through = door) => through.open(knock(resources, given))
const past = () => new Date(Date.now() - seconds(1))
const invalidKey = { code: 'unauthorized', message: 'Unauthorized: Invalid API key.' }
const noWorkspace = { code: 'not_found', message: 'Workspace not found.' }

for (const authorization of ['svc_0123456789abcdefghijABCD', 'Basic YTpi', 'bearer svc_x', 'Bearer', '']) {
  test(`a header "${authorization}" without its Bearer prefix is a bad request, whatever else is said`, async (t) => {
    t.like(await t.throwsAsync(enter({ headers: { authorization }, query: 'workspaceId=ws_1' })), { code: 'bad_request' })
    t.like(await t.throwsAsync(enter({ headers: { authorization } })), { code: 'bad_request' })
  })
}

test('without header and without a workspace the header is missing', async (t) => {
  t.like(await t.throwsAsync(enter({})), { code: 'unauthorized', message: 'Missing Authorization header.' })
})

test('without header nobody is there, even when a workspace is named', async (t) => {
  const { workspace: space } = await make.caller()
  for (const given of [{ query: `workspaceId=${space.id}` }, { query: `projectSlug=${space.slug}` }, { params: { idOrSlug: space.slug } }])
    t.like(await t.throwsAsync(enter(given)), invalidKey)
})

test('a restricted key that nobody holds is invalid', async (t) => {
  t.like(await t.throwsAsync(enter({ headers: bearer('svc_000000000000000000000000') })), invalidKey)
})

test('a publishable key is no API key', async (t) => {
  const { publishableKey } = await make.workspace({ publishableKey: 'svc_pk_0123456789abcdefgh' })
  t.like(await t.throwsAsync(enter({ headers: bearer(publishableKey as string) })), invalidKey)
})

test('a personal key without a workspace is sent to the parameter, before anybody looks it up', async (t) => {
  const error = await t.throwsAsync(enter({ headers: bearer('nobody-holds-this') }))
  t.like(error, { code: 'not_found' })
  t.regex(error.message, /workspaceId/)
})

test('a personal key that nobody holds is invalid where a workspace is named', async (t) => {
  t.like(await t.throwsAsync(enter({ headers: bearer('nobody-holds-this'), query: 'workspaceId=ws_1' })), invalidKey)
})

test('a key that has expired is told so, before its workspace is looked at', async (t) => {
  const { user } = await make.caller()
  const { key } = await make.token(user, null, { expires: past() })
  t.like(await t.throwsAsync(enter({ headers: bearer(key), query: 'workspaceId=ws_1' })), {
    code: 'unauthorized',
    message: 'Unauthorized: Access token expired.',
  })
})

test('a key that ends tomorrow enters', async (t) => {
  const { headers, workspace: space, token } = await make.caller({ expires: new Date(Date.now() + days(1)) })
  const scope = await enter({ headers })
  t.is(scope.workspace.id, space.id)
  t.is(scope.actor.tokenId, token.id)
})

test('a key that was deleted is invalid at once', async (t) => {
  const { headers, token } = await make.caller()
  await enter({ headers })
  await resources.database.orm.em.fork().nativeDelete(Token, token.id)
  t.like(await t.throwsAsync(enter({ headers })), invalidKey)
})

test("a restricted key enters its own workspace, also when another one's id is said", async (t) => {
  const [mine, other] = await Promise.all([make.caller(), make.workspace()])
  for (const query of [
    '',
    `workspaceId=${other.id}`,
    `workspaceId=${mine.workspace.id}`,
    'workspaceId=ws_none',
    `workspaceId=${mine.workspace.slug}`,
  ]) {
    t.is((await enter({ headers: mine.headers, query })).workspace.id, mine.workspace.id, query)
  }
})

test("a restricted key does not find another workspace's slug", async (t) => {
  const [mine, other] = await Promise.all([make.caller(), make.caller()])
  await make.member(other.workspace, mine.user)
  t.like(await t.throwsAsync(enter({ headers: mine.headers, query: `projectSlug=${other.workspace.slug}` })), noWorkspace)
})

test('a personal key enters every workspace of its user, by id and by slug', async (t) => {
  const [first, second] = await Promise.all([make.caller(), make.caller()])
  await make.member(second.workspace, first.user, 'viewer')
  const { key } = await make.token(first.user, null)
  t.is((await enter({ headers: bearer(key), query: `workspaceId=${first.workspace.id}` })).actor.role, 'owner')
  t.is((await enter({ headers: bearer(key), query: `projectSlug=${second.workspace.slug.toUpperCase()}` })).actor.role, 'viewer')
  t.is((await enter({ headers: bearer(key), params: { idOrSlug: second.workspace.id } })).workspace.slug, second.workspace.slug)
})

for (const query of [
  'workspaceId=ws_none',
  'workspaceId=none',
  'workspaceId=none%00',
  `workspaceId=${'x'.repeat(5000)}`,
  "workspaceId=' or 1=1 --",
]) {
  test(`a workspace that does not exist is not found (${query.slice(0, 40)})`, async (t) => {
    const { key } = await make.token(await make.user(), null)
    t.like(await t.throwsAsync(enter({ headers: bearer(key), query })), noWorkspace)
  })
}

const invites: [words: string, expires: (() => Date) | null, refusal: { code: string; message: string }][] = [
  ['nobody invited', null, noWorkspace],
  ['an invite that has ended', past, { code: 'invite_expired', message: 'Workspace invite expired.' }],
  ['an invite that waits', () => new Date(Date.now() + days(1)), { code: 'invite_pending', message: 'Workspace invite pending.' }],
]
for (const [words, expires, refusal] of invites) {
  test(`to a stranger with ${words} the answer is ${refusal.code}`, async (t) => {
    const [space, user] = await Promise.all([make.workspace(), make.user({ email: `Mixed.Case-${words.length}@Example.com` })])
    if (expires) await make.invite(space, user.email as string, { expires: expires() })
    const [personal, restricted] = await Promise.all([make.token(user, null), make.token(user, space)])
    t.like(await t.throwsAsync(enter({ headers: bearer(personal.key), query: `workspaceId=${space.id}` })), refusal)
    t.like(await t.throwsAsync(enter({ headers: bearer(restricted.key) })), refusal)
  })
}

test('membership is asked before permissions', async (t) => {
  const [space, user] = await Promise.all([make.workspace(), make.user()])
  const { key } = await make.token(user, space, { scopes: ['tags.read'] })
  t.like(await t.throwsAsync(enter({ headers: bearer(key) })), noWorkspace)
})

test('a permission that the role or the key lacks is refused by name', async (t) => {
  const [viewer, narrow] = await Promise.all([make.caller({ role: 'viewer' }), make.caller({ scopes: ['links.read', 'tags.write'] })])
  const writing = workspace('links.write', 'tags.write')
  t.like(await t.throwsAsync(enter({ headers: viewer.headers }, writing)), {
    code: 'forbidden',
    message: `This API key may not do this in workspace ${viewer.workspace.id}: it lacks \`links.write\`, \`tags.write\`.`,
  })
  t.like(await t.throwsAsync(enter({ headers: narrow.headers }, writing)), {
    code: 'forbidden',
    message: `This API key may not do this in workspace ${narrow.workspace.id}: it lacks \`links.write\`.`,
  })
  t.deepEqual([...(await enter({ headers: narrow.headers })).actor.permissions].sort(), ['links.read', 'tags.read', 'tags.write'])
})

test("a machine user acts as owner within its token's scopes", async (t) => {
  const [space, machine] = await Promise.all([make.workspace(), make.user({ isMachine: true })])
  await make.member(space, machine, 'member')
  const { key } = await make.token(machine, space, { scopes: ['domains.write'] })
  const scope = await enter({ headers: bearer(key) }, workspace('domains.write'))
  t.is(scope.actor.role, 'owner')
  t.like(await t.throwsAsync(enter({ headers: bearer(key) })), { code: 'forbidden' })
})

const higherPlan = { code: 'forbidden', message: 'Unauthorized: Need higher plan.' }
const planCases: [
  plan: 'free' | 'pro' | 'business' | 'business plus' | 'business max' | 'business extra' | 'enterprise',
  enters: boolean,
][] = [
  ['free', false],
  ['pro', false],
  ['business', true],
  ['business plus', true],
  ['business max', true],
  ['business extra', true],
  ['enterprise', true],
]
for (const [plan, enters] of planCases) {
  test(`where business and enterprise are asked for, ${plan} ${enters ? 'enters' : 'is refused'}`, async (t) => {
    const { headers } = await make.caller({ plan })
    const asked = enter({ headers, plans: ['business', 'enterprise'] })
    if (enters) await t.notThrowsAsync(asked)
    else t.like(await t.throwsAsync(asked), higherPlan)
  })
}

test('permissions are asked before the plan', async (t) => {
  const { headers } = await make.caller({ plan: 'free', scopes: ['tags.read'] })
  t.regex((await t.throwsAsync(enter({ headers, plans: ['business'] }))).message, /lacks/)
})

test('a key of a free workspace gets no analytics', async (t) => {
  const { headers, user, workspace: space } = await make.caller({ plan: 'free' })
  t.like(await t.throwsAsync(enter({ headers, rate: 'analytics' })), higherPlan)
  const personal = await make.token(user, null)
  t.like(await t.throwsAsync(enter({ headers: bearer(personal.key), query: `workspaceId=${space.id}`, rate: 'analytics' })), higherPlan)
})

test('a key of a free workspace gets analytics while its trial lasts', async (t) => {
  const { headers } = await make.caller({ plan: 'free', trialEndsAt: new Date(Date.now() + days(1)) })
  await t.notThrowsAsync(enter({ headers, rate: 'analytics' }))
})

test('anonymous link creation enters with neither workspace nor actor, only where the door allows it', async (t) => {
  const creating = workspace('links.write', { anonymous: true })
  const asking = { method: 'POST', headers: { 'svc-anonymous-link-creation': '1' }, path: '/links', address: '192.0.2.7' } as const
  const scope = await creating.open(knock(resources, asking))
  t.like(scope, { workspace: null, actor: null, address: '192.0.2.7' })
  t.is(
    (await creating.open(knock(resources, { ...asking, headers: { ...asking.headers, ...bearer('some-personal-key') } }))).workspace,
    null,
  )
  for (const refused of [
    creating.open(knock(resources, { ...asking, path: '/links/bulk' })),
    creating.open(knock(resources, { ...asking, headers: {} })),
    door.open(knock(resources, asking)),
  ]) {
    t.like(await t.throwsAsync(refused), { code: 'unauthorized', message: 'Missing Authorization header.' })
  }
})

test('the anonymous header does not shield a credential that names its workspace', async (t) => {
  const creating = workspace('links.write', { anonymous: true })
  const headers = { 'svc-anonymous-link-creation': '1' }
  t.like(
    await t.throwsAsync(creating.open(knock(resources, { headers: { ...headers, ...bearer('svc_000000000000000000000000') } }))),
    invalidKey,
  )
  t.like(await t.throwsAsync(creating.open(knock(resources, { headers: { ...headers, authorization: 'nonsense' } }))), {
    code: 'bad_request',
  })
  t.like(await t.throwsAsync(creating.open(knock(resources, { headers, query: 'workspaceId=ws_1' }))), invalidKey)
})

const lastUsed = async (id: string) => (await resources.database.orm.em.fork().findOneOrFail(Token, id)).lastUsed

test('the last use of a key is noted at most once a minute', async (t) => {
  const { headers, token } = await make.caller()
  const before = new Date()
  await enter({ headers })
  const first = await until(() => lastUsed(token.id))
  t.true(first >= before && first <= new Date())
  await enter({ headers })
  t.deepEqual(await lastUsed(token.id), first)
  const longAgo = new Date(Date.now() - seconds(61))
  await resources.database.orm.em.fork().nativeUpdate(Token, token.id, { lastUsed: longAgo })
  await enter({ headers })
  t.true((await until(async () => ((await lastUsed(token.id)) as Date) > longAgo && lastUsed(token.id))) >= first)
})

test('the workspace of a scope is for reading: what is done to it is not stored', async (t) => {
  const { headers, workspace: space } = await make.caller({ allowedHostnames: ['a.example'] })
  const scope = await enter({ headers })
  t.like(scope.workspace, { allowedHostnames: ['a.example'], createdAt: space.createdAt })
  Object.assign(scope.workspace, { name: 'Renamed' })
  await scope.em.flush()
  t.is((await enter({ headers })).workspace.name, space.name)
})

test('the door says what it asks for', (t) => {
  const both = workspace('links.read', 'tags.read')
  t.like(both, { kind: 'workspace', permissions: ['links.read', 'tags.read'], secured: true })
  t.like(workspace('links.write', { anonymous: true }), { permissions: ['links.write'] })
})
