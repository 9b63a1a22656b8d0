/** Keys of workspaces and of people. */
import test from 'ava'
import { hashKey, type Role } from '../../../shared/accounts/index.js'
import { seconds } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { runQueued } from '../../support/jobs.js'
import { letterTo } from '../../support/letters.js'
import { newWindow, useUp } from '../../support/rates.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

const query = (sql: string, values: unknown[] = []) => api.resources.database.pool.query(sql, values)
/** A workspace gets a key every five seconds; tests that make more begin a new window. */
const nextKey = (workspace: { id: string }) => newWindow(api.resources, 'throttle', `token:${workspace.id}`, { window: seconds(5) })

test('a key is shown once, kept as a hash, and does what its scopes say', async (t) => {
  const { workspace, key, user } = await api.make.caller()
  const made = await api.call('POST /tokens', { key, body: { name: 'Reporting', scopes: ['links.read', 'analytics.read', 'links.read'] } })
  t.is(made.status, 200)
  t.regex(made.body.token, /^svc_[0-9A-Za-z]{24}$/)
  const { body } = await api.call(`GET /tokens/${made.body.id}`, { key })
  t.like(body, {
    name: 'Reporting',
    partialKey: `svc...${made.body.token.slice(-4)}`,
    scopes: ['links.read', 'analytics.read'],
    expires: null,
    lastUsed: null,
    user: { id: user.id, isMachine: false },
  })
  t.false(JSON.stringify(body).includes(made.body.token))
  t.is((await query('select hashed_key from tokens where id = $1', [made.body.id])).rows[0].hashed_key, hashKey(made.body.token))
  t.is((await api.call('GET /links', { key: made.body.token })).status, 200)
  t.is((await api.call('POST /links', { key: made.body.token, body: { url: 'https://example.com' } })).status, 403)
  t.is((await api.call(`GET /workspaces/${workspace.slug}`, { key: made.body.token })).status, 403)
})

test('who made a key is told by letter, without the key', async (t) => {
  const { key, user } = await api.make.caller()
  const { body } = await api.call('POST /tokens', { key, body: { name: 'Night job' } })
  await runQueued(api.resources)
  const { text } = await letterTo(api.config.dataDir, user.email as string)
  t.true(text.includes('Night job'))
  t.false(text.includes(body.token))
})

test('a key of no scopes may do what its user may, and no more once the role is less', async (t) => {
  const { workspace, key } = await api.make.caller()
  const { body: machine } = await api.call('POST /tokens', { key, body: { name: 'Deploy', isMachine: true } })
  const { rows } = await query(
    'select u.id, u.is_machine, m.role from tokens t join users u on u.id = t.user_id join members m on m.user_id = u.id where t.id = $1',
    [machine.id],
  )
  t.like(rows[0], { is_machine: true, role: 'member' })
  t.is((await api.call(`PATCH /workspaces/${workspace.slug}`, { key: machine.token, body: { name: 'By machine' } })).status, 200)
  const second = await api.make.user()
  const { id: memberId } = await api.make.member(workspace, second)
  const { key: secondKey } = await api.make.token(second, workspace)
  t.is((await api.call(`PATCH /workspaces/${workspace.slug}`, { key: secondKey, body: { name: 'By owner' } })).status, 200)
  await query(`update members set role = 'member' where id = $1`, [memberId])
  t.is((await api.call(`PATCH /workspaces/${workspace.slug}`, { key: secondKey, body: { name: 'No more' } })).status, 403)
})

test('the key of a machine user is deleted together with the user', async (t) => {
  const { key } = await api.make.caller()
  const { body: machine } = await api.call('POST /tokens', { key, body: { name: 'Deploy', isMachine: true, scopes: ['links.read'] } })
  const { id: userId } = (await query('select user_id as id from tokens where id = $1', [machine.id])).rows[0]
  t.deepEqual((await api.call(`DELETE /tokens/${machine.id}`, { key })).body, { id: machine.id })
  t.is((await query('select 1 from users where id = $1', [userId])).rows.length, 0)
  t.is((await query('select 1 from members where user_id = $1', [userId])).rows.length, 0)
  t.is((await api.call('GET /links', { key: machine.token })).status, 401)
})

test('a key ends when it is said to', async (t) => {
  const { key, workspace } = await api.make.caller()
  const { body } = await api.call('POST /tokens', { key, body: { name: 'For a week', expires: 'in 7 days' } })
  const { expires } = (await api.call(`GET /tokens/${body.id}`, { key })).body
  t.true(Math.abs(new Date(expires).getTime() - Date.now() - 7 * 86_400_000) < 120_000)
  await query(`update tokens set expires = now() - interval '1 second' where id = $1`, [body.id])
  t.like((await api.call('GET /links', { key: body.token })).body, {
    error: { code: 'unauthorized', message: 'Unauthorized: Access token expired.' },
  })
  await nextKey(workspace)
  for (const wrong of ['yesterday', 'never ever', '2020-01-01'])
    t.is((await api.call('POST /tokens', { key, body: { name: 'x', expires: wrong } })).status, 422, wrong)
})

