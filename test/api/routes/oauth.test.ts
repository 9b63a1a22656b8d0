/** Apps that act for people. */
import { createHash } from 'node:crypto'
import test from 'ava'
import { hashKey, type Role } from '../../../shared/accounts/index.js'
import { type TestApi, testApi } from '../../support/api.js'
import { runNamed } from '../../support/jobs.js'
import { formOn } from '../../support/pages.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

const query = (sql: string, values: unknown[] = []) => api.resources.database.pool.query(sql, values)
const callback = 'https://app.example/callback'
const formType = { 'Content-Type': 'application/x-www-form-urlencoded' }
const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  api.call(`POST ${path}`, { body: new URLSearchParams(fields).toString(), headers: { ...formType, ...headers } })
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** A person with a workspace and a session, and an app of somebody else. */
async function ground({ role = 'owner', app: given = {} }: { role?: Role; app?: object } = {}) {
  const { workspace, user } = await api.make.caller({ role })
  const { headers } = await api.make.session(user)
  const developer = await api.make.caller()
  return { workspace, user, headers, developer, app: await api.make.oauthApp(developer.workspace, given) }
}
type Ground = Awaited<ReturnType<typeof ground>>

const authorize = ({ app, workspace, headers }: Ground, more: Record<string, unknown> = {}) =>
  api.call('POST /oauth/authorize', {
    headers,
    body: { client_id: app.clientId, redirect_uri: callback, scope: 'links.read', workspaceId: workspace.id, ...more },
  })
const codeOf = async (place: Ground, more: Record<string, unknown> = {}) =>
  new URL((await authorize(place, more)).body.callbackUrl).searchParams.get('code') as string
const exchange = ({ app }: Ground, code: string, more: Record<string, string> = {}) =>
  send('/oauth/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: callback,
    client_id: app.clientId,
    client_secret: app.clientSecret,
    ...more,
  })
const refresh = ({ app }: Ground, token: string) =>
  send('/oauth/token', { grant_type: 'refresh_token', refresh_token: token, client_id: app.clientId, client_secret: app.clientSecret })
const access = async (place: Ground, scope = 'links.read') =>
  (await exchange(place, await codeOf(place, { scope }))).body as { access_token: string; refresh_token: string }

test('an app is registered, shown, changed and deleted; its secret is shown once and kept as a hash', async (t) => {
  const { key } = await api.make.caller()
  const body = {
    name: 'Poster',
    slug: `poster-${Date.now()}`,
    developer: 'Acme',
    website: 'https://acme.example',
    redirectUris: ['https://acme.example/back', 'http://localhost:3000/back'],
  }
  const { body: made } = await api.call('POST /oauth/apps', { key, body })
  t.regex(made.clientId, /^svc_app_[0-9A-Za-z]{24}$/)
  t.regex(made.clientSecret, /^svc_app_secret_[0-9A-Za-z]{30}$/)
  t.is((await query('select hashed_secret from oauth_apps where id = $1', [made.id])).rows[0].hashed_secret, hashKey(made.clientSecret))
  const { clientSecret: _, ...shown } = made
  t.deepEqual((await api.call(`GET /oauth/apps/${made.id}`, { key })).body, shown)
  t.deepEqual((await api.call('GET /oauth/apps', { key })).body, [shown])
  t.is((await api.call('POST /oauth/apps', { key, body })).status, 409)
  t.like((await api.call(`PATCH /oauth/apps/${made.id}`, { key, body: { name: 'Poster 2' } })).body, {
    name: 'Poster 2',
    slug: body.slug,
    verified: false,
  })
  const { body: rotated } = await api.call(`POST /oauth/apps/${made.id}/secret`, { key })
  t.not(rotated.clientSecret, made.clientSecret)
  t.deepEqual((await api.call(`DELETE /oauth/apps/${made.id}`, { key })).body, { id: made.id })
  t.is((await api.call(`GET /oauth/apps/${made.id}`, { key })).status, 404)
})

