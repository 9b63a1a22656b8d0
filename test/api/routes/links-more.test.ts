/** Export, key lookups, transfer, claiming and dashboards of links. */
import test from 'ava'
import { testApi, type TestApi } from '../../support/api.js'
import { runQueuedJobs } from '../../support/jobs.js'
import { subscribed, publishedEvents } from '../../support/webhook-events.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
  await api.make.domain(null, { slug: api.config.shortDomain })
})
test.after.always(() => api.close())

const owner = () => api.make.caller({ role: 'owner' })
const create = async (key: string, body: object) =>
  (await api.call('POST /links', { key, body: { url: 'https://destination.example', ...body } })).body

test.serial('returns a small export directly, with the requested columns', async (t) => {
  const { key, workspace } = await owner()
  const red = await api.make.tag(workspace, { name: 'Red, dark' })
  const link = await create(key, { url: 'https://destination.example/a,b', tagIds: [red.id] })
  await create(key, { url: 'https://destination.example/other', archived: true })
  const withDefaults = await api.call('GET /links/export', { key })
  t.is(withDefaults.headers.get('content-type'), 'application/csv; charset=utf-8')
  t.is(withDefaults.headers.get('content-disposition'), 'attachment; filename="links.csv"')
  t.is(
    withDefaults.body,
    `Short link,Destination URL,Clicks,Created at\r\n${link.shortLink},"https://destination.example/a,b",0,${link.createdAt}\r\n`,
  )
  const withColumns = await api.call('GET /links/export?columns=tags,id,archived,saleAmount', { key })
  t.is(withColumns.body, `Sales (USD),Link ID,Tags,Archived\r\n0.00,${link.id},"Red, dark",false\r\n`)
  t.is((await api.call('GET /links/export?columns=password', { key })).status, 422)
})

test.serial('exports links older than 30 days only if the request includes them', async (t) => {
  const { key } = await owner()
  const old = await create(key, { key: 'exported-old' })
  await api.resources.database.pool.query(`update links set created_at = now() - interval '40 days' where id = $1`, [old.id])
  const lines = async (query: string) =>
    (await api.call(`GET /links/export?columns=id&${query}`, { key })).body.trim().split('\r\n').slice(1)
  t.deepEqual(await lines(''), [])
  for (const query of ['interval=all', 'interval=90d', 'start=45%20days%20ago', 'start=2020-01-01&end=yesterday'])
    t.deepEqual(await lines(query), [old.id], query)
  t.deepEqual(await lines('start=2020-01-01&end=60%20days%20ago'), [])
  t.is((await api.call('GET /links/export?start=nonsense', { key })).status, 422)
})

test.serial('escapes cells that start like a formula', async (t) => {
  const { key, workspace } = await owner()
  const tag = await api.make.tag(workspace, { name: '=1+1' })
  await create(key, { tagIds: [tag.id] })
  t.is((await api.call('GET /links/export?columns=tags', { key })).body, "Tags\r\n'=1+1\r\n")
})

test.serial('a job exports many links, each exactly once', async (t) => {
  const { key } = await owner()
  const bulk = await api.call('POST /links/bulk', {
    key,
    body: Array.from({ length: 2500 }, (_, index) => ({ url: `https://destination.example/${index}` })),
  })
  await runQueuedJobs(api.resources)
  const started = await api.call('GET /links/export?columns=url', { key })
  t.is(started.status, 202)
  t.is(started.headers.get('location'), `/jobs/${started.body.id}`)
  await runQueuedJobs(api.resources)
  const job = (await api.call(`GET /jobs/${started.body.id}`, { key })).body
  t.like(job, { type: 'links.export', state: 'completed', total: 2500, done: 2500 })
  const lines = (await api.call(`GET ${job.result.url}`, { key })).body.trim().split('\r\n')
  t.deepEqual([lines[0], lines.length, new Set(lines).size], ['Destination URL', 2501, 2501])
  t.is(bulk.status, 202)
})

test.serial('GET /links/exists returns the same errors as a creation', async (t) => {
  const { key, workspace } = await owner()
  await create(key, { key: 'taken' })
  const check = (linkKey: string, id = workspace.id) => api.call(`GET /links/exists?workspaceId=${id}&key=${linkKey}`)
  t.deepEqual((await check('free-one')).body, { error: null })
  const responses = await Promise.all([check('TAKEN'), check('robots.txt'), check('_x'), check('free-one', 'ws_unknown')])
  t.deepEqual(
    responses.map(({ status }) => status),
    [409, 403, 422, 404],
  )
})

test.serial('GET /links/random returns a free key', async (t) => {
  const { body } = await api.call(`GET /links/random?domain=${api.config.shortDomain}`)
  t.regex(body, /^[0-9A-Za-z]{7}$/)
})

