import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { workOff } from '../../support/jobs.js'
import { letterTo, linkIn, tokenIn } from '../../support/letters.js'
import { formOn } from '../../support/pages.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

async function person() {
  const user = await api.make.user()
  return { ...user, email: user.email as string, ...(await api.make.session(user)) }
}

test('somebody sees what the service knows of them, by session or by personal key', async (t) => {
  const { id, email, headers, name } = await person()
  const { key } = await api.make.token({ id }, null)
  const expected = { id, name, email, image: null, isMachine: false, defaultWorkspace: null, hasPassword: false }
  t.like((await api.call('GET /user', { headers })).body, expected)
  t.like((await api.call('GET /user', { key })).body, expected)
})

test('name, picture and first workspace are changed', async (t) => {
  const { id, headers } = await person()
  const workspace = await api.make.workspace()
  await api.make.member(workspace, { id }, 'viewer')
  const change = { name: 'Ada', image: 'https://example.com/ada.png', defaultWorkspace: workspace.slug }
  t.like((await api.call('PATCH /user', { headers, body: change })).body, change)
  t.like((await api.call('PATCH /user', { headers, body: { image: null } })).body, { ...change, image: null })
  t.is((await api.call('PATCH /user', { headers, body: { name: 'a'.repeat(65) } })).status, 422)
})

test('the first workspace is one of theirs', async (t) => {
  const { headers } = await person()
  const other = await api.make.workspace()
  for (const defaultWorkspace of [other.slug, 'there-is-none'])
    t.is((await api.call('PATCH /user', { headers, body: { defaultWorkspace } })).status, 403)
})

test('a new address counts when its link was opened; the former one is told', async (t) => {
  const { email, headers } = await person()
  const fresh = `New.${email}`
  t.is((await api.call('PATCH /user', { headers, body: { email: fresh } })).body.email, email)
  await workOff(api.resources)
  const letter = await letterTo(api.config.dataDir, fresh)
  t.is((await api.call(`GET ${linkIn(letter)}`)).status, 200, 'looking at it changes nothing')
  t.is((await api.call('GET /user', { headers })).body.email, email)
  t.is((await api.call('POST /auth/email', { body: { token: tokenIn(letter) } })).status, 200)
  t.is((await api.call('GET /user', { headers })).body.email, fresh)
  t.is((await api.call('POST /auth/email', { body: { token: tokenIn(letter) } })).status, 400)
  await workOff(api.resources)
  t.regex((await letterTo(api.config.dataDir, email)).text, /now has the address/)
})

test('the page in the letter confirms an address as well', async (t) => {
  const { email, headers } = await person()
  await api.call('PATCH /user', { headers, body: { email: `new-${email}` } })
  await workOff(api.resources)
  const letter = await letterTo(api.config.dataDir, `new-${email}`)
  const { action, fields } = formOn((await api.call(`GET ${linkIn(letter)}`)).body)
  const answer = await api.call(`POST ${action}`, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
  })
  t.is(answer.status, 200)
  t.is((await api.call('GET /user', { headers })).body.email, `new-${email}`)
})

test("somebody else's address is refused, also when they were faster with their link", async (t) => {
  const [{ email, headers }, other] = await Promise.all([person(), person()])
  t.is((await api.call('PATCH /user', { headers, body: { email: other.email.toUpperCase() } })).status, 409)
  await api.call('PATCH /user', { headers, body: { email: `new-${email}` } })
  await workOff(api.resources)
  await api.make.user({ email: `NEW-${email}` })
  const letter = await letterTo(api.config.dataDir, `new-${email}`)
  t.is((await api.call('POST /auth/email', { body: { token: tokenIn(letter) } })).status, 409)
})

test('a key can not take the address: who has it can set the password', async (t) => {
  const { id, email } = await person()
  const { key } = await api.make.token({ id }, null)
  t.is((await api.call('PATCH /user', { key, body: { email: `new-${email}` } })).status, 403)
})

test('an account is deleted with all that opens it, but not while it owns a workspace', async (t) => {
  const { id, headers } = await person()
  const { key } = await api.make.token({ id }, null)
  const workspace = await api.make.workspace()
  const member = await api.make.member(workspace, { id }, 'owner')
  t.is((await api.call('DELETE /user', { headers })).status, 422)
  await api.resources.database.pool.query(`update members set role = 'member' where id = $1`, [member.id])
  t.deepEqual((await api.call('DELETE /user', { headers })).body, { id })
  t.is((await api.call('GET /user', { headers })).status, 401)
  t.is((await api.call('GET /user', { key })).status, 401)
})

test('the owner whom the first start made becomes a person by a link from the operator', async (t) => {
  const { bootstrap } = await import('../../../shared/operations/bootstrap.js')
  const { workspace } = await bootstrap(api.resources.database, api.config)
  const hand = (body: object) => api.call('POST /admin/users/password-link', { key: api.config.adminApiKey, body })
  const { status, body } = await hand({ email: 'owner@example.com' })
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
  t.is((await hand({ email: 'somebody-else@example.com' })).status, 404, 'the account is claimed once')
  t.is((await hand({ email: 'owner@example.com' })).body.user.id, body.user.id)
})

test('a link for somebody by id; an address that another has is refused', async (t) => {
  const [bare, other] = await Promise.all([api.make.user({ email: null }), person()])
  const hand = (body: object) => api.call('POST /admin/users/password-link', { key: api.config.adminApiKey, body })
  t.is((await hand({ email: other.email, userId: bare.id })).status, 409)
  t.is((await hand({ email: 'bare@example.com', userId: bare.id })).body.user.email, 'bare@example.com')
  t.is((await hand({ email: 'x@example.com', userId: 'user_none' })).status, 404)
})

test('the person is the same under both names, and PUT changes what it names like PATCH', async (t) => {
  const user = await api.make.user()
  const { headers } = await api.make.session(user)
  t.is((await api.call('PUT /user', { headers, body: { name: 'Ada' } })).body.name, 'Ada')
  const { body } = await api.call('GET /me', { headers })
  t.like(body, { id: user.id, name: 'Ada', email: user.email })
  t.deepEqual(body, (await api.call('GET /user', { headers })).body)
})

test.serial('somebody without a password is sent a link that sets one; who has one changes it', async (t) => {
  const { email, headers } = await person()
  const ask = () => api.call('POST /user/set-password', { headers })
  t.is((await ask()).status, 200)
  await workOff(api.resources)
  const token = tokenIn(await letterTo(api.config.dataDir, email))
  t.is((await api.call('POST /auth/password/reset', { body: { token, password: 'my own password' } })).status, 200)
  const logIn = await api.call('POST /auth/login', { body: { email, password: 'my own password' } })
  const cookie = (logIn.headers.get('set-cookie') ?? '').split(';')[0] as string
  t.is((await api.call('POST /user/set-password', { headers: { cookie, 'sec-fetch-site': 'same-origin' } })).status, 400)
})
