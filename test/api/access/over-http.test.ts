/** Auth guards behind the real HTTP app. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test from 'ava'
import { publishable } from '../../../api/access/publishable.js'
import { workspace } from '../../../api/access/workspace.js'
import { buildApp } from '../../../api/app.js'
import { endpoint } from '../../../api/endpoint.js'
import { newPublishableKey, permissions, plans } from '../../../shared/accounts/index.js'
import { conflict } from '../../../shared/kernel/errors.js'
import type { RequestLogEntry } from '../../../shared/kernel/request-log-entry.js'
import { bearer } from '../../support/auth-request.js'
import { silentLog, testService } from '../../support/service.js'

const rows = [
  endpoint({
    id: 'list',
    method: 'GET',
    path: '/links',
    hidden: true,
    access: workspace('links.read'),
    rate: 'api',
    run: async ({ scope }) => ({ workspaceId: scope.workspace.id }),
  }),
  endpoint({
    id: 'create',
    method: 'POST',
    path: '/links',
    hidden: true,
    access: workspace('links.write', { anonymous: true }),
    rate: 'api',
    run: async ({ scope }) => ({ workspaceId: scope.workspace?.id ?? null, role: scope.actor?.role ?? null }),
  }),
  endpoint({
    id: 'clash',
    method: 'POST',
    path: '/clash',
    hidden: true,
    access: workspace('links.write'),
    rate: 'api',
    run: async () => {
      throw conflict('taken')
    },
  }),
  endpoint({
    id: 'track',
    method: 'POST',
    path: '/track/open',
    hidden: true,
    access: publishable,
    rate: 'publishable',
    run: async ({ scope }) => ({ workspaceId: scope.workspace.id }),
  }),
  endpoint({
    id: 'trackMore',
    method: 'POST',
    path: '/track/more',
    hidden: true,
    access: publishable,
    rate: 'publishable',
    plans: ['enterprise'],
    run: async () => ({}),
  }),
]

const service = await testService()
const recorded: RequestLogEntry[] = []
const { app } = buildApp(
  { rows, permissions, plans },
  { resources: service.resources, log: silentLog, record: (entry) => void recorded.push(entry) },
)
const server = createServer((request, response) => void app.callback()(request, response))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
test.after.always(async () => {
  server.closeAllConnections()
  server.close()
  await service.close()
})

async function call(method: string, path: string, headers: Record<string, string>) {
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method, headers })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as { workspaceId?: string | null; role?: string; error?: { code: string; message: string } },
  }
}
const rateHeaders = ['Retry-After', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

for (const mount of ['', '/api']) {
  test(`a key is accepted at ${mount}/links`, async (t) => {
    const { headers, workspace: space } = await service.make.caller()
    const { status, body } = await call('GET', `${mount}/links`, headers)
    t.deepEqual([status, body.workspaceId], [200, space.id])
  })

  test(`${mount}/links allows anonymous creation but not anonymous listing`, async (t) => {
    const anonymous = { 'svc-anonymous-link-creation': '1' }
    t.deepEqual((await call('POST', `${mount}/links`, anonymous)).body, { workspaceId: null, role: null } as never)
    const { status, body } = await call('GET', `${mount}/links`, anonymous)
    t.deepEqual([status, body.error?.message], [401, 'Missing Authorization header.'])
  })
}

const statuses: [title: string, headers: Record<string, string>, status: number][] = [
  ['no credential', {}, 401],
  ['a malformed header', { authorization: 'Token x' }, 400],
  ['an unknown key', bearer('svc_000000000000000000000000'), 401],
  ['a personal key without workspace', bearer('personal'), 404],
]
for (const [title, headers, status] of statuses)
  test(`${title} gets status ${status}`, async (t) => t.is((await call('GET', '/links', headers)).status, status))

test('invite_pending is 409 and invite_expired is 410', async (t) => {
  const { make } = service
  for (const [expires, status] of [
    [Date.now() + 60_000, 409],
    [0, 410],
  ] as const) {
    const [space, user] = await Promise.all([make.workspace(), make.user()])
    await make.invite(space, user.email as string, { expires: new Date(expires) })
    const { key } = await make.token(user, space)
    t.is((await call('GET', '/links', bearer(key))).status, status)
  }
})

test('error responses have the rate limit headers', async (t) => {
  const [free, viewer] = await Promise.all([service.make.caller({ plan: 'free' }), service.make.caller({ role: 'viewer' })])
  for (const [path, headers, status] of [
    ['/clash', free.headers, 409],
    ['/clash', viewer.headers, 403],
  ] as const) {
    const response = await call('POST', path, headers)
    t.is(response.status, status)
    for (const name of rateHeaders) t.true(response.headers.has(name), name)
  }
  await Promise.all(Array.from({ length: 60 }, () => call('POST', '/clash', free.headers)))
  const last = await call('POST', '/clash', free.headers)
  t.deepEqual([last.status, last.body.error?.message, last.headers.get('x-ratelimit-remaining')], [429, 'Too many requests.', '0'])
})

test('a publishable-key route has the four rate limit headers', async (t) => {
  const space = await service.make.workspace({ publishableKey: newPublishableKey() })
  const response = await call('POST', '/track/open', bearer(space.publishableKey as string))
  t.deepEqual([response.status, response.body.workspaceId], [200, space.id])
  for (const name of rateHeaders) t.true(response.headers.has(name), name)
})

test('requests with a publishable key are logged, including those refused for the plan', async (t) => {
  const publishableKey = newPublishableKey()
  const { id } = await service.make.workspace({ publishableKey, plan: 'pro' })
  await call('POST', '/track/open', bearer(publishableKey))
  await call('POST', '/api/track/more', bearer(publishableKey))
  await call('POST', '/track/open', bearer(newPublishableKey()))
  const logged = recorded.filter(({ workspaceId }) => workspaceId === id)
  t.deepEqual(
    logged.map(({ path, route, status, credentialType, userId }) => [path, route, status, credentialType, userId]),
    [
      ['/track/open', '/track/open', 200, 'publishable', null],
      ['/api/track/more', '/track/more', 403, 'publishable', null],
    ],
  )
  t.deepEqual(JSON.parse(logged[0]?.responseBody ?? ''), { workspaceId: id })
})

test('a request is logged only after its workspace is known', async (t) => {
  const { workspace: space, headers, token, user } = await service.make.caller()
  await call('POST', '/clash', { authorization: 'Bearer svc_nobodyHasThisKey1234' })
  await call('POST', '/nowhere', headers)
  await call('POST', '/clash', headers)
  t.deepEqual(
    recorded
      .filter(({ workspaceId }) => workspaceId === space.id)
      .map(({ path, status, tokenId, userId }) => [path, status, tokenId, userId]),
    [['/clash', 409, token.id, user.id]],
  )
  t.false(recorded.some(({ status }) => status === 401))
})
