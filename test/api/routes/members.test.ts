/** Members and invites. */
import test from 'ava'
import type { Role } from '../../../shared/accounts/index.js'
import { seconds } from '../../../shared/kernel/time.js'
import { type ApiResponse, type TestApi, testApi } from '../../support/api.js'
import { latestEmailTo, emailsTo, linkIn, tokenIn } from '../../support/emails.js'
import { findForm } from '../../support/html-forms.js'
import { runJobByName, runQueuedJobsAndSubscribers } from '../../support/jobs.js'
import { resetRateLimit, exhaustRateLimit } from '../../support/rate-limits.js'
import { waitUntil } from '../../support/wait-until.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

const query = (sql: string, values: unknown[] = []) => api.resources.database.pool.query(sql, values)

async function addMember(workspace: { id: string }, role: Role = 'member') {
  const user = await api.make.user()
  await api.make.member(workspace, user, role)
  return { ...user, ...(await api.make.session(user)) }
}

async function inviteUser(workspace: { id: string }, overrides: object = {}) {
  const user = await api.make.user()
  await api.make.invite(workspace, user.email as string, overrides)
  return { ...user, ...(await api.make.session(user)) }
}

const roleOf = async (workspace: { id: string }, user: { id: string }) =>
  (await query('select role from members where workspace_id = $1 and user_id = $2', [workspace.id, user.id])).rows[0]?.role
