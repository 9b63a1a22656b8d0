/** Operations on links beside creating, reading and changing them. */
import test from 'ava'
import { testApi, type TestApi } from '../../support/api.js'
import { runQueued } from '../../support/jobs.js'
import { hearing, newsOf } from '../../support/news.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
  await api.make.domain(null, { slug: api.config.shortDomain })
})
test.after.always(() => api.close())

const owner = () => api.make.caller({ role: 'owner' })
const create = async (key: string, body: object) =>
  (await api.call('POST /links', { key, body: { url: 'https://destination.example', ...body } })).body

test.serial('few links are exported at once, with the columns that were asked for', async (t) => {
  const { key, workspace } = await owner()
  const red = await api.make.tag(workspace, { name: 'Red, or so' })
  const link = await create(key, { url: 'https://destination.example/a,b', tagIds: [red.id] })
  await create(key, { url: 'https://destination.example/other', archived: true })
  const plain = await api.call('GET /links/export', { key })
  t.is(plain.headers.get('content-type'), 'application/csv; charset=utf-8')
  t.is(plain.headers.get('content-disposition'), 'attachment; filename="links.csv"')
  t.is(
    plain.body,
    `Short link,Destination URL,Clicks,Created at\r\n${link.shortLink},"https://destination.example/a,b",0,${link.createdAt}\r\n`,
  )
  const chosen = await api.call('GET /links/export?columns=tags,id,archived,saleAmount', { key })
  t.is(chosen.body, `Sales (USD),Link ID,Tags,Archived\r\n0.00,${link.id},"Red, or so",false\r\n`)
  t.is((await api.call('GET /links/export?columns=password', { key })).status, 422)
})

test.serial('links created before the last 30 days are exported where that is asked for', async (t) => {
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

test.serial('a cell never begins like a formula', async (t) => {
  const { key, workspace } = await owner()
  const tag = await api.make.tag(workspace, { name: '=1+1' })
  await create(key, { tagIds: [tag.id] })
  t.is((await api.call('GET /links/export?columns=tags', { key })).body, "Tags\r\n'=1+1\r\n")
})

test.serial('many links are exported by a job, every one once', async (t) => {
  const { key } = await owner()
  const made = await api.call('POST /links/bulk', {
    key,
    body: Array.from({ length: 2500 }, (_, at) => ({ url: `https://destination.example/${at}` })),
  })
  await runQueued(api.resources)
  const answer = await api.call('GET /links/export?columns=url', { key })
  t.is(answer.status, 202)
  t.is(answer.headers.get('location'), `/jobs/${answer.body.id}`)
  await runQueued(api.resources)
  const job = (await api.call(`GET /jobs/${answer.body.id}`, { key })).body
  t.like(job, { type: 'links.export', state: 'completed', total: 2500, done: 2500 })
  const lines = (await api.call(`GET ${job.result.url}`, { key })).body.trim().split('\r\n')
  t.deepEqual([lines[0], lines.length, new Set(lines).size], ['Destination URL', 2501, 2501])
  t.is(made.status, 202)
})

test.serial('whether a key can be had is told as a creation would', async (t) => {
  const { key, workspace } = await owner()
  await create(key, { key: 'probed' })
  const probe = (wanted: string, id = workspace.id) => api.call(`GET /links/exists?workspaceId=${id}&key=${wanted}`)
  t.deepEqual((await probe('free-one')).body, { error: null })
  const answers = await Promise.all([probe('PROBED'), probe('robots.txt'), probe('_x'), probe('free-one', 'ws_none')])
  t.deepEqual(
    answers.map(({ status }) => status),
    [409, 403, 422, 404],
  )
})

test.serial('a key by chance is one that is free', async (t) => {
  const { body } = await api.call(`GET /links/random?domain=${api.config.shortDomain}`)
  t.regex(body, /^[0-9A-Za-z]{7}$/)
})

test.serial('a link of the shared domain goes to another workspace and begins anew there', async (t) => {
  const [from, to, foreign] = [await api.make.caller(hearing), await api.make.workspace(hearing), await api.make.workspace()]
  await api.make.member(to, from.user, 'member')
  const tag = await api.make.tag(from.workspace)
  const folder = await api.make.folder(from.workspace)
  const link = await create(from.key, { key: 'handed-over', tagIds: [tag.id], folderId: folder.id, externalId: 'mine' })
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
    key: 'handed-over',
  })
  t.is((await api.call(`GET /links/${link.id}`, { key: from.key })).status, 404)
  const { rows } = await api.resources.database.pool.query(
    'select total_links::int as total, links_usage::int as used from workspaces where id = $1',
    [to.id],
  )
  t.deepEqual(rows, [{ total: 1, used: 1 }])
  const { pool } = api.resources.database
  t.deepEqual((await newsOf(pool, from.workspace)).slice(-1), [['link.deleted', link.id]])
  t.deepEqual(await newsOf(pool, to), [['link.created', link.id]])
})

test.serial('links that were made without an account are claimed once', async (t) => {
  const [one, other] = [await api.make.caller(hearing), await owner()]
  const made = await api.call('POST /links', {
    body: { url: 'https://destination.example' },
    headers: { 'svc-anonymous-link-creation': '1' },
  })
  const body = [
    { domain: made.body.domain, key: made.body.key },
    { domain: made.body.domain, key: 'nowhere-to-be-found' },
  ]
  const claimed = await api.call('POST /links/sync', { key: one.key, body })
  t.deepEqual(
    claimed.body.map(({ id, workspaceId }: { id: string; workspaceId: string }) => [id, workspaceId]),
    [[made.body.id, one.workspace.id]],
  )
  t.deepEqual((await api.call('POST /links/sync', { key: other.key, body })).body, [])
  t.is((await api.call('GET /links/count', { key: one.key })).body, 1)
  t.deepEqual(await newsOf(api.resources.database.pool, one.workspace), [['link.created', made.body.id]])
})

test.serial('the dashboard of a link and of a folder is told, or that there is none', async (t) => {
  const { key, workspace } = await owner()
  const folder = await api.make.folder(workspace)
  const [shown, plain] = [await create(key, { publicStats: true }), await create(key, {})]
  t.is((await api.call(`GET /links/${shown.id}/dashboard`, { key })).body.linkId, shown.id)
  t.is((await api.call(`GET /links/${plain.id}/dashboard`, { key })).body, null)
  t.is((await api.call(`GET /folders/${folder.id}/dashboard`, { key })).body, null)
})