test.serial('transfers a link of the shared domain to another workspace and resets its counters', async (t) => {
  const [from, to, foreign] = [await api.make.caller(subscribed), await api.make.workspace(subscribed), await api.make.workspace()]
  await api.make.member(to, from.user, 'member')
  const tag = await api.make.tag(from.workspace)
  const folder = await api.make.folder(from.workspace)
  const webhook = await api.make.webhook(from.workspace)
  const settings = { key: 'transferred', tagIds: [tag.id], folderId: folder.id, externalId: 'mine', webhookIds: [webhook.id] }
  const link = await create(from.key, settings)
  await api.resources.database.pool.query('update links set clicks = 7, sale_amount = 500 where id = $1', [link.id])
  const transfer = (id: string, newWorkspaceId: string) =>
    api.call(`POST /links/${id}/transfer`, { key: from.key, body: { newWorkspaceId } })
  t.is((await transfer(link.id, foreign.id)).status, 404)
  t.is((await transfer(link.id, from.workspace.id)).status, 400)
  const own = await create(from.key, { domain: (await api.make.domain(from.workspace)).slug })
  t.is((await transfer(own.id, to.id)).status, 400)
  const { status, body } = await transfer(link.id, to.id)
  t.is(status, 200)
  t.like(body, {
    id: link.id,
    workspaceId: to.id,
    clicks: 0,
    saleAmount: 0,
    folderId: null,
    tags: [],
    externalId: 'mine',
    key: 'transferred',
  })
  t.is((await api.call(`GET /links/${link.id}`, { key: from.key })).status, 404)
  const { key } = await api.make.token(from.user, to)
  t.deepEqual((await api.call(`GET /links/${link.id}?includeWebhooks=true`, { key })).body.webhookIds, [])
  const { rows } = await api.resources.database.pool.query(
    'select total_links::int as total, links_usage::int as used from workspaces where id = $1',
    [to.id],
  )
  t.deepEqual(rows, [{ total: 1, used: 1 }])
  const { pool } = api.resources.database
  t.deepEqual((await publishedEvents(pool, from.workspace)).slice(-1), [['link.deleted', link.id]])
  t.deepEqual(await publishedEvents(pool, to), [['link.created', link.id]])
})

test.serial('links are transferred between two workspaces in both directions at the same time', async (t) => {
  const [a, other] = [await owner(), await api.make.workspace()]
  await api.make.member(other, a.user, 'owner')
  const b = { workspace: other, key: (await api.make.token(a.user, other)).key }
  const links = async (key: string) => Promise.all(Array.from({ length: 10 }, () => create(key, {})))
  const [ofA, ofB] = [await links(a.key), await links(b.key)]
  const statuses = await Promise.all(
    ofA.flatMap((_, at) =>
      [
        { key: a.key, id: ofA[at].id, to: b.workspace.id },
        { key: b.key, id: ofB[at].id, to: a.workspace.id },
      ].map(async ({ key, id, to }) => (await api.call(`POST /links/${id}/transfer`, { key, body: { newWorkspaceId: to } })).status),
    ),
  )
  t.deepEqual(
    statuses,
    Array.from({ length: 20 }, () => 200),
  )
})

test.serial('links created without an account can be claimed once', async (t) => {
  const [claimer, other] = [await api.make.caller(subscribed), await owner()]
  const created = await api.call('POST /links', {
    body: { url: 'https://destination.example' },
    headers: { 'svc-anonymous-link-creation': '1' },
  })
  const body = [
    { domain: created.body.domain, key: created.body.key },
    { domain: created.body.domain, key: 'unknown' },
  ]
  const claimed = await api.call('POST /links/sync', { key: claimer.key, body })
  t.deepEqual(
    claimed.body.map(({ id, workspaceId }: { id: string; workspaceId: string }) => [id, workspaceId]),
    [[created.body.id, claimer.workspace.id]],
  )
  t.deepEqual((await api.call('POST /links/sync', { key: other.key, body })).body, [])
  t.is((await api.call('GET /links/count', { key: claimer.key })).body, 1)
  t.deepEqual(await publishedEvents(api.resources.database.pool, claimer.workspace), [['link.created', created.body.id]])
})

test.serial('claimed links lose an external id that is taken in the workspace, or that an older claimed link has', async (t) => {
  const { key } = await owner()
  await create(key, { externalId: 'taken' })
  const anonymous = async (externalId: string) => {
    const input = { body: { url: 'https://destination.example', externalId }, headers: { 'svc-anonymous-link-creation': '1' } }
    return (await api.call('POST /links', input)).body as { domain: string; key: string }
  }
  const links: { domain: string; key: string }[] = []
  for (const externalId of ['TAKEN', 'twice', 'Twice', 'free']) links.push(await anonymous(externalId))
  const body = [...links, ...links].map(({ domain, key }) => ({ domain, key }))
  const claimed = await api.call('POST /links/sync', { key, body })
  t.is(claimed.status, 200)
  const byKey = new Map(claimed.body.map((link: { key: string; externalId: string | null }) => [link.key, link.externalId]))
  t.deepEqual(
    links.map((link) => byKey.get(link.key)),
    [null, 'twice', null, 'free'],
  )
  t.is((await api.call('GET /links/count', { key })).body, 5)
})

test.serial('returns the dashboard of a link or folder, or null', async (t) => {
  const { key, workspace } = await owner()
  const folder = await api.make.folder(workspace)
  const [withDashboard, withoutDashboard] = [await create(key, { publicStats: true }), await create(key, {})]
  t.is((await api.call(`GET /links/${withDashboard.id}/dashboard`, { key })).body.linkId, withDashboard.id)
  t.is((await api.call(`GET /links/${withoutDashboard.id}/dashboard`, { key })).body, null)
  t.is((await api.call(`GET /folders/${folder.id}/dashboard`, { key })).body, null)
})
