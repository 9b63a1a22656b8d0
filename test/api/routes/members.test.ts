/** Members and invites. */
import test from 'ava'
import type { Role } from '../../../shared/accounts/index.js'
import { seconds } from '../../../shared/kernel/time.js'
import { type Answer, type TestApi, testApi } from '../../support/api.js'
import { runNamed, workOff } from '../../support/jobs.js'
import { letterTo, lettersTo, linkIn, tokenIn } from '../../support/letters.js'
import { formOn } from '../../support/pages.js'
import { newWindow, useUp } from '../../support/rates.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

const query = (sql: string, values: unknown[] = []) => api.resources.database.pool.query(sql, values)

async function colleague(workspace: { id: string }, role: Role = 'member') {
  const user = await api.make.user()
  await api.make.member(workspace, user, role)
  return { ...user, ...(await api.make.session(user)) }
}

async function invited(workspace: { id: string }, given: object = {}) {
  const user = await api.make.user()
  await api.make.invite(workspace, user.email as string, given)
  return { ...user, ...(await api.make.session(user)) }
}

const roleOf = async (workspace: { id: string }, user: { id: string }) =>
  (await query('select role from members where workspace_id = $1 and user_id = $2', [workspace.id, user.id])).rows[0]?.role
const fromHere = { 'Content-Type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  api.call(`POST ${path}`, { body: new URLSearchParams(fields).toString(), headers: { ...fromHere, ...headers } })

test('members are listed, searched and told apart by role', async (t) => {
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

test('an owner changes roles, nobody else does', async (t) => {
  const { workspace, key } = await api.make.caller()
  const member = await colleague(workspace)
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

test('roles need their plans', async (t) => {
  for (const [plan, role, status] of [
    ['pro', 'viewer', 403],
    ['business', 'viewer', 200],
    ['business plus', 'billing', 403],
    ['advanced', 'billing', 200],
  ] as const) {
    const { workspace, key } = await api.make.caller({ plan })
    const member = await colleague(workspace)
    t.is(
      (await api.call(`PATCH /workspaces/${workspace.slug}/users`, { key, body: { userId: member.id, role } })).status,
      status,
      `${role} on ${plan}`,
    )
  }
})

test('a machine user has no role', async (t) => {
  const { workspace, key } = await api.make.caller()
  const machine = await api.make.user({ isMachine: true, email: null })
  await api.make.member(workspace, machine, 'member')
  t.is((await api.call(`PATCH /workspaces/${workspace.slug}/users`, { key, body: { userId: machine.id, role: 'owner' } })).status, 400)
})

test('somebody of another workspace is nobody, like somebody who does not exist', async (t) => {
  const [{ workspace, key }, other] = await Promise.all([api.make.caller(), api.make.caller()])
  const answers = []
  for (const userId of [other.user.id, 'user_none']) {
    answers.push(
      await api.call(`PATCH /workspaces/${workspace.slug}/users`, { key, body: { userId, role: 'member' } }),
      await api.call(`DELETE /workspaces/${workspace.slug}/users?userId=${userId}`, { key }),
    )
  }
  t.deepEqual(
    answers.map(({ status }) => status),
    [404, 404, 404, 404],
  )
  t.is(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1)
})

test('the last owner stays, also when two of them leave at once', async (t) => {
  const { workspace, user, headers: _, ...first } = await api.make.caller()
  const path = `/workspaces/${workspace.slug}/users`
  t.is((await api.call(`DELETE ${path}?userId=${user.id}`, { key: first.key })).status, 400)
  t.is((await api.call(`PATCH ${path}`, { key: first.key, body: { userId: user.id, role: 'member' } })).status, 400)
  await query(`update tokens set last_used = null where user_id = $1`, [user.id])
  const [one, two] = [await colleague(workspace, 'owner'), await colleague(workspace, 'owner')]
  await query(`update members set role = 'member' where user_id = $1`, [user.id])
  const answers = await Promise.all([one, two].map(({ id, headers }) => api.call(`DELETE ${path}?userId=${id}`, { headers })))
  t.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [200, 400],
  )
})

test('a member leaves, and takes along keys, folder roles and where they started', async (t) => {
  const { workspace } = await api.make.caller()
  const member = await colleague(workspace)
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

test('members remove themselves only; who has keys in use is not removed before them', async (t) => {
  const { workspace, key: ownerKey } = await api.make.caller()
  const [one, two] = [await colleague(workspace), await colleague(workspace)]
  t.is((await api.call(`DELETE /workspaces/${workspace.slug}/users?userId=${two.id}`, { headers: one.headers })).status, 403)
  const { token } = await api.make.token(two, workspace)
  await query('update tokens set last_used = now() where id = $1', [token.id])
  t.is((await api.call(`DELETE /workspaces/${workspace.slug}/users?userId=${two.id}`, { key: ownerKey })).status, 400)
  await query('delete from tokens where id = $1', [token.id])
  t.is((await api.call(`DELETE /workspaces/${workspace.slug}/users?userId=${two.id}`, { key: ownerKey })).status, 200)
})

test('a machine user is deleted altogether', async (t) => {
  const { workspace, key } = await api.make.caller()
  const machine = await api.make.user({ isMachine: true, email: null })
  await api.make.member(workspace, machine, 'member')
  t.is((await api.call(`DELETE /workspaces/${workspace.slug}/users?userId=${machine.id}`, { key })).status, 200)
  t.is((await query('select 1 from users where id = $1', [machine.id])).rows.length, 0)
})

test('an invite is a letter and a place on the list', async (t) => {
  const { workspace, key } = await api.make.caller()
  const teammates = [{ email: 'Grace@Example.com', role: 'viewer' }, { email: `lin@${workspace.slug}.example` }]
  t.deepEqual((await api.call(`POST /workspaces/${workspace.slug}/invites`, { key, body: { teammates } })).body, {
    message: 'Invites sent',
  })
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
  await workOff(api.resources)
  t.regex((await letterTo(api.config.dataDir, `lin@${workspace.slug}.example`)).text, /as member/)
})

test('one request a second invites, ten people at most', async (t) => {
  const { workspace, key } = await api.make.caller()
  const invite = (count: number) =>
    api.call(`POST /workspaces/${workspace.slug}/invites`, {
      key,
      body: { teammates: Array.from({ length: count }, (_, at) => ({ email: `p${at}@${workspace.slug}.example` })) },
    })
  t.is((await invite(11)).status, 422)
  t.is((await invite(0)).status, 422)
  t.is((await invite(10)).status, 200)
  // However long the machine takes, the second is not over.
  await useUp(api.resources, 'throttle', `invite:${workspace.id}`, { requests: 1, window: seconds(1) })
  t.is((await invite(1)).status, 429)
})

test('there are as many people and invites as the limit says, also when two invite at once', async (t) => {
  const { workspace, key } = await api.make.caller({ usersLimit: 4 })
  const machine = await api.make.user({ isMachine: true, email: null })
  await api.make.member(workspace, machine, 'member')
  await api.make.invite(workspace, 'late@example.com', { expires: new Date(Date.now() - 1000) })
  const invite = async (...names: string[]): Promise<Answer> => {
    await newWindow(api.resources, 'throttle', `invite:${workspace.id}`, { window: seconds(1) })
    const answer = await api.call(`POST /workspaces/${workspace.slug}/invites`, {
      key,
      body: { teammates: names.map((name) => ({ email: `${name}@${workspace.slug}.example` })) },
    })
    return answer.status === 429 ? invite(...names) : answer
  }
  t.is((await invite('a', 'b', 'c', 'd')).body.error.code, 'exceeded_limit')
  const answers = await Promise.all([invite('a', 'b'), invite('c', 'd')])
  t.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [200, 403],
  )
  const waiting = (await api.call(`GET /workspaces/${workspace.slug}/invites?search=${workspace.slug}`, { key })).body.map(
    ({ email }: { email: string }) => email.split('@')[0],
  )
  t.is((await invite(...waiting)).status, 200, 'who is invited already takes no further place')
  t.is((await invite('e', 'f')).status, 403)
})

test('a member is not invited', async (t) => {
  const { workspace, key, user } = await api.make.caller()
  const { status } = await api.call(`POST /workspaces/${workspace.slug}/invites`, {
    key,
    body: { teammates: [{ email: 'x@example.com' }, { email: user.email?.toUpperCase() }] },
  })
  t.is(status, 400)
  t.deepEqual((await api.call(`GET /workspaces/${workspace.slug}/invites`, { key })).body, [])
})

test('an invite is changed and taken back; its link is dead then', async (t) => {
  const { workspace, key } = await api.make.caller()
  const email = `a@${workspace.slug}.example`
  const path = `/workspaces/${workspace.slug}/invites`
  await api.call(`POST ${path}`, { key, body: { teammates: [{ email }] } })
  await workOff(api.resources)
  const link = linkIn(await letterTo(api.config.dataDir, email))
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

test('who is invited accepts by their own address, and becomes what they were invited as', async (t) => {
  const workspace = await api.make.workspace()
  const guest = await invited(workspace, { role: 'viewer' })
  t.is((await api.call(`GET /workspaces/${workspace.slug}`, { headers: guest.headers })).body.error.code, 'invite_pending')
  t.deepEqual((await api.call(`POST /workspaces/${workspace.slug}/invites/accept`, { headers: guest.headers })).body, {
    id: workspace.id,
    slug: workspace.slug,
  })
  t.is(await roleOf(workspace, guest), 'viewer')
  t.is((await api.call(`POST /workspaces/${workspace.slug}/invites/accept`, { headers: guest.headers })).status, 404, 'the invite is spent')
})

test('who declines is a stranger again', async (t) => {
  const workspace = await api.make.workspace()
  const guest = await invited(workspace)
  t.is((await api.call(`POST /workspaces/${workspace.id}/invites/decline`, { headers: guest.headers })).status, 200)
  t.is((await api.call(`GET /workspaces/${workspace.slug}`, { headers: guest.headers })).body.error.code, 'not_found')
})

test('without an invite a workspace does not exist, whether it does or not', async (t) => {
  const workspace = await api.make.workspace()
  await invited(workspace)
  const { headers } = await invited(await api.make.workspace())
  const answers = await Promise.all(
    [workspace.slug, workspace.id, 'nowhere', 'ws_none'].map((name) => api.call(`POST /workspaces/${name}/invites/accept`, { headers })),
  )
  t.deepEqual(
    answers.map(({ status, body }) => [status, body.error.message]),
    Array.from({ length: 4 }, () => [404, 'Workspace not found.']),
  )
})

test('an invite that is too late says so; a place that was taken meanwhile too', async (t) => {
  const [late, full] = [await api.make.workspace(), await api.make.workspace({ usersLimit: 1 })]
  const lateGuest = await invited(late, { expires: new Date(Date.now() - 1000) })
  t.deepEqual(
    (await api.call(`POST /workspaces/${late.slug}/invites/accept`, { headers: lateGuest.headers })).body.error.code,
    'invite_expired',
  )
  const guests = [await invited(full), await invited(full)]
  await query(`delete from invites where workspace_id = $1 and email <> $2`, [full.id, guests[0]?.email])
  await colleague(full)
  t.is(
    (await api.call(`POST /workspaces/${full.slug}/invites/accept`, { headers: guests[0]?.headers ?? {} })).body.error.code,
    'exceeded_limit',
  )
})

test('from the letter to membership, for somebody without an account', async (t) => {
  const { workspace, key } = await api.make.caller()
  const email = `new@${workspace.slug}.example`
  await api.call(`POST /workspaces/${workspace.slug}/invites`, { key, body: { teammates: [{ email, role: 'viewer' }] } })
  await workOff(api.resources)
  const page = await api.call(`GET ${linkIn(await letterTo(api.config.dataDir, email))}`)
  t.true(page.body.includes(email))
  const { action, fields } = formOn(page.body)
  t.is((await send(action, { ...fields, name: 'New', password: 'short' })).status, 422)
  const answer = await send(action, { ...fields, name: 'New', password: 'long enough' })
  t.is(answer.status, 303)
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] as string
  t.like((await api.call(`GET /workspaces/${workspace.slug}`, { headers: { cookie } })).body, { users: [{ role: 'viewer' }] })
  t.like((await api.call('GET /user', { headers: { cookie } })).body, { email, name: 'New', defaultWorkspace: workspace.slug })
  t.is((await send(action, { ...fields, name: 'New', password: 'long enough' })).status, 400)
})

test('with an account they log in first, as themselves', async (t) => {
  const { workspace, key } = await api.make.caller()
  const [guest, other] = [await api.make.user(), await api.make.user()]
  await api.call(`POST /workspaces/${workspace.slug}/invites`, { key, body: { teammates: [{ email: guest.email }] } })
  await workOff(api.resources)
  const letter = await letterTo(api.config.dataDir, guest.email as string)
  const { action } = formOn((await api.call(`GET ${linkIn(letter)}`)).body)
  const unknown = await send(action, {})
  t.is(unknown.headers.get('location'), `/auth/login?next=${encodeURIComponent(linkIn(letter))}`)
  t.is((await send(action, {}, (await api.make.session(other)).headers)).status, 403)
  t.is((await api.call('POST /auth/invite/join', { body: { token: tokenIn(letter), name: 'X', password: 'long enough' } })).status, 409)
  t.is((await send(action, {}, (await api.make.session(guest)).headers)).status, 200)
  t.is(await roleOf(workspace, guest), 'member')
})

test('a letter can be answered with no by whoever reads it', async (t) => {
  const { workspace, key } = await api.make.caller()
  const email = `no@${workspace.slug}.example`
  await api.call(`POST /workspaces/${workspace.slug}/invites`, { key, body: { teammates: [{ email }] } })
  await workOff(api.resources)
  const page = await api.call(`GET ${linkIn(await letterTo(api.config.dataDir, email))}`)
  const { action, fields } = formOn(page.body, '/auth/invite/decline/form')
  t.is((await send(action, fields)).status, 200)
  t.deepEqual((await api.call(`GET /workspaces/${workspace.slug}/invites`, { key })).body, [])
})

test('no letter is sent for an invite that was taken back', async (t) => {
  const workspace = await api.make.workspace()
  await runNamed(api.resources, 'accounts.mail-invite', { workspaceId: workspace.id, email: 'gone@example.com' })
  t.deepEqual(await lettersTo(api.config.dataDir, 'gone@example.com'), [])
})

test('invites that nobody answered are forgotten a month after their end', async (t) => {
  const workspace = await api.make.workspace()
  const ago = (days: number) => ({ expires: new Date(Date.now() - days * 86_400_000) })
  await api.make.invite(workspace, 'long-ago@example.com', ago(31))
  await api.make.invite(workspace, 'lately@example.com', ago(29))
  await runNamed(api.resources, 'accounts.drop-expired-invites')
  t.deepEqual((await query('select email from invites where workspace_id = $1', [workspace.id])).rows, [{ email: 'lately@example.com' }])
})

test('everybody says for themselves what they want to hear of', async (t) => {
  const { workspace, key } = await api.make.caller()
  const viewer = await colleague(workspace, 'viewer')
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
