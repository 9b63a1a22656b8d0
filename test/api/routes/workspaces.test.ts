import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { avoidMidnight } from '../../support/avoid-midnight.js'
import { waitUntilBlocked } from '../../support/blocked-connections.js'
import { runJobByName, runQueuedJobsAndSubscribers } from '../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

const query = (sql: string, values: unknown[] = []) => api.resources.database.pool.query(sql, values)
let count = 0
const freshSlug = () => `fresh-${(count += 1)}`

async function createUser() {
  const user = await api.make.user()
  return { ...user, ...(await api.make.session(user)) }
}

test('the creator owns a new workspace, which has the default plan', async (t) => {
  const { headers, id } = await createUser()
  const { status, body } = await api.call('POST /workspaces', {
    headers,
    body: { name: ' Acme ', slug: 'Acme  Inc.', conversionEnabled: true },
  })
  t.is(status, 200)
  t.regex(body.id, /^ws_/)
  t.like(body, {
    name: 'Acme',
    slug: 'acme-inc',
    plan: 'enterprise',
    usage: 0,
    usageLimit: 1_000_000_000,
    conversionEnabled: true,
    totalLinks: 0,
    users: [{ role: 'owner', defaultFolderId: null }],
    domains: [],
  })
  t.regex(body.publishableKey, /^svc_pk_/)
  t.deepEqual((await api.call('GET /workspaces', { headers })).body, [body])
  t.deepEqual((await api.call(`GET /workspaces/${body.slug}`, { headers })).body, body)
  t.is((await query('select default_workspace from users where id = $1', [id])).rows[0].default_workspace, 'acme-inc')
})

for (const body of [
  { name: 'A', slug: 'ab' },
  { name: 'A', slug: 'Admin' },
  { name: 'A', slug: '日本語日本語' },
  { name: '', slug: 'fine-slug' },
  { name: 'a'.repeat(33), slug: 'fine-slug' },
  { slug: 'fine-slug' },
]) {
  test(`creating a workspace with ${JSON.stringify(body)} is refused`, async (t) =>
    t.is((await api.call('POST /workspaces', { headers: (await createUser()).headers, body })).status, 422))
}

test('slugs are unique, even with concurrent requests', async (t) => {
  const [one, two] = await Promise.all([createUser(), createUser()])
  const slug = freshSlug()
  const responses = await Promise.all([one, two].map(({ headers }) => api.call('POST /workspaces', { headers, body: { name: 'A', slug } })))
  t.deepEqual(
    responses.map(({ status }) => status).sort((a, b) => a - b),
    [200, 409],
  )
  const { workspace, key } = await api.make.caller()
  t.is((await api.call(`PATCH /workspaces/${workspace.slug}`, { key, body: { slug } })).status, 409)
})

test('a user owns at most two free workspaces, even with concurrent requests', async (t) => {
  const free = await testApi({ BOOTSTRAP_PLAN: 'free' })
  const user = await free.make.user()
  const { headers } = await free.make.session(user)
  const responses = await Promise.all(
    [1, 2, 3, 4].map((number) => free.call('POST /workspaces', { headers, body: { name: 'A', slug: `free-${number}` } })),
  )
  t.deepEqual(
    responses.map(({ status }) => status).sort((a, b) => a - b),
    [200, 200, 403, 403],
  )
  t.is(responses.find(({ status }) => status === 403)?.body.error.code, 'exceeded_limit')
  t.like(responses.find(({ status }) => status === 200)?.body, { plan: 'free', linksLimit: 25, usersLimit: 1 })
  await free.close()
})

test('free workspaces that the operator disabled count towards the limit of their owner', async (t) => {
  const free = await testApi({ BOOTSTRAP_PLAN: 'free' })
  const { headers } = await free.make.session(await free.make.user())
  const create = (slug: string) => free.call('POST /workspaces', { headers, body: { name: 'A', slug } })
  for (const slug of ['first-free', 'second-free']) {
    t.is((await create(slug)).status, 200)
    t.is((await free.call('POST /admin/workspaces/disable', { key: free.config.adminApiKey, body: { slug } })).status, 200)
  }
  t.is((await create('third-free')).body.error?.code, 'exceeded_limit')
  await free.close()
})

