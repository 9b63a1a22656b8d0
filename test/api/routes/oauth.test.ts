/** OAuth apps, authorization and tokens. */
import { createHash } from 'node:crypto'
import test from 'ava'
import { hashKey, type Role } from '../../../shared/accounts/index.js'
import { type TestApi, testApi } from '../../support/api.js'
import { findForm } from '../../support/html-forms.js'
import { runJobByName } from '../../support/jobs.js'
import { waitUntil } from '../../support/wait-until.js'

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

/** A user with a workspace and a session, and an app of another workspace. */
async function setUp({ role = 'owner', app: appOverrides = {} }: { role?: Role; app?: object } = {}) {
  const { workspace, user } = await api.make.caller({ role })
  const { headers } = await api.make.session(user)
  const developer = await api.make.caller()
  return { workspace, user, headers, developer, app: await api.make.oauthApp(developer.workspace, appOverrides) }
}
type Setup = Awaited<ReturnType<typeof setUp>>

const authorize = ({ app, workspace, headers }: Setup, more: Record<string, unknown> = {}) =>
  api.call('POST /oauth/authorize', {
    headers,
    body: { client_id: app.clientId, redirect_uri: callback, scope: 'links.read', workspaceId: workspace.id, ...more },
  })
const codeOf = async (setup: Setup, more: Record<string, unknown> = {}) =>
  new URL((await authorize(setup, more)).body.callbackUrl).searchParams.get('code') as string
const exchange = ({ app }: Setup, code: string, more: Record<string, string> = {}) =>
  send('/oauth/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: callback,
    client_id: app.clientId,
    client_secret: app.clientSecret,
    ...more,
  })
const refresh = ({ app }: Setup, token: string) =>
  send('/oauth/token', { grant_type: 'refresh_token', refresh_token: token, client_id: app.clientId, client_secret: app.clientSecret })
const access = async (setup: Setup, scope = 'links.read') =>
  (await exchange(setup, await codeOf(setup, { scope }))).body as { access_token: string; refresh_token: string }