test('addresses to go back to are web addresses without a fragment', async (t) => {
  const { key } = await api.make.caller()
  for (const uri of ['javascript:alert(1)', 'app://back', 'https://a.example/#x', 'back']) {
    t.is(
      (
        await api.call('POST /oauth/apps', {
          key,
          body: { name: 'x', slug: 'some-app', developer: 'x', website: 'https://a.example', redirectUris: [uri] },
        })
      ).status,
      422,
      uri,
    )
  }
})

test('a code becomes access, which opens what was agreed to and nothing else', async (t) => {
  const place = await ground()
  const {
    body: { callbackUrl },
  } = await authorize(place, { state: 'a b&c' })
  t.regex(callbackUrl, /^https:\/\/app\.example\/callback\?code=[0-9A-Za-z]{40}&state=a\+b%26c$/)
  const answer = await exchange(place, new URL(callbackUrl).searchParams.get('code') as string)
  t.is(answer.headers.get('cache-control'), 'no-store')
  t.is(answer.headers.get('access-control-allow-origin'), '*')
  t.like(answer.body, { token_type: 'Bearer', expires_in: 7200, scope: 'links.read user.read' })
  t.regex(answer.body.access_token, /^svc_access_token_[0-9A-Za-z]{40}$/)
  const key = answer.body.access_token
  t.is((await api.call('GET /links', { key })).status, 200)
  for (const [path, status] of [
    ['POST /links', 403],
    ['GET /tags', 403],
    ['GET /tokens', 403],
    [`GET /workspaces/${place.workspace.slug}`, 403],
    ['GET /user', 403],
  ] as const)
    t.is((await api.call(path, { key, ...(path.startsWith('POST') ? { body: {} } : {}) })).status, status, path)
  t.deepEqual((await api.call('GET /oauth/userinfo', { key })).body, {
    id: place.user.id,
    name: place.user.name,
    image: null,
    workspace: { id: place.workspace.id, slug: place.workspace.slug, name: place.workspace.name, logo: null },
  })
})

test('an app that asks for nothing may do nothing but see who it acts for', async (t) => {
  const place = await ground()
  const { access_token: key } = await access(place, 'workspaces.write')
  for (const path of ['GET /links', 'GET /customers', 'GET /jobs', 'POST /track/lead', `DELETE /workspaces/${place.workspace.slug}/users`])
    t.is((await api.call(path, { key, ...(path.startsWith('POST') ? { body: {} } : {}) })).status, 403, path)
  t.is((await api.call('GET /oauth/userinfo', { key })).status, 200)
})

test('userinfo is for apps alone', async (t) => {
  const { key, user, workspace } = await api.make.caller()
  t.is((await api.call('GET /oauth/userinfo', { key })).status, 401)
  const { headers } = await api.make.session(user)
  t.is((await api.call(`GET /oauth/userinfo?workspaceId=${workspace.id}`, { headers })).status, 401)
})

test('a code serves once, also when two ask at once', async (t) => {
  const place = await ground()
  const code = await codeOf(place)
  const answers = await Promise.all([exchange(place, code), exchange(place, code)])
  t.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [200, 400],
  )
  t.is((await exchange(place, code)).status, 400)
})

test('a code serves its own app, with its secret, at its address, for two minutes', async (t) => {
  const place = await ground()
  const other = await api.make.oauthApp(place.developer.workspace)
  const code = await codeOf(place)
  t.is((await exchange(place, code, { client_id: 'svc_app_nobody' })).status, 401)
  t.is((await exchange(place, code, { client_secret: 'svc_app_secret_wrong' })).status, 401)
  t.is((await exchange(place, code, { client_id: other.clientId, client_secret: other.clientSecret })).status, 400)
  t.is((await exchange(place, code, { redirect_uri: `${callback}/` })).status, 400)
  await query(`update oauth_codes set expires_at = now() - interval '1 second' where hashed_code = $1`, [hashKey(code)])
  t.is((await exchange(place, code)).status, 400)
  const fresh = await codeOf(place)
  const basic = Buffer.from(`${place.app.clientId}:${place.app.clientSecret}`).toString('base64')
  t.is(
    (
      await send(
        '/oauth/token',
        { grant_type: 'authorization_code', code: fresh, redirect_uri: callback },
        { Authorization: `Basic ${basic}` },
      )
    ).status,
    200,
  )
})