const fromHere = { 'Content-Type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  api.call(`POST ${path}`, { body: new URLSearchParams(fields).toString(), headers: { ...fromHere, ...headers } })

test('members are listed, searched and filtered by role', async (t) => {
  const { workspace, key, user } = await api.make.caller()
  const ada = await api.make.user({ name: 'Ada 100%' })
  await api.make.member(workspace, ada, 'viewer')
  const ids = async (search: string) =>
    (await api.call(`GET /workspaces/${workspace.slug}/users${search}`, { key })).body.map(({ id }: { id: string }) => id)
  t.deepEqual(await ids(''), [user.id, ada.id])
  t.deepEqual(await ids('?search=100%25'), [ada.id])
  t.deepEqual(await ids('?search=100_'), [])
  t.deepEqual(await ids('?role=owner'), [user.id])
  t.like((await api.call(`GET /workspaces/${workspace.slug}/users?role=viewer`, { key })).body[0], {
    id: ada.id,
    name: 'Ada 100%',
    email: ada.email,
    image: null,
    role: 'viewer',
    isMachine: false,
  })
})

test('only owners change roles', async (t) => {
  const { workspace, key } = await api.make.caller()
  const member = await addMember(workspace)
  t.deepEqual((await api.call(`PATCH /workspaces/${workspace.slug}/users`, { key, body: { userId: member.id, role: 'viewer' } })).body, {
    id: member.id,
    role: 'viewer',
  })
  t.is(await roleOf(workspace, member), 'viewer')
  t.is(
    (await api.call(`PATCH /workspaces/${workspace.slug}/users`, { headers: member.headers, body: { userId: member.id, role: 'owner' } }))
      .status,
    403,
  )
})

test('a key with scopes gives nobody a role with more permissions than it has', async (t) => {
  // Another workspace for each, which may send one invite per second.
  for (const [role, scopes, status] of [
    ['owner', ['workspaces.write'], 403],
    ['member', ['workspaces.write'], 403],
    ['owner', [], 200],
  ] as const) {
    const { workspace, user } = await api.make.caller()
    const { key } = await api.make.token(user, workspace, { scopes: [...scopes] })
    const member = await addMember(workspace, 'viewer')
    const invited = await inviteUser(workspace)
    const users = `/workspaces/${workspace.slug}/users`
    const invites = `/workspaces/${workspace.slug}/invites`
    const requests = [
      api.call(`PATCH ${users}`, { key, body: { userId: member.id, role } }),
      api.call(`PATCH ${invites}`, { key, body: { email: invited.email, role } }),
      api.call(`POST ${invites}`, { key, body: { teammates: [{ email: `${role}@other.example`, role }] } }),
    ]
    t.deepEqual(
      (await Promise.all(requests)).map((response) => response.status),
      [status, status, status],
    )
    t.is(await roleOf(workspace, member), status === 200 ? role : 'viewer')
  }
})

test('roles require a plan', async (t) => {
  for (const [plan, role, status] of [
    ['pro', 'viewer', 403],
    ['business', 'viewer', 200],
    ['business plus', 'billing', 403],
    ['advanced', 'billing', 200],
  ] as const) {
    const { workspace, key } = await api.make.caller({ plan })
    const member = await addMember(workspace)
    t.is(
      (await api.call(`PATCH /workspaces/${workspace.slug}/users`, { key, body: { userId: member.id, role } })).status,
      status,
      `${role} on ${plan}`,
    )
  }
})

test('the role of a machine user cannot be changed', async (t) => {
  const { workspace, key } = await api.make.caller()
  const machine = await api.make.user({ isMachine: true, email: null })
  await api.make.member(workspace, machine, 'member')
  t.is((await api.call(`PATCH /workspaces/${workspace.slug}/users`, { key, body: { userId: machine.id, role: 'owner' } })).status, 400)
})

test('a user of another workspace and an unknown user get the same error', async (t) => {
  const [{ workspace, key }, other] = await Promise.all([api.make.caller(), api.make.caller()])
  const responses = []
  for (const userId of [other.user.id, 'user_none']) {
    responses.push(
      await api.call(`PATCH /workspaces/${workspace.slug}/users`, { key, body: { userId, role: 'member' } }),
      await api.call(`DELETE /workspaces/${workspace.slug}/users?userId=${userId}`, { key }),
    )
  }
  t.deepEqual(
    responses.map(({ status }) => status),
    [404, 404, 404, 404],
  )
  t.is(new Set(responses.map(({ body }) => JSON.stringify(body))).size, 1)
})

test('the last owner cannot leave, even if two leave concurrently', async (t) => {
  const { workspace, user, headers: _, ...first } = await api.make.caller()
  const path = `/workspaces/${workspace.slug}/users`
  t.is((await api.call(`DELETE ${path}?userId=${user.id}`, { key: first.key })).status, 400)
  t.is((await api.call(`PATCH ${path}`, { key: first.key, body: { userId: user.id, role: 'member' } })).status, 400)
  await query(`update tokens set last_used = null where user_id = $1`, [user.id])
  const [one, two] = [await addMember(workspace, 'owner'), await addMember(workspace, 'owner')]
  await query(`update members set role = 'member' where user_id = $1`, [user.id])
  const responses = await Promise.all([one, two].map(({ id, headers }) => api.call(`DELETE ${path}?userId=${id}`, { headers })))
  t.deepEqual(
    responses.map(({ status }) => status).sort((a, b) => a - b),
    [200, 400],
  )
})

test('leaving deletes keys, folder roles and the default workspace of a member', async (t) => {
  const { workspace } = await api.make.caller()
  const member = await addMember(workspace)
  const { key } = await api.make.token(member, workspace)
  const folder = await api.make.folder(workspace)
  await query(`insert into folder_users (folder_id, user_id, role, created_at) values ($1, $2, 'editor', now())`, [folder.id, member.id])
  await query('update users set default_workspace = $1 where id = $2', [workspace.slug, member.id])
  t.deepEqual((await api.call(`DELETE /workspaces/${workspace.slug}/users?userId=${member.id}`, { headers: member.headers })).body, {
    id: member.id,
  })
  t.is((await api.call('GET /links', { key })).status, 401)
  t.is((await query('select 1 from folder_users where user_id = $1', [member.id])).rows.length, 0)
  t.is((await query('select default_workspace from users where id = $1', [member.id])).rows[0].default_workspace, null)
  t.is((await api.call(`GET /workspaces/${workspace.slug}`, { headers: member.headers })).status, 404)
})

test('members remove only themselves, and a member with used keys cannot be removed', async (t) => {
  const { workspace, key: ownerKey } = await api.make.caller()
  const [one, two] = [await addMember(workspace), await addMember(workspace)]
  t.is((await api.call(`DELETE /workspaces/${workspace.slug}/users?userId=${two.id}`, { headers: one.headers })).status, 403)
  const { token } = await api.make.token(two, workspace)
  await query('update tokens set last_used = now() where id = $1', [token.id])
  t.is((await api.call(`DELETE /workspaces/${workspace.slug}/users?userId=${two.id}`, { key: ownerKey })).status, 400)
  await query('delete from tokens where id = $1', [token.id])
  t.is((await api.call(`DELETE /workspaces/${workspace.slug}/users?userId=${two.id}`, { key: ownerKey })).status, 200)
})

test('removing a machine user deletes it', async (t) => {
  const { workspace, key } = await api.make.caller()
  const machine = await api.make.user({ isMachine: true, email: null })
  await api.make.member(workspace, machine, 'member')
  t.is((await api.call(`DELETE /workspaces/${workspace.slug}/users?userId=${machine.id}`, { key })).status, 200)
  t.is((await query('select 1 from users where id = $1', [machine.id])).rows.length, 0)
})

test('an invite is listed and sent by email', async (t) => {
  const { workspace, key } = await api.make.caller()
  const teammates = [{ email: 'Grace@Example.com', role: 'viewer' }, { email: `lin@${workspace.slug}.example` }]
  const sent = (await api.call(`POST /workspaces/${workspace.slug}/invites`, { key, body: { teammates } })).body
  t.is(sent.message, 'Invites sent')
  t.deepEqual(
    sent.invites.map(({ email }: { email: string }) => email),
    ['grace@example.com', `lin@${workspace.slug}.example`],
  )
  const path = new URL(sent.invites[1].url)
  t.is((await api.call(`GET ${path.pathname}${path.search}`)).status, 200)
  const { body } = await api.call(`GET /workspaces/${workspace.slug}/invites`, { key })
  t.deepEqual(
    body.map(({ id, role }: { id: string; role: string }) => [id, role]),
    [
      [`${workspace.id}-grace@example.com`, 'viewer'],
      [`${workspace.id}-lin@${workspace.slug}.example`, 'member'],
    ],
  )
  const days = (new Date(body[0].expires).getTime() - Date.now()) / 86_400_000
  t.true(days > 13.9 && days <= 14)
  t.is((await api.call(`GET /workspaces/${workspace.slug}/invites?search=GRACE&role=viewer`, { key })).body.length, 1)
  await runQueuedJobsAndSubscribers(api.resources)
  t.regex((await latestEmailTo(api.config.dataDir, `lin@${workspace.slug}.example`)).text, /as member/)
})

test('if emails are sent, only the invited person gets the link, because it proves the email address', async (t) => {
  const sending = await testApi({ SMTP_URL: 'smtp://127.0.0.1:9' })
  t.teardown(() => sending.close())
  const { workspace, key } = await sending.make.caller()
  const email = `ada@${workspace.slug}.example`
  const { body } = await sending.call(`POST /workspaces/${workspace.slug}/invites`, { key, body: { teammates: [{ email }] } })
  t.deepEqual(body, { message: 'Invite sent', invites: [{ email }] })
  t.is((await sending.resources.database.pool.query('select 1 from one_time_tokens where email = $1', [email])).rows.length, 0)
})

test('an invite request has at most ten people and is limited to one per second', async (t) => {
  const { workspace, key } = await api.make.caller()
  const invite = (count: number) =>
    api.call(`POST /workspaces/${workspace.slug}/invites`, {
      key,
      body: { teammates: Array.from({ length: count }, (_, index) => ({ email: `p${index}@${workspace.slug}.example` })) },
    })
  t.is((await invite(11)).status, 422)
  t.is((await invite(0)).status, 422)
  t.is((await invite(10)).status, 200)
  // Independent of the speed of the machine.
  await exhaustRateLimit(api.resources, 'throttle', `invite:${workspace.id}`, { requests: 1, windowMs: seconds(1) })
  t.is((await invite(1)).status, 429)
})

test('members and invites are limited, even with concurrent invites', async (t) => {
  const { workspace, key } = await api.make.caller({ usersLimit: 4 })
  const machine = await api.make.user({ isMachine: true, email: null })
  await api.make.member(workspace, machine, 'member')
  await api.make.invite(workspace, 'late@example.com', { expires: new Date(Date.now() - 1000) })
  const invite = async (...names: string[]): Promise<ApiResponse> => {
    await resetRateLimit(api.resources, 'throttle', `invite:${workspace.id}`, { windowMs: seconds(1) })
    const response = await api.call(`POST /workspaces/${workspace.slug}/invites`, {
      key,
      body: { teammates: names.map((name) => ({ email: `${name}@${workspace.slug}.example` })) },
    })
    return response.status === 429 ? invite(...names) : response
  }
  t.is((await invite('a', 'b', 'c', 'd')).body.error.code, 'exceeded_limit')
  const responses = await Promise.all([invite('a', 'b'), invite('c', 'd')])
  t.deepEqual(
    responses.map(({ status }) => status).sort((a, b) => a - b),
    [200, 403],
  )
  const invitedNames = (await api.call(`GET /workspaces/${workspace.slug}/invites?search=${workspace.slug}`, { key })).body.map(
    ({ email }: { email: string }) => email.split('@')[0],
  )
  t.is((await invite(...invitedNames)).status, 200, 'a repeated invite needs no further seat')
  t.is((await invite('e', 'f')).status, 403)
})

test('inviting a member is refused', async (t) => {
  const { workspace, key, user } = await api.make.caller()
  const { status } = await api.call(`POST /workspaces/${workspace.slug}/invites`, {
    key,
    body: { teammates: [{ email: 'x@example.com' }, { email: user.email?.toUpperCase() }] },
  })
  t.is(status, 400)
  t.deepEqual((await api.call(`GET /workspaces/${workspace.slug}/invites`, { key })).body, [])
})

test('an invite can be changed and withdrawn, which revokes its link', async (t) => {
  const { workspace, key } = await api.make.caller()
  const email = `a@${workspace.slug}.example`
  const path = `/workspaces/${workspace.slug}/invites`
  await api.call(`POST ${path}`, { key, body: { teammates: [{ email }] } })
  await runQueuedJobsAndSubscribers(api.resources)
  const link = linkIn(await latestEmailTo(api.config.dataDir, email))
  t.deepEqual((await api.call(`PATCH ${path}`, { key, body: { email, role: 'viewer' } })).body, {
    id: `${workspace.id}-${email}`,
    email,
    role: 'viewer',
  })
  t.is((await api.call(`GET ${link}`)).status, 200)
  t.deepEqual((await api.call(`DELETE ${path}?email=${email.toUpperCase()}`, { key })).body, { email })
  t.is((await api.call(`GET ${link}`)).status, 400)
  t.is((await api.call(`DELETE ${path}?email=${email}`, { key })).status, 404)
  t.is((await api.call(`PATCH ${path}`, { key, body: { email, role: 'viewer' } })).status, 404)
})

test('an invited user accepts and gets the role of the invite', async (t) => {
  const workspace = await api.make.workspace()
  const guest = await inviteUser(workspace, { role: 'viewer' })
  t.is((await api.call(`GET /workspaces/${workspace.slug}`, { headers: guest.headers })).body.error.code, 'invite_pending')
  t.deepEqual((await api.call(`POST /workspaces/${workspace.slug}/invites/accept`, { headers: guest.headers })).body, {
    id: workspace.id,
    slug: workspace.slug,
  })
  t.is(await roleOf(workspace, guest), 'viewer')
  t.is((await api.call(`POST /workspaces/${workspace.slug}/invites/accept`, { headers: guest.headers })).status, 404, 'the invite is used')
})

/** Accepts an invite and makes the change before the membership is stored. */
async function acceptDuring(workspace: { id: string; slug: string }, headers: Record<string, string>, change: () => Promise<unknown>) {
  const client = await api.resources.database.pool.connect()
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`members ${workspace.id}`])
  const accepting = api.call(`POST /workspaces/${workspace.slug}/invites/accept`, { headers })
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted`
  await waitUntil(async () => (await query(waiting)).rows.length > 0)
  await change()
  await client.query('commit')
  client.release()
  return accepting
}

test.serial('an invite that is withdrawn while it is accepted adds no member', async (t) => {
  const { workspace, key } = await api.make.caller()
  const invited = await inviteUser(workspace)
  const withdraw = () => api.call(`DELETE /workspaces/${workspace.slug}/invites?email=${invited.email}`, { key })
  const { status, body } = await acceptDuring(workspace, invited.headers, async () => t.is((await withdraw()).status, 200))
  t.deepEqual([status, body.error?.message], [404, 'Invite not found.'])
  t.is(await roleOf(workspace, invited), undefined)
})

test.serial('a role that is changed while an invite is accepted is that of the new member', async (t) => {
  const { workspace, key } = await api.make.caller()
  const invited = await inviteUser(workspace, { role: 'owner' })
  const body = { email: invited.email, role: 'viewer' }
  const lower = () => api.call(`PATCH /workspaces/${workspace.slug}/invites`, { key, body })
  const { status } = await acceptDuring(workspace, invited.headers, async () => t.is((await lower()).status, 200))
  t.deepEqual([status, await roleOf(workspace, invited)], [200, 'viewer'])
})

test('declining an invite deletes it', async (t) => {
  const workspace = await api.make.workspace()
  const guest = await inviteUser(workspace)
  t.is((await api.call(`POST /workspaces/${workspace.id}/invites/decline`, { headers: guest.headers })).status, 200)
  t.is((await api.call(`GET /workspaces/${workspace.slug}`, { headers: guest.headers })).body.error.code, 'not_found')
})

test('accepting without an invite does not reveal whether the workspace exists', async (t) => {
  const workspace = await api.make.workspace()
  await inviteUser(workspace)
  const { headers } = await inviteUser(await api.make.workspace())
  const responses = await Promise.all(
    [workspace.slug, workspace.id, 'nowhere', 'ws_none'].map((name) => api.call(`POST /workspaces/${name}/invites/accept`, { headers })),
  )
  t.deepEqual(
    responses.map(({ status, body }) => [status, body.error.message]),
    Array.from({ length: 4 }, () => [404, 'Workspace not found.']),
  )
})

test('accepting is refused when the invite has expired or the user limit is reached', async (t) => {
  const [late, full] = [await api.make.workspace(), await api.make.workspace({ usersLimit: 1 })]
  const lateGuest = await inviteUser(late, { expires: new Date(Date.now() - 1000) })
  t.deepEqual(
    (await api.call(`POST /workspaces/${late.slug}/invites/accept`, { headers: lateGuest.headers })).body.error.code,
    'invite_expired',
  )
  const guests = [await inviteUser(full), await inviteUser(full)]
  await query(`delete from invites where workspace_id = $1 and email <> $2`, [full.id, guests[0]?.email])
  await addMember(full)
  t.is(
    (await api.call(`POST /workspaces/${full.slug}/invites/accept`, { headers: guests[0]?.headers ?? {} })).body.error.code,
    'exceeded_limit',
  )
})

test('the email link creates an account and a membership', async (t) => {
  const { workspace, key } = await api.make.caller()
  const email = `new@${workspace.slug}.example`
  await api.call(`POST /workspaces/${workspace.slug}/invites`, { key, body: { teammates: [{ email, role: 'viewer' }] } })
  await runQueuedJobsAndSubscribers(api.resources)
  const page = await api.call(`GET ${linkIn(await latestEmailTo(api.config.dataDir, email))}`)
  t.true(page.body.includes(email))
  const { action, fields } = findForm(page.body)
  t.is((await send(action, { ...fields, name: 'New', password: 'short' })).status, 422)
  const response = await send(action, { ...fields, name: 'New', password: 'long enough' })
  t.is(response.status, 303)
  const cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] as string
  t.like((await api.call(`GET /workspaces/${workspace.slug}`, { headers: { cookie } })).body, { users: [{ role: 'viewer' }] })
  t.like((await api.call('GET /user', { headers: { cookie } })).body, { email, name: 'New', defaultWorkspace: workspace.slug })
  t.is((await send(action, { ...fields, name: 'New', password: 'long enough' })).status, 400)
})

test('a user with an account must log in with the invited address', async (t) => {
  const { workspace, key } = await api.make.caller()
  const [guest, other] = [await api.make.user(), await api.make.user()]
  await api.call(`POST /workspaces/${workspace.slug}/invites`, { key, body: { teammates: [{ email: guest.email }] } })
  await runQueuedJobsAndSubscribers(api.resources)
  const message = await latestEmailTo(api.config.dataDir, guest.email as string)
  const { action } = findForm((await api.call(`GET ${linkIn(message)}`)).body)
  const unknown = await send(action, {})
  t.is(unknown.headers.get('location'), `/auth/login?next=${encodeURIComponent(linkIn(message))}`)
  t.is((await send(action, {}, (await api.make.session(other)).headers)).status, 403)
  t.is((await api.call('POST /auth/invite/join', { body: { token: tokenIn(message), name: 'X', password: 'long enough' } })).status, 409)
  t.is((await send(action, {}, (await api.make.session(guest)).headers)).status, 200)
  t.is(await roleOf(workspace, guest), 'member')
})

test('an invite can be declined by link without an account', async (t) => {
  const { workspace, key } = await api.make.caller()
  const email = `no@${workspace.slug}.example`
  await api.call(`POST /workspaces/${workspace.slug}/invites`, { key, body: { teammates: [{ email }] } })
  await runQueuedJobsAndSubscribers(api.resources)
  const page = await api.call(`GET ${linkIn(await latestEmailTo(api.config.dataDir, email))}`)
  const { action, fields } = findForm(page.body, '/auth/invite/decline/form')
  t.is((await send(action, fields)).status, 200)
  t.deepEqual((await api.call(`GET /workspaces/${workspace.slug}/invites`, { key })).body, [])
})

test('no email is sent for a withdrawn invite', async (t) => {
  const workspace = await api.make.workspace()
  await runJobByName(api.resources, 'accounts.send-invite', { workspaceId: workspace.id, email: 'gone@example.com' })
  t.deepEqual(await emailsTo(api.config.dataDir, 'gone@example.com'), [])
})

test('expired invites are deleted after 30 days', async (t) => {
  const workspace = await api.make.workspace()
  const ago = (days: number) => ({ expires: new Date(Date.now() - days * 86_400_000) })
  await api.make.invite(workspace, 'long-ago@example.com', ago(31))
  await api.make.invite(workspace, 'lately@example.com', ago(29))
  await runJobByName(api.resources, 'accounts.delete-expired-invites')
  t.deepEqual((await query('select email from invites where workspace_id = $1', [workspace.id])).rows, [{ email: 'lately@example.com' }])
})

test('every member has their own notification preferences', async (t) => {
  const { workspace, key } = await api.make.caller()
  const viewer = await addMember(workspace, 'viewer')
  const path = `/workspaces/${workspace.id}/notification-preferences`
  const before = (await api.call(`GET ${path}`, { key })).body
  t.like(before, { linkUsageSummary: true, newPartnerApplication: false, fraudEventsSummary: true })
  t.deepEqual(
    (await api.call(`PATCH ${path}`, { headers: viewer.headers, body: { linkUsageSummary: false, newPartnerApplication: true } })).body,
    { ...before, linkUsageSummary: false, newPartnerApplication: true },
  )
  t.is((await api.call(`PATCH ${path}`, { headers: viewer.headers, body: { linkUsageSummary: true } })).body.newPartnerApplication, true)
  t.deepEqual((await api.call(`GET ${path}`, { key })).body, before)
})
