import test from 'ava'
import { hashPassword } from '../../../shared/accounts/passwords/password-hash.js'
import { storePassword } from '../../../shared/accounts/passwords/password.queries.js'
import { type TestApi, testApi } from '../../support/api.js'
import { emailsTo, latestEmailTo, linkIn, tokenIn } from '../../support/emails.js'
import { findForm } from '../../support/html-forms.js'
import { runQueuedJobsAndSubscribers } from '../../support/jobs.js'
import { partnerOf } from '../../support/partner-input.js'
import { waitUntil } from '../../support/wait-until.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

const setPassword = async (userId: string, password: string) =>
  storePassword(api.resources.database.orm.em.fork(), userId, await hashPassword(password), new Date())

async function createUser() {
  const user = await api.make.user()
  return { ...user, email: user.email as string, ...(await api.make.session(user)) }
}

test('the profile is readable by session and by personal key', async (t) => {
  const { id, email, headers, name } = await createUser()
  const { key } = await api.make.token({ id }, null)
  const expected = { id, name, email, image: null, isMachine: false, defaultWorkspace: null, hasPassword: false }
  t.like((await api.call('GET /user', { headers })).body, expected)
  t.like((await api.call('GET /user', { key })).body, expected)
})

test('name, image and default workspace can be changed', async (t) => {
  const { id, headers } = await createUser()
  const workspace = await api.make.workspace()
  await api.make.member(workspace, { id }, 'viewer')
  const change = { name: 'Ada', image: 'https://example.com/ada.png', defaultWorkspace: workspace.slug }
  t.like((await api.call('PATCH /user', { headers, body: change })).body, change)
  t.like((await api.call('PATCH /user', { headers, body: { image: null } })).body, { ...change, image: null })
  t.is((await api.call('PATCH /user', { headers, body: { name: 'a'.repeat(65) } })).status, 422)
})

test('the default workspace must be one of the user', async (t) => {
  const { headers } = await createUser()
  const other = await api.make.workspace()
  for (const defaultWorkspace of [other.slug, 'there-is-none'])
    t.is((await api.call('PATCH /user', { headers, body: { defaultWorkspace } })).status, 403)
})

test('a new email address takes effect after confirmation, and the former one is notified', async (t) => {
  const { email, headers } = await createUser()
  const fresh = `New.${email}`
  t.is((await api.call('PATCH /user', { headers, body: { email: fresh } })).body.email, email)
  await runQueuedJobsAndSubscribers(api.resources)
  const message = await latestEmailTo(api.config.dataDir, fresh)
  t.is((await api.call(`GET ${linkIn(message)}`)).status, 200, 'opening the page changes nothing')
  t.is((await api.call('GET /user', { headers })).body.email, email)
  t.is((await api.call('POST /auth/email', { body: { token: tokenIn(message) } })).status, 200)
  t.is((await api.call('GET /user', { headers })).body.email, fresh)
  t.is((await api.call('POST /auth/email', { body: { token: tokenIn(message) } })).status, 400)
  await runQueuedJobsAndSubscribers(api.resources)
  t.truthy(await latestEmailTo(api.config.dataDir, email, ({ text }) => /was changed to/.test(text)))
})

test('an address that the operator blocked is refused, also at confirmation', async (t) => {
  const { email, headers } = await createUser()
  const fresh = `blocked-${email}`
  t.is((await api.call('PATCH /user', { headers, body: { email: fresh } })).status, 200)
  await runQueuedJobsAndSubscribers(api.resources)
  const token = tokenIn(await latestEmailTo(api.config.dataDir, fresh))
  await api.resources.database.pool.query('insert into blocked_emails (email, created_at) values ($1, now())', [fresh])
  t.is((await api.call('POST /auth/email', { body: { token } })).status, 403)
  t.is((await api.call('GET /user', { headers })).body.email, email)
  t.is((await api.call('PATCH /user', { headers, body: { email: fresh.toUpperCase() } })).status, 403)
})

test('a change of the email address requires the password and is reported to the old address', async (t) => {
  const { id, email, headers } = await createUser()
  await setPassword(id, 'the current password')
  const body = { email: `new-${email}` }
  t.is((await api.call('PATCH /user', { headers, body })).status, 401)
  t.is((await api.call('PATCH /user', { headers, body: { ...body, currentPassword: 'wrong' } })).status, 401)
  t.is((await api.call('PATCH /user', { headers, body: { ...body, currentPassword: 'the current password' } })).status, 200)
  await runQueuedJobsAndSubscribers(api.resources)
  t.truthy(await latestEmailTo(api.config.dataDir, email, ({ text }) => text.startsWith('A change of the email address')))
})