test('settings can be changed individually', async (t) => {
  const { workspace, key, user } = await api.make.caller()
  await query('update users set default_workspace = $1 where id = $2', [workspace.slug, user.id])
  const slug = freshSlug()
  const change = {
    name: 'New name',
    slug,
    logo: 'https://example.com/logo.png',
    conversionEnabled: true,
    allowedHostnames: ['Example.com', '*.shop.example'],
    publishableKey: `svc_pk_${'a'.repeat(16)}`,
  }
  const { status, body } = await api.call(`PATCH /workspaces/${workspace.id}`, { key, body: change })
  t.is(status, 200)
  t.like(body, { ...change, allowedHostnames: ['example.com', '*.shop.example'] })
  t.is((await query('select default_workspace from users where id = $1', [user.id])).rows[0].default_workspace, slug)
  t.like((await api.call(`PUT /workspaces/${slug}`, { key, body: { publishableKey: null, allowedHostnames: null, logo: null } })).body, {
    name: 'New name',
    publishableKey: null,
    allowedHostnames: [],
    logo: null,
  })
  t.is((await api.call(`GET /workspaces/${workspace.slug}`, { key })).status, 404, 'the former slug is not found')
})

for (const body of [
  { publishableKey: 'svc_pk_short' },
  { publishableKey: 'sk_0123456789abcdef' },
  { allowedHostnames: ['https://example.com'] },
  { allowedHostnames: ['exa mple.com'] },
  { logo: 'javascript:alert(1)' },
  { slug: 'x' },
]) {
  test(`the settings ${JSON.stringify(body)} are refused`, async (t) => {
    const { workspace, key } = await api.make.caller()
    t.is((await api.call(`PATCH /workspaces/${workspace.slug}`, { key, body })).status, 422)
  })
}

test('conversion tracking requires a plan with this feature', async (t) => {
  const { workspace, key } = await api.make.caller({ plan: 'pro' })
  t.is((await api.call(`PATCH /workspaces/${workspace.slug}`, { key, body: { conversionEnabled: true } })).status, 403)
  t.is((await api.call(`PATCH /workspaces/${workspace.slug}`, { key, body: { conversionEnabled: false } })).status, 200)
})

test('the publishable key can be rotated; one of another workspace is refused', async (t) => {
  const [mine, other] = await Promise.all([
    api.make.caller({ publishableKey: `svc_pk_${'m'.repeat(20)}` }),
    api.make.caller({ publishableKey: `svc_pk_${'o'.repeat(20)}` }),
  ])
  const { body } = await api.call(`POST /workspaces/${mine.workspace.slug}/publishable-key`, { key: mine.key })
  t.regex(body.publishableKey, /^svc_pk_[A-Za-z0-9]{24}$/)
  t.is((await api.call(`GET /workspaces/${mine.workspace.slug}`, { key: mine.key })).body.publishableKey, body.publishableKey)
  t.is(
    (
      await api.call(`PATCH /workspaces/${mine.workspace.slug}`, {
        key: mine.key,
        body: { publishableKey: other.workspace.publishableKey },
      })
    ).status,
    409,
  )
})

test('a path with another workspace is not found and leaves the own workspace unchanged', async (t) => {
  const [mine, other] = await Promise.all([api.make.caller(), api.make.caller()])
  for (const path of [other.workspace.id, other.workspace.slug, 'ws_none', 'no-such-slug']) {
    const { status, body } = await api.call(`DELETE /workspaces/${path}`, { key: mine.key })
    t.deepEqual([status, body.error.message], [404, 'Workspace not found.'], path)
  }
  t.is((await api.call(`GET /workspaces/${mine.workspace.id}`, { key: mine.key })).status, 200)
})

/** Runs the calls at the same time: all of them are authenticated before the first one changes the workspace. */
async function whileWorkspaceIsLocked<Result>({ id }: { id: string }, calls: (() => Promise<Result>)[]): Promise<Result[]> {
  const client = await api.resources.database.pool.connect()
  const answers: Promise<Result>[] = []
  try {
    await client.query('begin')
    await client.query('select from workspaces where id = $1 for update', [id])
    for (const call of calls) {
      answers.push(call())
      await waitUntilBlocked(api.resources.database.pool, client, answers.length)
    }
  } finally {
    await client.query('commit')
    client.release()
  }
  return Promise.all(answers)
}

test.serial('a workspace that two requests delete at the same time is deleted once', async (t) => {
  const { workspace, key } = await api.make.caller()
  const remove = () => api.call(`DELETE /workspaces/${workspace.slug}`, { key })
  const answers = await whileWorkspaceIsLocked(workspace, [remove, remove])
  t.deepEqual(
    answers.map(({ status, body }) => [status, body]),
    [
      [200, { id: workspace.id }],
      [200, { id: workspace.id }],
    ],
  )
})