test('a key is renamed and narrowed, and obeys with the next request', async (t) => {
  const { key } = await api.make.caller()
  const { body } = await api.call('POST /tokens', { key, body: { name: 'Wide' } })
  t.is((await api.call('GET /tags', { key: body.token })).status, 200)
  const changed = await api.call(`PATCH /tokens/${body.id}`, { key, body: { name: 'Narrow', scopes: ['links.read'] } })
  t.like(changed.body, { id: body.id, name: 'Narrow', scopes: ['links.read'] })
  t.is((await api.call('GET /tags', { key: body.token })).status, 403)
  t.is((await api.call(`PATCH /tokens/${body.id}`, { key, body: { name: 'Narrow' } })).status, 422)
})

test('a key that lacks the permission makes no key, so nobody widens what they hold', async (t) => {
  const { key: narrow } = await api.make.caller({ scopes: ['apis.all', 'workspaces.write'] })
  t.is((await api.call('POST /tokens', { key: narrow, body: { name: 'Wider' } })).status, 403)
  for (const role of ['member', 'viewer', 'billing'] as Role[]) {
    const { key } = await api.make.caller({ role })
    t.is((await api.call('POST /tokens', { key, body: { name: 'Own' } })).status, 403, role)
    t.is((await api.call('GET /tokens', { key })).status, 200, role)
  }
})

test('a scope that does not exist is refused', async (t) => {
  const { key } = await api.make.caller()
  t.is((await api.call('POST /tokens', { key, body: { name: 'x', scopes: ['everything'] } })).status, 422)
})

test('the list shows the last used first, of one user where asked, and no keys of apps or of other workspaces', async (t) => {
  const { workspace, key, token, user } = await api.make.caller()
  const other = await api.make.user()
  await api.make.member(workspace, other, 'member')
  const { token: old } = await api.make.token(other, workspace)
  const { token: ofApp } = await api.make.token(other, workspace)
  const { id: installationId } = await api.make.installation(workspace, other)
  await query('update tokens set installation_id = $2 where id = $1', [ofApp.id, installationId])
  await query(`update tokens set last_used = now() - interval '1 day' where id = $1`, [old.id])
  await api.make.caller()
  const ids = async (search: string) => (await api.call(`GET /tokens${search}`, { key })).body.map(({ id }: { id: string }) => id)
  await query('update tokens set last_used = now() where id = $1', [token.id])
  t.deepEqual(await ids(''), [token.id, old.id])
  t.deepEqual(await ids(`?userId=${user.id}`), [token.id])
  t.deepEqual(
    [(await api.call(`GET /tokens/${ofApp.id}`, { key })).status, (await api.call(`DELETE /tokens/${ofApp.id}`, { key })).status],
    [404, 404],
  )
})

test('a workspace has a hundred keys and gets one each five seconds', async (t) => {
  const { workspace, key, user } = await api.make.caller()
  t.is((await api.call('POST /tokens', { key, body: { name: 'First' } })).status, 200)
  // However long the machine takes, the five seconds are not over.
  await useUp(api.resources, 'throttle', `token:${workspace.id}`, { requests: 1, window: seconds(5) })
  const early = await api.call('POST /tokens', { key, body: { name: 'Second' } })
  t.is(early.body.error.code, 'rate_limit_exceeded')
  t.regex(early.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  for (let made = 2; made < 100; made += 1) await api.make.token(user, workspace)
  await nextKey(workspace)
  t.is((await api.call('POST /tokens', { key, body: { name: 'Too many' } })).body.error.code, 'exceeded_limit')
  t.is((await api.call('GET /tokens', { key })).body.length, 100)
})

test("a personal key opens the workspaces of its person, is made by a session only, and is nobody else's to delete", async (t) => {
  const { workspace, user, key } = await api.make.caller()
  const { headers } = await api.make.session(user)
  const { body } = await api.call('POST /user/tokens', { headers, body: { name: 'Laptop' } })
  t.notRegex(body.token, /^svc_/)
  t.is((await api.call(`GET /workspaces/${workspace.slug}`, { key: body.token })).status, 200)
  t.is((await api.call('POST /user/tokens', { key: body.token, body: { name: 'Another' } })).status, 403)
  t.deepEqual(
    (await api.call('GET /user/tokens', { headers })).body.map(({ id }: { id: string }) => id),
    [body.id],
  )
  t.is((await api.call(`GET /tokens/${body.id}`, { key })).status, 404)
  const stranger = await api.make.session(await api.make.user())
  t.is((await api.call(`DELETE /user/tokens?id=${body.id}`, { headers: stranger.headers })).status, 404)
  t.deepEqual((await api.call(`DELETE /user/tokens?id=${body.id}`, { headers })).body, { id: body.id })
  t.is((await api.call(`GET /workspaces/${workspace.slug}`, { key: body.token })).status, 401)
})

test('a new publishable key takes the place of the former at once', async (t) => {
  const { workspace, key } = await api.make.caller({ publishableKey: 'svc_pk_formerformerformer1' })
  const { body } = await api.call(`POST /workspaces/${workspace.slug}/publishable-key`, { key })
  t.regex(body.publishableKey, /^svc_pk_[0-9A-Za-z]{24}$/)
  t.is((await query('select publishable_key from workspaces where id = $1', [workspace.id])).rows[0].publishable_key, body.publishableKey)
})
