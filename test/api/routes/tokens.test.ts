/** Workspace keys and personal keys. */
import test from 'ava'
import { hashKey, type Role } from '../../../shared/accounts/index.js'
import { seconds } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { latestEmailTo } from '../../support/emails.js'
import { runQueuedJobs } from '../../support/jobs.js'
import { resetRateLimit, exhaustRateLimit } from '../../support/rate-limits.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

const query = (sql: string, values: unknown[] = []) => api.resources.database.pool.query(sql, values)
/** Key creation is limited to one per five seconds; starts a new window. */
const nextKey = (workspace: { id: string }) => resetRateLimit(api.resources, 'throttle', `token:${workspace.id}`, { windowMs: seconds(5) })

test('a key is returned once, stored as a hash and restricted to its scopes', async (t) => {
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

test('the creator of a key is notified by email, without the key', async (t) => {
  const { key, user } = await api.make.caller()
  const { body } = await api.call('POST /tokens', { key, body: { name: 'Night job' } })
  await runQueuedJobs(api.resources)
  const { text } = await latestEmailTo(api.config.dataDir, user.email as string)
  t.true(text.includes('Night job'))
  t.false(text.includes(body.token))
})

test('a key without scopes has the permissions of its user and follows role changes', async (t) => {
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

test('deleting the key of a machine user deletes the user', async (t) => {
  const { key } = await api.make.caller()
  const { body: machine } = await api.call('POST /tokens', { key, body: { name: 'Deploy', isMachine: true, scopes: ['links.read'] } })
  const { id: userId } = (await query('select user_id as id from tokens where id = $1', [machine.id])).rows[0]
  t.deepEqual((await api.call(`DELETE /tokens/${machine.id}`, { key })).body, { id: machine.id })
  t.is((await query('select 1 from users where id = $1', [userId])).rows.length, 0)
  t.is((await query('select 1 from members where user_id = $1', [userId])).rows.length, 0)
  t.is((await api.call('GET /links', { key: machine.token })).status, 401)
})

test('deleting a key that a machine user created keeps the machine user and its own key', async (t) => {
  const { key, workspace } = await api.make.caller()
  const { body: machine } = await api.call('POST /tokens', { key, body: { name: 'Deploy', isMachine: true } })
  await nextKey(workspace)
  const { body: second } = await api.call('POST /tokens', { key: machine.token, body: { name: 'Reporting', scopes: ['links.read'] } })
  t.deepEqual((await api.call(`DELETE /tokens/${second.id}`, { key })).body, { id: second.id })
  t.is((await api.call('GET /links', { key: second.token })).status, 401)
  t.is((await api.call('GET /links', { key: machine.token })).status, 200)
})

test('a key expires, and the expiry must be in the future', async (t) => {
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

test('name and scopes of a key can be changed, effective immediately', async (t) => {
  const { key } = await api.make.caller()
  const { body } = await api.call('POST /tokens', { key, body: { name: 'Wide' } })
  t.is((await api.call('GET /tags', { key: body.token })).status, 200)
  const changed = await api.call(`PATCH /tokens/${body.id}`, { key, body: { name: 'Narrow', scopes: ['links.read'] } })
  t.like(changed.body, { id: body.id, name: 'Narrow', scopes: ['links.read'] })
  t.is((await api.call('GET /tags', { key: body.token })).status, 403)
  t.is((await api.call(`PATCH /tokens/${body.id}`, { key, body: { name: 'Narrow' } })).status, 422)
})

test('creating keys requires tokens.write', async (t) => {
  const { key: narrow } = await api.make.caller({ scopes: ['apis.all', 'workspaces.write'] })
  t.is((await api.call('POST /tokens', { key: narrow, body: { name: 'Wider' } })).status, 403)
  for (const role of ['member', 'viewer', 'billing'] as Role[]) {
    const { key } = await api.make.caller({ role })
    t.is((await api.call('POST /tokens', { key, body: { name: 'Own' } })).status, 403, role)
    t.is((await api.call('GET /tokens', { key })).status, 200, role)
  }
})

test('an unknown scope is refused', async (t) => {
  const { key } = await api.make.caller()
  t.is((await api.call('POST /tokens', { key, body: { name: 'x', scopes: ['everything'] } })).status, 422)
})

test('keys are listed by last use, filtered by user, without keys of apps and other workspaces', async (t) => {
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

test('a workspace has at most 100 keys, created at one per five seconds', async (t) => {
  const { workspace, key, user } = await api.make.caller()
  t.is((await api.call('POST /tokens', { key, body: { name: 'First' } })).status, 200)
  // Independent of the speed of the machine.
  await exhaustRateLimit(api.resources, 'throttle', `token:${workspace.id}`, { requests: 1, windowMs: seconds(5) })
  const early = await api.call('POST /tokens', { key, body: { name: 'Second' } })
  t.is(early.body.error.code, 'rate_limit_exceeded')
  t.regex(early.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  for (let made = 2; made < 100; made += 1) await api.make.token(user, workspace)
  await nextKey(workspace)
  t.is((await api.call('POST /tokens', { key, body: { name: 'Too many' } })).body.error.code, 'exceeded_limit')
  t.is((await api.call('GET /tokens', { key })).body.length, 100)
})

test('a personal key accesses the workspaces of its user, needs a session to create, and only its user can delete it', async (t) => {
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
  const otherUser = await api.make.session(await api.make.user())
  t.is((await api.call(`DELETE /user/tokens?id=${body.id}`, { headers: otherUser.headers })).status, 404)
  t.deepEqual((await api.call(`DELETE /user/tokens?id=${body.id}`, { headers })).body, { id: body.id })
  t.is((await api.call(`GET /workspaces/${workspace.slug}`, { key: body.token })).status, 401)
})

test('rotating the publishable key replaces it immediately', async (t) => {
  const { workspace, key } = await api.make.caller({ publishableKey: 'svc_pk_formerformerformer1' })
  const { body } = await api.call(`POST /workspaces/${workspace.slug}/publishable-key`, { key })
  t.regex(body.publishableKey, /^svc_pk_[0-9A-Za-z]{24}$/)
  t.is((await query('select publishable_key from workspaces where id = $1', [workspace.id])).rows[0].publishable_key, body.publishableKey)
})