test.serial('a workspace that is deleted while an invite is accepted has no members', async (t) => {
  const { workspace, key } = await api.make.caller()
  const invited = await createUser()
  await api.make.invite(workspace, invited.email as string)
  const answers = await whileWorkspaceIsLocked(workspace, [
    () => api.call(`POST /workspaces/${workspace.slug}/invites/accept`, { headers: invited.headers }),
    () => api.call(`DELETE /workspaces/${workspace.slug}`, { key }),
  ])
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  t.deepEqual((await query('select 1 from members where workspace_id = $1', [workspace.id])).rows, [])
})

test('a deleted workspace is closed immediately, and its data is deleted by the job', async (t) => {
  const { workspace, key, user } = await api.make.caller()
  const { headers } = await api.make.session(user)
  const other = await api.make.caller()
  const [link, domain] = await Promise.all([api.make.link(workspace), api.make.domain(workspace)])
  await api.make.folder(workspace)
  const kept = await api.make.link(other.workspace)
  t.deepEqual((await api.call(`DELETE /workspaces/${workspace.slug}`, { key })).body, { id: workspace.id })
  t.is((await api.call(`GET /workspaces/${workspace.slug}`, { headers })).status, 404)
  t.is((await api.call('GET /links', { key })).status, 401)
  t.is((await api.call('POST /workspaces', { headers, body: { name: 'Again', slug: workspace.slug } })).status, 200, 'its slug is free')
  await runQueuedJobsAndSubscribers(api.resources)
  const left = await query(
    'select id from links where id = any($1) union select id from domains where id = $2 union select id from workspaces where id = $3',
    [[link.id, kept.id], domain.id, workspace.id],
  )
  t.deepEqual(left.rows, [{ id: kept.id }])
})

test('the operator sets the plan with its limits or explicit ones', async (t) => {
  const { workspace, key } = await api.make.caller({ plan: 'free' })
  const set = (body: object, name = workspace.slug) => api.call(`PATCH /admin/workspaces/${name}`, { key: api.config.adminApiKey, body })
  t.like((await set({ plan: 'business' })).body, { plan: 'business', linksLimit: 10_000, usersLimit: 10, users: [] })
  t.like((await set({ linksLimit: 7 }, workspace.id)).body, { plan: 'business', linksLimit: 7 })
  t.like((await set({ plan: 'enterprise', tagsLimit: 3 })).body, { linksLimit: 1_000_000_000, tagsLimit: 3 })
  t.like((await set({ trialEndsAt: '2030-01-01T00:00:00.000Z' })).body, { trialEndsAt: '2030-01-01T00:00:00.000Z' })
  t.is((await set({ plan: 'gold' })).status, 422)
  t.is((await set({}, 'nowhere')).status, 404)
  t.is((await api.call(`PATCH /admin/workspaces/${workspace.slug}`, { key, body: {} })).status, 401)
})

test('usage counters are reset once per billing period, also after a missed run', async (t) => {
  await avoidMidnight()
  const due = await api.make.workspace({ usage: 70, linksUsage: 7, billingCycleStart: 1 })
  const fresh = await api.make.workspace({ usage: 70, linksUsage: 7, billingCycleStart: 1 })
  await query(`update workspaces set billing_period_start = now() - interval '70 days' where id = $1`, [due.id])
  const counters = async (id: string) => (await query('select usage, links_usage from workspaces where id = $1', [id])).rows[0]
  await runJobByName(api.resources, 'accounts.start-billing-periods')
  t.deepEqual(await counters(due.id), { usage: 0, links_usage: 0 })
  t.deepEqual(await counters(fresh.id), { usage: 70, links_usage: 7 })
  await query('update workspaces set usage = 5 where id = $1', [due.id])
  await runJobByName(api.resources, 'accounts.start-billing-periods')
  t.like(await counters(due.id), { usage: 5 })
})

test('a workspace has the keys that existing clients expect, also those of features that do not exist here', async (t) => {
  const { workspace, key } = await api.make.caller()
  const { body } = await api.call(`GET /workspaces/${workspace.slug}`, { key })
  t.like(body, {
    planTier: 1,
    inviteCode: null,
    stripeId: null,
    payoutsUsage: 0,
    payoutsLimit: 1_000_000_000,
    partnersUsage: 0,
    aiUsage: 0,
    aiLimit: 0,
    dotLinkClaimed: false,
    flags: {},
    ssoEnforcedAt: null,
    users: [{ role: 'owner', defaultFolderId: null }],
  })
})
