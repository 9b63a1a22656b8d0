/** Platform administrators, and the log of what operators change. */
import test from 'ava'
import { minutes } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { waitUntilBlocked } from '../../support/blocked-connections.js'
import { emailsTo, linkIn, type SentEmail } from '../../support/emails.js'
import { clickRow, storeClicks } from '../../support/events.js'
import { runQueuedJobs } from '../../support/jobs.js'
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

test.serial('no user becomes an administrator by taking the slug of the platform workspace while none has it', async (t) => {
  const { call } = await signedIn()
  t.is((await call('POST /workspaces', { name: 'Mine', slug: 'platform' })).status, 422)
  const { slug } = (await call('POST /workspaces', { name: 'Mine', slug: unique('mine') })).body
  t.is((await call(`PATCH /workspaces/${slug}`, { slug: 'platform' })).status, 422)
  t.is((await call('GET /admin/jobs')).body.error.message, 'Unauthorized: Not an admin.')
})

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
  t.deepEqual((await appointed.call('GET /user/platform-role')).body, { role: 'owner' })
  t.deepEqual((await (await signedIn()).call('GET /user/platform-role')).body, { role: null })
  const own = await appointed.call('PATCH /admin/administrators', { email: appointed.user.email, role: null })
  t.regex(own.body.error.message, /last platform administrator/)
  t.is((await admin('PATCH /admin/administrators', { email: 'nobody@example.com', role: 'owner' })).status, 404)
  t.is((await admin('PATCH /admin/administrators', { email: appointed.user.email, role: null })).status, 200)
  t.is((await appointed.call('GET /admin/jobs')).status, 401)
})

test.serial('an owner of the platform workspace stays an administrator while it is disabled, and can restore it', async (t) => {
  const { pool } = api.resources.database
  const [platform] = (await pool.query("select id from workspaces where slug = 'platform'")).rows
  const { user, call } = await signedIn()
  await api.make.member(platform, user, 'owner')
  t.is((await call('POST /admin/workspaces/disable', { slug: 'platform' })).status, 200)
  t.deepEqual((await call('GET /user/platform-role')).body, { role: 'owner' })
  t.is((await call('POST /admin/workspaces/restore', { slug: 'platform' })).status, 200)
  await pool.query('delete from members where user_id = $1', [user.id])
})