test('an app is created, read, updated and deleted; its secret is returned once and stored as a hash', async (t) => {
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

test('redirect URIs must be http(s) URLs without a fragment', async (t) => {
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

test('a code is exchanged for an access token with the granted permissions only', async (t) => {
  const setup = await setUp()
  const {
    body: { callbackUrl },
  } = await authorize(setup, { state: 'a b&c' })
  t.regex(callbackUrl, /^https:\/\/app\.example\/callback\?code=[0-9A-Za-z]{40}&state=a\+b%26c$/)
  const response = await exchange(setup, new URL(callbackUrl).searchParams.get('code') as string)
  t.is(response.headers.get('cache-control'), 'no-store')
  t.is(response.headers.get('access-control-allow-origin'), '*')
  t.like(response.body, { token_type: 'Bearer', expires_in: 7200, scope: 'links.read user.read' })
  t.regex(response.body.access_token, /^svc_access_token_[0-9A-Za-z]{40}$/)
  const key = response.body.access_token
  t.is((await api.call('GET /links', { key })).status, 200)
  for (const [path, status] of [
    ['POST /links', 403],
    ['GET /tags', 403],
    ['GET /tokens', 403],
    [`GET /workspaces/${setup.workspace.slug}`, 403],
    ['GET /user', 403],
  ] as const)
    t.is((await api.call(path, { key, ...(path.startsWith('POST') ? { body: {} } : {}) })).status, status, path)
  t.deepEqual((await api.call('GET /oauth/userinfo', { key })).body, {
    id: setup.user.id,
    name: setup.user.name,
    image: null,
    workspace: { id: setup.workspace.id, slug: setup.workspace.slug, name: setup.workspace.name, logo: null },
  })
})

test('an app without scopes can only read user info', async (t) => {
  const setup = await setUp()
  const { access_token: key } = await access(setup, 'workspaces.write')
  for (const path of ['GET /links', 'GET /customers', 'GET /jobs', 'POST /track/lead', `DELETE /workspaces/${setup.workspace.slug}/users`])
    t.is((await api.call(path, { key, ...(path.startsWith('POST') ? { body: {} } : {}) })).status, 403, path)
  t.is((await api.call('GET /oauth/userinfo', { key })).status, 200)
})

test('user info is available to apps only', async (t) => {
  const { key, user, workspace } = await api.make.caller()
  t.is((await api.call('GET /oauth/userinfo', { key })).status, 401)
  const { headers } = await api.make.session(user)
  t.is((await api.call(`GET /oauth/userinfo?workspaceId=${workspace.id}`, { headers })).status, 401)
})

test('a code can be exchanged once, even concurrently', async (t) => {
  const setup = await setUp()
  const code = await codeOf(setup)
  const responses = await Promise.all([exchange(setup, code), exchange(setup, code)])
  t.deepEqual(
    responses.map(({ status }) => status).sort((a, b) => a - b),
    [200, 400],
  )
  t.is((await exchange(setup, code)).status, 400)
})

test('a replayed code revokes the tokens that it was exchanged for', async (t) => {
  const setup = await setUp()
  const code = await codeOf(setup)
  const { access_token, refresh_token } = (await exchange(setup, code)).body
  t.is((await api.call('GET /oauth/userinfo', { key: access_token })).status, 200)
  t.is((await exchange(setup, code)).status, 400)
  t.is((await api.call('GET /oauth/userinfo', { key: access_token })).status, 401)
  t.is((await refresh(setup, refresh_token)).status, 400)
})

test('a code is bound to its app, secret and redirect URI, and expires', async (t) => {
  const setup = await setUp()
  const other = await api.make.oauthApp(setup.developer.workspace)
  const code = await codeOf(setup)
  t.is((await exchange(setup, code, { client_id: 'svc_app_nobody' })).status, 401)
  t.is((await exchange(setup, code, { client_secret: 'svc_app_secret_wrong' })).status, 401)
  t.is((await exchange(setup, code, { client_id: other.clientId, client_secret: other.clientSecret })).status, 400)
  t.is((await exchange(setup, code, { redirect_uri: `${callback}/` })).status, 400)
  await query(`update oauth_codes set expires_at = now() - interval '1 second' where hashed_code = $1`, [hashKey(code)])
  t.is((await exchange(setup, code)).status, 400)
  const fresh = await codeOf(setup)
  const basic = Buffer.from(`${setup.app.clientId}:${setup.app.clientSecret}`).toString('base64')
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

test('the token endpoint responses errors as in RFC 6749', async (t) => {
  const setup = await setUp()
  const code = await codeOf(setup)
  for (const [fields, status, error] of [
    [{ client_secret: 'wrong' }, 401, 'invalid_client'],
    [{ code: 'wrong' }, 400, 'invalid_grant'],
    [{ redirect_uri: `${callback}/` }, 400, 'invalid_grant'],
    [{ code: '' }, 400, 'invalid_request'],
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ] as const) {
    const response = await exchange(setup, code, fields)
    t.deepEqual([response.status, response.body.error, typeof response.body.error_description], [status, error, 'string'])
    t.is(response.headers.get('cache-control'), 'no-store')
    t.is(response.headers.get('www-authenticate') !== null, status === 401)
  }
})

test('a client whose Basic credential contains a NUL character is refused as unknown', async (t) => {
  const authorization = `Basic ${Buffer.from('\0:\0').toString('base64')}`
  const answer = await send('/oauth/token', { grant_type: 'refresh_token', refresh_token: 'x' }, { authorization })
  t.like(answer, { status: 401, body: { error: 'invalid_client' } })
})

test('a public client authenticates by PKCE', async (t) => {
  const setup = await setUp({ app: { pkce: true } })
  const verifier = 'v'.repeat(64)
  t.is((await authorize(setup)).status, 400)
  t.is((await authorize(setup, { code_challenge: verifier, code_challenge_method: 'plain' })).status, 422)
  const code = await codeOf(setup, { code_challenge: challengeOf(verifier) })
  const ask = (more: Record<string, string>) =>
    send('/oauth/token', { grant_type: 'authorization_code', code, redirect_uri: callback, client_id: setup.app.clientId, ...more })
  t.is((await ask({})).status, 400)
  t.is((await ask({ code_verifier: 'w'.repeat(64) })).status, 400)
  const { body } = await ask({ code_verifier: verifier })
  t.is((await api.call('GET /links', { key: body.access_token })).status, 200)
  t.is(
    (await send('/oauth/token', { grant_type: 'refresh_token', refresh_token: body.refresh_token, client_id: setup.app.clientId })).status,
    200,
  )
})

test('a confidential client that used PKCE needs secret and verifier', async (t) => {
  const setup = await setUp()
  const code = await codeOf(setup, { code_challenge: challengeOf('v'.repeat(64)) })
  t.is((await exchange(setup, code)).status, 400)
  t.is((await exchange(setup, code, { code_verifier: 'v'.repeat(64), client_secret: 'wrong' })).status, 401)
  t.is((await exchange(setup, code, { code_verifier: 'v'.repeat(64) })).status, 200)
})

test('a verifier of a code without a challenge is refused, because the challenge may have been removed on its way', async (t) => {
  const setup = await setUp()
  const code = await codeOf(setup)
  t.like(await exchange(setup, code, { code_verifier: 'v'.repeat(64) }), { status: 400, body: { error: 'invalid_grant' } })
  t.is((await exchange(setup, code)).status, 200)
})

test('a revocation also revokes the tokens of a refresh that is in progress', async (t) => {
  const setup = await setUp()
  const first = await access(setup)
  const { pool } = api.resources.database
  const holder = await pool.connect()
  try {
    const { rows } = await holder.query('select pg_backend_pid() as pid')
    await holder.query('begin')
    await holder.query('select from oauth_installations where user_id = $1 for update', [setup.user.id])
    // Both wait, the revocation directly or for the refresh, and continue in the order of their requests.
    const areWaiting = (count: number) =>
      waitUntil(async () => {
        const waiting = `with recursive waiting (pid) as (select $1::int union
          select a.pid from pg_stat_activity a join waiting w on w.pid = any (pg_blocking_pids(a.pid))) select from waiting`
        return (await pool.query(waiting, [rows[0].pid])).rowCount === count + 1
      })
    const refreshed = refresh(setup, first.refresh_token)
    await areWaiting(1)
    const revoked = send('/oauth/revoke', {
      token: first.access_token,
      client_id: setup.app.clientId,
      client_secret: setup.app.clientSecret,
    })
    await areWaiting(2)
    await holder.query('commit')
    t.is((await revoked).status, 200)
    const { status, body } = await refreshed
    t.is(status, 200)
    t.is((await api.call('GET /links', { key: body.access_token })).status, 401)
    t.is((await refresh(setup, body.refresh_token)).status, 400)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})

test('a refresh token can be used once', async (t) => {
  const setup = await setUp()
  const first = await access(setup)
  const { status, body: second } = await refresh(setup, first.refresh_token)
  t.is(status, 200)
  t.not(second.refresh_token, first.refresh_token)
  t.is((await api.call('GET /links', { key: first.access_token })).status, 401)
  t.is((await api.call('GET /links', { key: second.access_token })).status, 200)
  t.is((await refresh(setup, first.refresh_token)).status, 400)
  t.is((await api.call('GET /links', { key: second.access_token })).status, 200, 'an immediate retry does not revoke access')
})

test('reuse of a refresh token after the grace period revokes all access', async (t) => {
  const setup = await setUp()
  const first = await access(setup)
  const { body: second } = await refresh(setup, first.refresh_token)
  await query(`update oauth_refresh_tokens set used_at = now() - interval '1 minute' where hashed_token = $1`, [
    hashKey(first.refresh_token),
  ])
  t.is((await refresh(setup, first.refresh_token)).status, 400)
  t.is((await api.call('GET /links', { key: second.access_token })).status, 401)
  t.is((await refresh(setup, second.refresh_token)).status, 400)
})

test('a refresh token of another app or an expired one is refused', async (t) => {
  const setup = await setUp()
  const { refresh_token } = await access(setup)
  const other = { ...setup, app: await api.make.oauthApp(setup.developer.workspace) }
  t.is((await refresh(other, refresh_token)).status, 400)
  await query(`update oauth_refresh_tokens set expires_at = now() - interval '1 second' where hashed_token = $1`, [hashKey(refresh_token)])
  t.is((await refresh(setup, refresh_token)).status, 400)
})

test('an app has one access per user and workspace; a new one revokes the former', async (t) => {
  const setup = await setUp()
  const [first, second] = [await access(setup), await access(setup)]
  t.deepEqual(
    [
      (await api.call('GET /links', { key: first.access_token })).status,
      (await api.call('GET /links', { key: second.access_token })).status,
    ],
    [401, 200],
  )
  t.is((await refresh(setup, first.refresh_token)).status, 400)
  t.is((await query('select 1 from oauth_installations where app_id = $1', [setup.app.id])).rows.length, 1)
})

test('access ends by revocation, removal of the installation or member, and deletion of the app', async (t) => {
  const works = async (key: string) => (await api.call('GET /links', { key })).status
  const [revoked, removed, left, deleted] = [await setUp(), await setUp(), await setUp({ role: 'member' }), await setUp()]
  const one = await access(revoked)
  const otherApp = await api.make.oauthApp(revoked.developer.workspace)
  const revoke = (client: { clientId: string; clientSecret: string }) =>
    send('/oauth/revoke', { token: one.refresh_token, client_id: client.clientId, client_secret: client.clientSecret })
  t.is((await revoke(otherApp)).status, 200)
  t.is(await works(one.access_token), 200)
  t.is((await revoke(revoked.app)).status, 200)
  t.is(await works(one.access_token), 401)
  t.is((await refresh(revoked, one.refresh_token)).status, 400)

  const two = await access(removed)
  const path = `/oauth/installations`
  const {
    body: [installation],
  } = await api.call(`GET ${path}?workspaceId=${removed.workspace.id}`, { headers: removed.headers })
  t.like(installation, { app: { name: 'Test app' }, user: { id: removed.user.id }, scopes: ['links.read', 'user.read'] })
  t.is((await api.call(`DELETE ${path}/${installation.id}?workspaceId=${removed.workspace.id}`, { headers: removed.headers })).status, 200)
  t.is(await works(two.access_token), 401)

  const three = await access(left)
  t.is((await api.call(`DELETE /workspaces/${left.workspace.slug}/users?userId=${left.user.id}`, { headers: left.headers })).status, 200)
  t.is(await works(three.access_token), 401)
  t.is((await refresh(left, three.refresh_token)).status, 400)

  const four = await access(deleted)
  t.is((await api.call(`DELETE /oauth/apps/${deleted.app.id}`, { key: deleted.developer.key })).status, 200)
  t.is(await works(four.access_token), 401)
})

test('members remove only installations that they authorized', async (t) => {
  const setup = await setUp()
  await access(setup)
  const { id } = (await query('select id from oauth_installations where app_id = $1', [setup.app.id])).rows[0]
  const member = await api.make.user()
  await api.make.member(setup.workspace, member, 'member')
  const { key } = await api.make.token(member, setup.workspace)
  const { key: foreign } = await api.make.caller()
  t.is((await api.call(`DELETE /oauth/installations/${id}`, { key })).status, 404)
  t.is((await api.call(`DELETE /oauth/installations/${id}`, { key: foreign })).status, 404)
})

test('an unregistered redirect URI is never redirected to', async (t) => {
  const setup = await setUp()
  for (const uri of ['https://evil.example/', `${callback}?x=1`, 'https://app.example/callback/', 'https://APP.example/callback'])
    t.is((await authorize(setup, { redirect_uri: uri })).status, 400, uri)
  const page = await api.call(
    `GET /oauth/authorize?${new URLSearchParams({ client_id: setup.app.clientId, redirect_uri: 'https://evil.example/', response_type: 'code' }).toString()}`,
    { headers: setup.headers },
  )
  t.deepEqual([page.status, page.headers.get('location')], [400, null])
})

test('users grant only permissions of their role, in their own workspaces', async (t) => {
  const member = await setUp({ role: 'member' })
  t.is((await authorize(member, { scope: 'domains.write' })).status, 400)
  t.is((await authorize(member, { scope: 'links.write' })).status, 200)
  t.is((await authorize(member, { scope: 'tokens.write' })).status, 400)
  const viewer = await setUp({ role: 'viewer' })
  t.is((await authorize(viewer)).status, 403)
  const [foreign, missing] = [
    await authorize(member, { workspaceId: viewer.workspace.id }),
    await authorize(member, { workspaceId: 'ws_none' }),
  ]
  t.deepEqual([foreign.status, foreign.body], [missing.status, missing.body])
  t.is(foreign.status, 404)
})

test('an app can request access to customers and conversions', async (t) => {
  const setup = await setUp()
  const path = `/oauth/authorize?${new URLSearchParams({
    client_id: setup.app.clientId,
    redirect_uri: callback,
    scope: 'customers.read conversions.write',
  }).toString()}`
  const page = await api.call(`GET ${path}`, { headers: setup.headers })
  for (const text of ['read customers', 'record leads and sales']) t.true(page.body.includes(text), text)
  const { access_token: readKey } = await access(setup, 'customers.read')
  t.is((await api.call('GET /customers', { key: readKey })).status, 200)
  t.is((await api.call('POST /customers', { key: readKey, body: { externalId: 'ann' } })).status, 403)
  const { access_token: writeKey } = await access(setup, 'customers.write')
  t.is((await api.call('POST /customers', { key: writeKey, body: { externalId: 'ann' } })).status, 201)
  const { access_token: trackKey } = await access(setup, 'conversions.write')
  t.is((await api.call('GET /customers', { key: trackKey })).status, 403)
  t.not((await api.call('POST /track/sale', { key: trackKey, body: { customerExternalId: 'ann', amount: 100 } })).status, 403)
})

test('an unverified app can be authorized only in its own workspace', async (t) => {
  const setup = await setUp({ app: { verified: false } })
  t.is((await authorize(setup)).status, 403)
  const { headers } = await api.make.session(setup.developer.user)
  t.is((await authorize({ ...setup, headers, workspace: setup.developer.workspace })).status, 200)
  const verify = () =>
    api.call(`PATCH /admin/oauth/apps/${setup.app.id}`, { key: api.config.adminApiKey as string, body: { verified: true } })
  t.is((await verify()).body.verified, true)
  t.is((await authorize(setup)).status, 200)
})

test('a change of who an app is, or where its codes are sent, ends its verification', async (t) => {
  const setup = await setUp({ app: { verified: true } })
  const change = async (body: object) =>
    (await api.call(`PATCH /oauth/apps/${setup.app.id}`, { key: setup.developer.key, body })).body.verified as boolean
  t.true(await change({ description: 'Posts links', redirectUris: setup.app.redirectUris, screenshots: [] }))
  t.is((await authorize(setup)).status, 200)
  t.false(await change({ redirectUris: [...setup.app.redirectUris, 'https://other.example/back'] }))
  t.is((await authorize(setup)).status, 403)
  for (const body of [
    { name: 'Other' },
    { developer: 'Other' },
    { website: 'https://other.example' },
    { logo: 'https://other.example/logo.png' },
  ]) {
    await query('update oauth_apps set verified = true where id = $1', [setup.app.id])
    t.false(await change(body), Object.keys(body).join())
  }
})

test('apps cannot be authorized by API key or by another site', async (t) => {
  const setup = await setUp()
  const { key } = await api.make.token(setup.user, null)
  t.is(
    (
      await api.call('POST /oauth/authorize', {
        key,
        body: { client_id: setup.app.clientId, redirect_uri: callback, workspaceId: setup.workspace.id },
      })
    ).status,
    403,
  )
  t.is((await authorize({ ...setup, headers: { ...setup.headers, 'sec-fetch-site': 'cross-site' } })).status, 403)
})

test('in the browser the flow is log-in, consent page, redirect with code or error', async (t) => {
  const setup = await setUp()
  const query = {
    client_id: setup.app.clientId,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'links.write analytics.read',
    state: 's',
  }
  const path = `/oauth/authorize?${new URLSearchParams(query).toString()}`
  const first = await api.call(`GET ${path}`)
  t.deepEqual([first.status, first.headers.get('location')], [303, `/auth/login?${new URLSearchParams({ next: path }).toString()}`])
  const page = await api.call(`GET ${path}`, { headers: setup.headers })
  t.true(page.headers.get('content-security-policy')?.includes(`form-action 'self' https://app.example`))
  for (const text of ['Test app', 'read and change links', 'read analytics', setup.workspace.name]) t.true(page.body.includes(text), text)
  const { action, fields } = findForm(page.body)
  const allowed = await send(action, { ...fields, decision: 'allow' }, setup.headers)
  t.is(allowed.status, 303)
  t.regex(allowed.headers.get('location') ?? '', /^https:\/\/app\.example\/callback\?code=[0-9A-Za-z]{40}&state=s$/)
  const denied = await send(action, { ...fields, decision: 'deny' }, setup.headers)
  t.is(denied.headers.get('location'), `${callback}?error=access_denied&state=s`)
})

test('app names are escaped on the consent page', async (t) => {
  const setup = await setUp({ app: { name: '<script>x</script>', developer: '"><b>' } })
  const page = await api.call(
    `GET /oauth/authorize?${new URLSearchParams({ client_id: setup.app.clientId, redirect_uri: callback }).toString()}`,
    { headers: setup.headers },
  )
  t.false(page.body.includes('<script>'))
  t.false(page.body.includes('<b>'))
})

// Serial: the job would delete expired codes of other tests.
test.serial('the nightly job deletes expired credentials', async (t) => {
  const setup = await setUp()
  const { access_token, refresh_token } = await access(setup)
  const code = await codeOf(setup)
  await query(`update oauth_codes set expires_at = now() - interval '1 second' where hashed_code = $1`, [hashKey(code)])
  await query(`update oauth_refresh_tokens set expires_at = now() - interval '1 second' where hashed_token = $1`, [hashKey(refresh_token)])
  await query(`update tokens set expires = now() - interval '1 second' where hashed_key = $1`, [hashKey(access_token)])
  await runJobByName(api.resources, 'accounts.delete-expired-credentials')
  for (const [table, column, secret] of [
    ['oauth_codes', 'hashed_code', code],
    ['oauth_refresh_tokens', 'hashed_token', refresh_token],
    ['tokens', 'hashed_key', access_token],
  ] as const) {
    t.is((await query(`select 1 from ${table} where ${column} = $1`, [hashKey(secret)])).rows.length, 0, table)
  }
})