test('a program that is given no token is told in the words of RFC 6749', async (t) => {
  const place = await ground()
  const code = await codeOf(place)
  for (const [fields, status, error] of [
    [{ client_secret: 'wrong' }, 401, 'invalid_client'],
    [{ code: 'wrong' }, 400, 'invalid_grant'],
    [{ redirect_uri: `${callback}/` }, 400, 'invalid_grant'],
    [{ code: '' }, 400, 'invalid_request'],
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ] as const) {
    const answer = await exchange(place, code, fields)
    t.deepEqual([answer.status, answer.body.error, typeof answer.body.error_description], [status, error, 'string'])
    t.is(answer.headers.get('cache-control'), 'no-store')
    t.is(answer.headers.get('www-authenticate') !== null, status === 401)
  }
})

test('a program that can keep no secret proves itself by PKCE', async (t) => {
  const place = await ground({ app: { pkce: true } })
  const verifier = 'v'.repeat(64)
  t.is((await authorize(place)).status, 400)
  t.is((await authorize(place, { code_challenge: verifier, code_challenge_method: 'plain' })).status, 422)
  const code = await codeOf(place, { code_challenge: challengeOf(verifier) })
  const ask = (more: Record<string, string>) =>
    send('/oauth/token', { grant_type: 'authorization_code', code, redirect_uri: callback, client_id: place.app.clientId, ...more })
  t.is((await ask({})).status, 400)
  t.is((await ask({ code_verifier: 'w'.repeat(64) })).status, 400)
  const { body } = await ask({ code_verifier: verifier })
  t.is((await api.call('GET /links', { key: body.access_token })).status, 200)
  t.is(
    (await send('/oauth/token', { grant_type: 'refresh_token', refresh_token: body.refresh_token, client_id: place.app.clientId })).status,
    200,
  )
})

test('an app with a secret that used a challenge needs both', async (t) => {
  const place = await ground()
  const code = await codeOf(place, { code_challenge: challengeOf('v'.repeat(64)) })
  t.is((await exchange(place, code)).status, 400)
  t.is((await exchange(place, code, { code_verifier: 'v'.repeat(64), client_secret: 'wrong' })).status, 401)
  t.is((await exchange(place, code, { code_verifier: 'v'.repeat(64) })).status, 200)
})

test('access is renewed with a token that serves once', async (t) => {
  const place = await ground()
  const first = await access(place)
  const { status, body: second } = await refresh(place, first.refresh_token)
  t.is(status, 200)
  t.not(second.refresh_token, first.refresh_token)
  t.is((await api.call('GET /links', { key: first.access_token })).status, 401)
  t.is((await api.call('GET /links', { key: second.access_token })).status, 200)
  t.is((await refresh(place, first.refresh_token)).status, 400)
  t.is(
    (await api.call('GET /links', { key: second.access_token })).status,
    200,
    'a program that heard no answer and asks again loses nothing',
  )
})

test('a used refresh token that comes back later ends all access: it was copied', async (t) => {
  const place = await ground()
  const first = await access(place)
  const { body: second } = await refresh(place, first.refresh_token)
  await query(`update oauth_refresh_tokens set used_at = now() - interval '1 minute' where hashed_token = $1`, [
    hashKey(first.refresh_token),
  ])
  t.is((await refresh(place, first.refresh_token)).status, 400)
  t.is((await api.call('GET /links', { key: second.access_token })).status, 401)
  t.is((await refresh(place, second.refresh_token)).status, 400)
})

test('another app renews nothing, and an expired token renews nothing', async (t) => {
  const place = await ground()
  const { refresh_token } = await access(place)
  const other = { ...place, app: await api.make.oauthApp(place.developer.workspace) }
  t.is((await refresh(other, refresh_token)).status, 400)
  await query(`update oauth_refresh_tokens set expires_at = now() - interval '1 second' where hashed_token = $1`, [hashKey(refresh_token)])
  t.is((await refresh(place, refresh_token)).status, 400)
})