test('a password reset cancels a pending change of the email address and revokes personal keys', async (t) => {
  const { id, email, headers } = await createUser()
  const { key } = await api.make.token({ id }, null)
  await api.call('PATCH /user', { headers, body: { email: `new-${email}` } })
  await runQueuedJobsAndSubscribers(api.resources)
  const change = tokenIn(await latestEmailTo(api.config.dataDir, `new-${email}`))
  await api.call('POST /auth/password/forgot', { body: { email } })
  await runQueuedJobsAndSubscribers(api.resources)
  const reset = tokenIn(await latestEmailTo(api.config.dataDir, email, ({ text }) => /Set a new password/.test(text)))
  t.is((await api.call('POST /auth/password/reset', { body: { token: reset, password: 'a new password' } })).status, 200)
  t.is((await api.call('POST /auth/email', { body: { token: change } })).status, 400)
  t.is((await api.call('GET /user', { headers })).status, 401)
  t.is((await api.call('GET /user', { key })).status, 401)
})

// Serial: a test beside this one would send the queued email before the reset.
test.serial('a password reset cancels a change of the email address whose email was not sent yet', async (t) => {
  const { email, headers } = await createUser()
  await api.call('PATCH /user', { headers, body: { email: `new-${email}` } })
  const link = await api.call('POST /api/admin/users/password-link', { key: api.config.adminApiKey, body: { email } })
  const token = new URL(link.body.url).searchParams.get('token')
  t.is((await api.call('POST /auth/password/reset', { body: { token, password: 'a new password' } })).status, 200)
  await runQueuedJobsAndSubscribers(api.resources)
  t.deepEqual(await emailsTo(api.config.dataDir, `new-${email}`), [])
})

test('a new request for an email address replaces the pending one', async (t) => {
  const { email, headers } = await createUser()
  const tokens = []
  for (const address of [`first-${email}`, `second-${email}`]) {
    await api.call('PATCH /user', { headers, body: { email: address } })
    await runQueuedJobsAndSubscribers(api.resources)
    tokens.push(tokenIn(await latestEmailTo(api.config.dataDir, address)))
  }
  const statuses = []
  for (const token of tokens) statuses.push((await api.call('POST /auth/email', { body: { token } })).status)
  t.deepEqual(statuses, [400, 200])
  t.is((await api.call('GET /user', { headers })).body.email, `second-${email}`)
})

test('the former address can take back a change, which ends all sessions', async (t) => {
  const { email, headers, id } = await createUser()
  await api.call('PATCH /user', { headers, body: { email: `new-${email}` } })
  await runQueuedJobsAndSubscribers(api.resources)
  await api.call('POST /auth/email', { body: { token: tokenIn(await latestEmailTo(api.config.dataDir, `new-${email}`)) } })
  await runQueuedJobsAndSubscribers(api.resources)
  const message = await latestEmailTo(api.config.dataDir, email, ({ text }) => /was changed to/.test(text))
  const { action, fields } = findForm((await api.call(`GET ${linkIn(message)}`)).body)
  t.is(action, '/auth/email/restore/form')
  t.is((await api.call('POST /auth/email/restore', { body: fields })).status, 200)
  t.is((await api.call('GET /user', { headers })).status, 401)
  t.like((await api.call('GET /user', await api.make.session({ id }))).body, { email })
  t.is((await api.call('POST /auth/email/restore', { body: fields })).status, 400)
  await runQueuedJobsAndSubscribers(api.resources)
  t.truthy(await latestEmailTo(api.config.dataDir, email, ({ text }) => /Set a new password/.test(text)))
})

