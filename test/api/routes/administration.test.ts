/** Platform administrators, and the log of what operators change. */
import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { unique } from '../../support/program-owner.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ PLATFORM_WORKSPACE: 'platform' })
})
test.after.always(() => api?.close())

const admin = (what: string, body?: object) => api.call(what, { key: api.config.adminApiKey as string, ...(body ? { body } : {}) })

async function signedIn(overrides: object = {}) {
  const user = await api.make.user({ email: `${unique('admin')}@example.com`, ...overrides })
  const { headers } = await api.make.session(user)
  return { user, call: (what: string, body?: object) => api.call(what, { headers, ...(body ? { body } : {}) }) }
}

test.serial('members of the platform workspace and appointed users are administrators in their role', async (t) => {
  const platform = await api.make.workspace({ slug: 'platform' })
  const [member, appointed] = [await signedIn(), await signedIn()]
  await api.make.member(platform, member.user, 'viewer')
  t.is((await api.call('GET /admin/jobs')).body.error.message, 'Unauthorized: Login required.')
  t.is((await appointed.call('GET /admin/jobs')).body.error.message, 'Unauthorized: Not an admin.')
  t.is((await member.call('GET /admin/jobs')).status, 200)
  t.is((await member.call('PATCH /admin/administrators', { email: appointed.user.email, role: 'owner' })).status, 403)

  t.like(await admin('PATCH /admin/administrators', { email: appointed.user.email, role: 'owner' }), {
    status: 200,
    body: { role: 'owner' },
  })
  const listed = (await appointed.call('GET /admin/administrators')).body
  t.like(
    listed.find(({ id }: { id: string }) => id === member.user.id),
    { role: 'viewer', isAppointed: false },
  )
  t.like(
    listed.find(({ id }: { id: string }) => id === appointed.user.id),
    { role: 'owner', isAppointed: true },
  )
  const own = await appointed.call('PATCH /admin/administrators', { email: appointed.user.email, role: null })
  t.regex(own.body.error.message, /last platform administrator/)
  t.is((await admin('PATCH /admin/administrators', { email: 'nobody@example.com', role: 'owner' })).status, 404)
  t.is((await admin('PATCH /admin/administrators', { email: appointed.user.email, role: null })).status, 200)
  t.is((await appointed.call('GET /admin/jobs')).status, 401)
})

test.serial('every change leaves an entry of who made it, and a refused one leaves none', async (t) => {
  const owner = await signedIn({ platformRole: 'owner' })
  const other = await signedIn()
  await owner.call('PATCH /admin/administrators', { email: other.user.email, role: 'member' })
  await owner.call('PATCH /admin/administrators', { email: 'nobody@example.com', role: 'member' })
  await owner.call('POST /admin/users/password-link', { email: 'svc_abcdefghijklmnop@example.com' })
  const query = `GET /admin/audit-entries?userId=${owner.user.id}`
  const { body } = await owner.call(query)
  t.is(body.length, 1)
  t.like(body[0], {
    operation: 'appointPlatformAdmin',
    path: '/admin/administrators',
    email: owner.user.email,
    role: 'owner',
    input: { query: {}, body: { email: other.user.email, role: 'member' } },
  })
  t.deepEqual((await owner.call(`${query}&operation=setPlan`)).body, [])
  t.deepEqual((await owner.call(`${query}&end=2026-01-01`)).body, [])
  t.deepEqual((await owner.call(`${query}&startingAfter=${body[0].id}`)).body, [])
  await admin('PATCH /admin/administrators', { email: other.user.email, role: null })
  const [last] = (await admin('GET /admin/audit-entries?operation=appointPlatformAdmin&pageSize=1')).body
  t.like(last, { userId: null, email: null })
  const csv = String((await owner.call(`GET /admin/audit-entries/export?userId=${owner.user.id}`)).body)
  t.is(csv.trim().split('\n').length, 2)
  t.regex(csv, /appointPlatformAdmin/)
})