test('a person, an app and a workspace share one access: a new one ends the former', async (t) => {
  const place = await ground()
  const [first, second] = [await access(place), await access(place)]
  t.deepEqual(
    [
      (await api.call('GET /links', { key: first.access_token })).status,
      (await api.call('GET /links', { key: second.access_token })).status,
    ],
    [401, 200],
  )
  t.is((await refresh(place, first.refresh_token)).status, 400)
  t.is((await query('select 1 from oauth_installations where app_id = $1', [place.app.id])).rows.length, 1)
})

test('access ends: the app gives it back, somebody puts it out, the person leaves, the app is gone', async (t) => {
  const works = async (key: string) => (await api.call('GET /links', { key })).status
  const [given, ended, left, gone] = [await ground(), await ground(), await ground({ role: 'member' }), await ground()]
  const one = await access(given)
  const stranger = await api.make.oauthApp(given.developer.workspace)
  const revoke = (client: { clientId: string; clientSecret: string }) =>
    send('/oauth/revoke', { token: one.refresh_token, client_id: client.clientId, client_secret: client.clientSecret })
  t.is((await revoke(stranger)).status, 200)
  t.is(await works(one.access_token), 200)
  t.is((await revoke(given.app)).status, 200)
  t.is(await works(one.access_token), 401)
  t.is((await refresh(given, one.refresh_token)).status, 400)

  const two = await access(ended)
  const path = `/oauth/installations`
  const {
    body: [installation],
  } = await api.call(`GET ${path}?workspaceId=${ended.workspace.id}`, { headers: ended.headers })
  t.like(installation, { app: { name: 'Test app' }, user: { id: ended.user.id }, scopes: ['links.read', 'user.read'] })
  t.is((await api.call(`DELETE ${path}/${installation.id}?workspaceId=${ended.workspace.id}`, { headers: ended.headers })).status, 200)
  t.is(await works(two.access_token), 401)

  const three = await access(left)
  t.is((await api.call(`DELETE /workspaces/${left.workspace.slug}/users?userId=${left.user.id}`, { headers: left.headers })).status, 200)
  t.is(await works(three.access_token), 401)
  t.is((await refresh(left, three.refresh_token)).status, 400)

  const four = await access(gone)
  t.is((await api.call(`DELETE /oauth/apps/${gone.app.id}`, { key: gone.developer.key })).status, 200)
  t.is(await works(four.access_token), 401)
})

test('members put out what they let in themselves, not what others did', async (t) => {
  const place = await ground()
  await access(place)
  const { id } = (await query('select id from oauth_installations where app_id = $1', [place.app.id])).rows[0]
  const member = await api.make.user()
  await api.make.member(place.workspace, member, 'member')
  const { key } = await api.make.token(member, place.workspace)
  const { key: foreign } = await api.make.caller()
  t.is((await api.call(`DELETE /oauth/installations/${id}`, { key })).status, 404)
  t.is((await api.call(`DELETE /oauth/installations/${id}`, { key: foreign })).status, 404)
})

test('nobody is sent to an address that the app has not registered', async (t) => {
  const place = await ground()
  for (const uri of ['https://evil.example/', `${callback}?x=1`, 'https://app.example/callback/', 'https://APP.example/callback'])
    t.is((await authorize(place, { redirect_uri: uri })).status, 400, uri)
  const page = await api.call(
    `GET /oauth/authorize?${new URLSearchParams({ client_id: place.app.clientId, redirect_uri: 'https://evil.example/', response_type: 'code' }).toString()}`,
    { headers: place.headers },
  )
  t.deepEqual([page.status, page.headers.get('location')], [400, null])
})

test('nobody grants more than their role holds, nor for a workspace that is not theirs', async (t) => {
  const member = await ground({ role: 'member' })
  t.is((await authorize(member, { scope: 'domains.write' })).status, 400)
  t.is((await authorize(member, { scope: 'links.write' })).status, 200)
  t.is((await authorize(member, { scope: 'tokens.write' })).status, 400)
  const viewer = await ground({ role: 'viewer' })
  t.is((await authorize(viewer)).status, 403)
  const [foreign, missing] = [
    await authorize(member, { workspaceId: viewer.workspace.id }),
    await authorize(member, { workspaceId: 'ws_none' }),
  ]
  t.deepEqual([foreign.status, foreign.body], [missing.status, missing.body])
  t.is(foreign.status, 404)
})