test.serial('two owners who end the appointment of each other at the same moment do not leave none', async (t) => {
  const { pool } = api.resources.database
  const [one, two] = [await signedIn({ platformRole: 'owner' }), await signedIn({ platformRole: 'owner' })]
  const end = (by: typeof one, { user }: typeof one) => by.call('PATCH /admin/administrators', { email: user.email, role: null })
  const client = await pool.connect()
  try {
    await client.query('begin; lock table admin_audit_entries in share mode')
    const answers = [end(one, two), end(two, one)]
    await waitUntilBlocked(pool, client, answers.length)
    await client.query('rollback')
    t.deepEqual((await Promise.all(answers)).map(({ status }) => status).toSorted(), [200, 400])
  } finally {
    client.release()
    await pool.query('update users set platform_role = null where platform_role is not null')
  }
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

test.serial('a large audit log is sent to the platform administrator as a file', async (t) => {
  const { user, call } = await signedIn({ platformRole: 'viewer' })
  await api.resources.database.pool.query(
    `insert into admin_audit_entries (id, operation, path, role, address, input, created_at)
     select 'aud_test' || lpad(n::text, 6, '0'), 'largeLog', '=1+1', 'owner', '127.0.0.1', '{}', now() from generate_series(1, 1001) n`,
  )
  const path = '/admin/audit-entries/export?operation=largeLog'
  t.is((await call(`GET ${path}`)).status, 202)
  t.is(
    String((await admin(`GET ${path}`)).body)
      .trim()
      .split('\n').length,
    1002,
    'the admin key has no address',
  )
  for (let run = 0; run < 2; run++) await runQueuedJobs(api.resources)
  const sent = await emailsTo(api.config.dataDir, user.email as string)
  t.is(sent.length, 1)
  const file = await (await fetch(api.url + linkIn(sent[0] as SentEmail))).text()
  t.is(file.trim().split('\n').length, 1002)
  t.regex(file, /,'=1\+1,/)
})

test.serial('operators count and list the events of all workspaces, whatever their plan', async (t) => {
  const now = Date.now()
  const country = `Z${now % 10}`
  const owners = await Promise.all([1, 2].map(() => api.make.caller({ plan: 'free', usage: 5000, usageLimit: 1 })))
  const links = await Promise.all(owners.map(({ workspace }) => api.make.link(workspace)))
  const rows = [0, 1, 2, 3, 4].map((at) => {
    const link = links[at % 2] as (typeof links)[0]
    return clickRow({
      timestamp: new Date(now - minutes(10 - at)),
      workspace_id: link.workspaceId as string,
      link_id: link.id,
      country,
      city: `City ${at % 2}`,
      identity_hash: `visitor ${at}`,
    })
  })
  await storeClicks(api.resources.database.pool, rows)
  const read = async (path: string) => (await admin(`GET ${path}`)).body
  const filters = `country=${country}`
  t.like(await read(`/admin/analytics?${filters}`), { clicks: 5 })
  t.like(await read(`/admin/analytics?${filters}&interval=1y&compare=previous`), { clicks: 5, previous: { clicks: 0 } })
  t.like(await read(`/admin/analytics?${filters}&workspaceId=${owners[0]?.workspace.id}`), { clicks: 3 })
  t.deepEqual(
    (await read(`/admin/analytics?${filters}&groupBy=countries`)).map((row: { clicks: number }) => row.clicks),
    [5],
  )
  t.deepEqual(
    (await read(`/admin/analytics?${filters}&groupBy=top_links`)).map((row: { id: string; clicks: number }) => [row.id, row.clicks]),
    [
      [links[0]?.id, 3],
      [links[1]?.id, 2],
    ],
  )
  const hours = await read(`/admin/analytics?${filters}&groupBy=timeseries`)
  t.is(hours.length, 25)
  t.is(
    hours.reduce((sum: number, row: { clicks: number }) => sum + row.clicks, 0),
    5,
  )
  t.like(await read(`/admin/analytics?linkId=${links[1]?.id}`), { clicks: 2 })
  t.is((await admin('GET /admin/analytics?externalId=ext_missing')).status, 404)
  t.is((await admin('GET /admin/analytics?workspaceId=ws_missing')).status, 404)

  const idsOf = async (query: string) =>
    (await read(`/admin/events?${filters}&${query}`)).map((event: { click: { id: string } }) => event.click.id)
  const ids = rows.map(({ id }) => id)
  t.deepEqual(await idsOf(''), ids.toReversed())
  t.deepEqual(await idsOf('sortOrder=asc&limit=2&page=2'), ids.slice(2, 4))
  t.deepEqual(await idsOf(`limit=2&startingAfter=${ids[3]}`), [ids[2], ids[1]])
  t.deepEqual(await idsOf(`limit=2&endingBefore=${ids[1]}`), [ids[3], ids[2]])
  // Events of deleted links make no page shorter, and none of the other events is passed over.
  await api.resources.database.pool.query('delete from links where id = $1', [links[0]?.id])
  const remaining = rows.filter((row) => row.link_id === links[1]?.id).map(({ id }) => id)
  t.is(remaining.length, 2)
  t.deepEqual(await idsOf('limit=1'), [remaining[1]])
  t.deepEqual(await idsOf('limit=1&page=2'), [remaining[0]])
  t.deepEqual(await idsOf(`limit=2&startingAfter=${ids[4]}`), remaining.filter((id) => id !== ids[4]).toReversed())
  t.deepEqual(await idsOf('sortOrder=asc&limit=2'), remaining)
  t.is((await admin('GET /admin/events?page=11&limit=100')).status, 400)
})