test.serial('the password of an intruder opens no session after the change was taken back', async (t) => {
  const { email, headers, id } = await createUser()
  const password = 'known to the intruder'
  await setPassword(id, password)
  await api.call('PATCH /user', { headers, body: { email: `new-${email}`, currentPassword: password } })
  await runQueuedJobsAndSubscribers(api.resources)
  await api.call('POST /auth/email', { body: { token: tokenIn(await latestEmailTo(api.config.dataDir, `new-${email}`)) } })
  await runQueuedJobsAndSubscribers(api.resources)
  const message = await latestEmailTo(api.config.dataDir, email, ({ text }) => /was changed to/.test(text))
  t.is((await api.call('POST /auth/email/restore', { body: { token: tokenIn(message) } })).status, 200)
  t.is((await api.call('POST /auth/login', { body: { email, password } })).status, 401)
  await runQueuedJobsAndSubscribers(api.resources)
  const token = tokenIn(await latestEmailTo(api.config.dataDir, email, ({ text }) => /Set a new password/.test(text)))
  t.is((await api.call('POST /auth/password/reset', { body: { token, password: 'a new password' } })).status, 200)
  t.is((await api.call('POST /auth/login', { body: { email, password: 'a new password' } })).status, 200)
})

test.serial('an address to which an intruder changed the account gets no link after the change was taken back', async (t) => {
  const { email, headers, id } = await createUser()
  const changeTo = async (address: string) => {
    await api.call('PATCH /user', { headers, body: { email: address } })
    await runQueuedJobsAndSubscribers(api.resources)
    const message = await latestEmailTo(api.config.dataDir, address, ({ text }) => /Confirm the new address/.test(text))
    t.is((await api.call('POST /auth/email', { body: { token: tokenIn(message) } })).status, 200)
  }
  await changeTo(`second-${email}`)
  await runQueuedJobsAndSubscribers(api.resources)
  const token = tokenIn(await latestEmailTo(api.config.dataDir, email, ({ text }) => /was changed to/.test(text)))
  await changeTo(`third-${email}`)
  t.is((await api.call('POST /auth/email/restore', { body: { token } })).status, 200)
  await runQueuedJobsAndSubscribers(api.resources)
  const sent = await emailsTo(api.config.dataDir, `second-${email}`)
  t.deepEqual(
    sent.filter(({ text }) => text.includes('/auth/email/restore')),
    [],
  )
  t.like((await api.call('GET /user', await api.make.session({ id }))).body, { email })
})

test('the page of the link confirms the address', async (t) => {
  const { email, headers } = await createUser()
  await api.call('PATCH /user', { headers, body: { email: `new-${email}` } })
  await runQueuedJobsAndSubscribers(api.resources)
  const message = await latestEmailTo(api.config.dataDir, `new-${email}`)
  const { action, fields } = findForm((await api.call(`GET ${linkIn(message)}`)).body)
  const response = await api.call(`POST ${action}`, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
  })
  t.is(response.status, 200)
  t.is((await api.call('GET /user', { headers })).body.email, `new-${email}`)
})

test('an address of another account is refused, also at confirmation', async (t) => {
  const [{ email, headers }, other] = await Promise.all([createUser(), createUser()])
  t.is((await api.call('PATCH /user', { headers, body: { email: other.email.toUpperCase() } })).status, 409)
  await api.call('PATCH /user', { headers, body: { email: `new-${email}` } })
  await runQueuedJobsAndSubscribers(api.resources)
  await api.make.user({ email: `NEW-${email}` })
  const message = await latestEmailTo(api.config.dataDir, `new-${email}`)
  t.is((await api.call('POST /auth/email', { body: { token: tokenIn(message) } })).status, 409)
})

test('the email address cannot be changed by API key', async (t) => {
  const { id, email } = await createUser()
  const { key } = await api.make.token({ id }, null)
  t.is((await api.call('PATCH /user', { key, body: { email: `new-${email}` } })).status, 403)
})

test('an account whose user is made an owner at the same moment is kept', async (t) => {
  const { id, headers } = await createUser()
  const { pool } = api.resources.database
  const member = await api.make.member(await api.make.workspace(), { id }, 'member')
  const promoting = await pool.connect()
  await promoting.query('begin')
  await promoting.query(`update members set role = 'owner' where id = $1`, [member.id])
  const deleting = api.call('DELETE /user', { headers })
  const waiting = `select 1 from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.query like '%from members%for update%'`
  await waitUntil(async () => (await pool.query(waiting)).rows.length > 0)
  await promoting.query('commit')
  promoting.release()
  t.is((await deleting).status, 422)
})