test('an app that the operator has not verified enters its own workspace only', async (t) => {
  const place = await ground({ app: { verified: false } })
  t.is((await authorize(place)).status, 403)
  const { headers } = await api.make.session(place.developer.user)
  t.is((await authorize({ ...place, headers, workspace: place.developer.workspace })).status, 200)
  const verify = () =>
    api.call(`PATCH /admin/oauth/apps/${place.app.id}`, { key: api.config.adminApiKey as string, body: { verified: true } })
  t.is((await verify()).body.verified, true)
  t.is((await authorize(place)).status, 200)
})

test('a key lets no app in, and no other site does', async (t) => {
  const place = await ground()
  const { key } = await api.make.token(place.user, null)
  t.is(
    (
      await api.call('POST /oauth/authorize', {
        key,
        body: { client_id: place.app.clientId, redirect_uri: callback, workspaceId: place.workspace.id },
      })
    ).status,
    403,
  )
  t.is((await authorize({ ...place, headers: { ...place.headers, 'sec-fetch-site': 'cross-site' } })).status, 403)
})

test('somebody at a browser logs in first, then sees who asks for what, and goes back with a code or with a refusal', async (t) => {
  const place = await ground()
  const path = `/oauth/authorize?${new URLSearchParams({ client_id: place.app.clientId, redirect_uri: callback, response_type: 'code', scope: 'links.write analytics.read', state: 's' }).toString()}`
  const first = await api.call(`GET ${path}`)
  t.deepEqual([first.status, first.headers.get('location')], [303, `/auth/login?${new URLSearchParams({ next: path }).toString()}`])
  const page = await api.call(`GET ${path}`, { headers: place.headers })
  t.true(page.headers.get('content-security-policy')?.includes(`form-action 'self' https://app.example`))
  for (const words of ['Test app', 'read and change links', 'read analytics', place.workspace.name])
    t.true(page.body.includes(words), words)
  const { action, fields } = formOn(page.body)
  const allowed = await send(action, { ...fields, decision: 'allow' }, place.headers)
  t.is(allowed.status, 303)
  t.regex(allowed.headers.get('location') ?? '', /^https:\/\/app\.example\/callback\?code=[0-9A-Za-z]{40}&state=s$/)
  const denied = await send(action, { ...fields, decision: 'deny' }, place.headers)
  t.is(denied.headers.get('location'), `${callback}?error=access_denied&state=s`)
})

test('what an app says of itself is no markup on the page', async (t) => {
  const place = await ground({ app: { name: '<script>x</script>', developer: '"><b>' } })
  const page = await api.call(
    `GET /oauth/authorize?${new URLSearchParams({ client_id: place.app.clientId, redirect_uri: callback }).toString()}`,
    { headers: place.headers },
  )
  t.false(page.body.includes('<script>'))
  t.false(page.body.includes('<b>'))
})

// By itself: the sweep would take the expired codes of other tests.
test.serial('what has expired is deleted by the nightly job', async (t) => {
  const place = await ground()
  const { access_token, refresh_token } = await access(place)
  const code = await codeOf(place)
  await query(`update oauth_codes set expires_at = now() - interval '1 second' where hashed_code = $1`, [hashKey(code)])
  await query(`update oauth_refresh_tokens set expires_at = now() - interval '1 second' where hashed_token = $1`, [hashKey(refresh_token)])
  await query(`update tokens set expires = now() - interval '1 second' where hashed_key = $1`, [hashKey(access_token)])
  await runNamed(api.resources, 'accounts.drop-expired-credentials')
  for (const [table, column, secret] of [
    ['oauth_codes', 'hashed_code', code],
    ['oauth_refresh_tokens', 'hashed_token', refresh_token],
    ['tokens', 'hashed_key', access_token],
  ] as const) {
    t.is((await query(`select 1 from ${table} where ${column} = $1`, [hashKey(secret)])).rows.length, 0, table)
  }
})