test('an account is deleted with its credentials, but not while it owns a workspace', async (t) => {
  const { id, headers } = await createUser()
  const { key } = await api.make.token({ id }, null)
  const workspace = await api.make.workspace()
  const member = await api.make.member(workspace, { id }, 'owner')
  t.is((await api.call('DELETE /user', { headers })).status, 422)
  await api.resources.database.pool.query(`update members set role = 'member' where id = $1`, [member.id])
  t.deepEqual((await api.call('DELETE /user', { headers })).body, { id })
  t.is((await api.call('GET /user', { headers })).status, 401)
  t.is((await api.call('GET /user', { key })).status, 401)
})

test('the last owner of a partner account is not deleted while other users need the account', async (t) => {
  const [owner, other] = [await createUser(), await createUser()]
  const partner = await partnerOf(api.make, await api.make.workspace())
  await api.make.partnerUser(partner, owner)
  await api.make.partnerUser(partner, other, 'member')
  const refused = await api.call('DELETE /user', { headers: owner.headers })
  t.is(refused.status, 422)
  t.regex(refused.body.error.message, /last owner of a partner account/)
  await api.resources.database.pool.query(`update partner_users set role = 'owner' where user_id = $1`, [other.id])
  t.is((await api.call('DELETE /user', { headers: owner.headers })).status, 200)
  t.is((await api.call('DELETE /user', { headers: other.headers })).status, 200, 'the account has no other user')
})

test('a password reset link of the operator claims the bootstrap owner account', async (t) => {
  const { bootstrap } = await import('../../../shared/supervisor/bootstrap.js')
  const { workspace } = await bootstrap(api.resources.database, api.config)
  const createLink = (body: object) => api.call('POST /admin/users/password-link', { key: api.config.adminApiKey, body })
  const { status, body } = await createLink({ email: 'owner@example.com' })
  t.is(status, 200)
  t.is(body.user.email, 'owner@example.com')
  t.is(
    (
      await api.call('POST /auth/password/reset', {
        body: { token: new URL(body.url).searchParams.get('token'), password: 'my own password' },
      })
    ).status,
    200,
  )
  const logIn = await api.call('POST /auth/login', { body: { email: 'owner@example.com', password: 'my own password' } })
  const cookie = (logIn.headers.get('set-cookie') ?? '').split(';')[0] as string
  t.is((await api.call(`GET /links?workspaceId=${workspace.id}`, { headers: { cookie } })).status, 200)
  t.is((await createLink({ email: 'somebody-else@example.com' })).status, 404, 'the account can be claimed once')
  t.is((await createLink({ email: 'owner@example.com' })).body.user.id, body.user.id)
})

test('a password reset link by user id; an address of another account is refused', async (t) => {
  const [withoutEmail, other] = await Promise.all([api.make.user({ email: null }), createUser()])
  const createLink = (body: object) => api.call('POST /admin/users/password-link', { key: api.config.adminApiKey, body })
  t.is((await createLink({ email: other.email, userId: withoutEmail.id })).status, 409)
  t.is((await createLink({ email: 'bare@example.com', userId: withoutEmail.id })).body.user.email, 'bare@example.com')
  t.is((await createLink({ email: 'x@example.com', userId: 'user_none' })).status, 404)
})

test('GET /me equals GET /user, and PUT works like PATCH', async (t) => {
  const user = await api.make.user()
  const { headers } = await api.make.session(user)
  t.is((await api.call('PUT /user', { headers, body: { name: 'Ada' } })).body.name, 'Ada')
  const { body } = await api.call('GET /me', { headers })
  t.like(body, { id: user.id, name: 'Ada', email: user.email })
  t.deepEqual(body, (await api.call('GET /user', { headers })).body)
})

test.serial('a user without password gets a link to set one, a user with password is refused', async (t) => {
  const { email, headers } = await createUser()
  const requestPassword = () => api.call('POST /user/set-password', { headers })
  t.is((await requestPassword()).status, 200)
  await runQueuedJobsAndSubscribers(api.resources)
  const token = tokenIn(await latestEmailTo(api.config.dataDir, email))
  t.is((await api.call('POST /auth/password/reset', { body: { token, password: 'my own password' } })).status, 200)
  const logIn = await api.call('POST /auth/login', { body: { email, password: 'my own password' } })
  const cookie = (logIn.headers.get('set-cookie') ?? '').split(';')[0] as string
  t.is((await api.call('POST /user/set-password', { headers: { cookie, 'sec-fetch-site': 'same-origin' } })).status, 400)
})
