/** Passwords of links and dashboards: where they are stored, and who gets to see them. */
import test from 'ava'
import { testApi, type TestApi } from '../../support/api.js'
import { runQueuedJobs } from '../../support/jobs.js'
import { tableTexts } from '../../support/table-texts.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
  await api.make.domain(null, { slug: api.config.shortDomain })
})
test.after.always(() => api?.close())

const url = 'https://destination.example/'
const owner = () => api.make.caller({ role: 'owner' })
const respondAsync = { Prefer: 'respond-async' }

/** Tables that contain the text as written. */
const tablesWith = async (text: string) =>
  (await tableTexts(api.resources.database.pool)).filter(([, rows]) => rows.includes(text)).map(([table]) => table)

const sealedPasswordOf = async (id: string): Promise<string> =>
  (await api.resources.database.pool.query('select sealed_password from links where id = $1', [id])).rows[0].sealed_password

test.serial('the database contains no password of a link or dashboard as text, and the API returns them', async (t) => {
  const { key } = await owner()
  await api.call('POST /webhooks', {
    key,
    body: { name: 'All', url: 'https://receiver.example', triggers: ['link.created', 'link.updated'] },
  })
  const { body: link } = await api.call('POST /links', { key, body: { url, password: 'planted-first' } })
  const { body: changed } = await api.call(`PATCH /links/${link.id}`, { key, body: { password: 'planted-second' } })
  const { body: bulk } = await api.call('POST /links/bulk', { key, body: [{ url, password: 'planted-third' }] })
  const { body: dashboard } = await api.call(`POST /dashboards?linkId=${link.id}`, { key })
  const settings = { showConversions: true, doIndex: false, password: 'planted-fourth' }
  const { body: published } = await api.call(`PATCH /dashboards/${dashboard.id}`, { key, body: settings })
  t.deepEqual(
    [link, changed, bulk[0], published].map(({ password }) => password),
    ['planted-first', 'planted-second', 'planted-third', 'planted-fourth'],
  )
  const { body: links } = await api.call('GET /links', { key })
  t.deepEqual(links.map(({ password }: { password: string }) => password).sort(), ['planted-second', 'planted-third'])
  t.is((await api.call(`GET /links/${link.id}/dashboard`, { key })).body.password, 'planted-fourth')
  t.deepEqual(await tablesWith('planted-'), [])
})

test.serial('a bulk request by a job stores passwords sealed: in its input, its failed elements and its payload', async (t) => {
  const { key } = await owner()
  const elements = [
    { url, password: 'hidden-first' },
    { url: 'nothing', password: 'hidden-second' },
  ]
  const created = await api.call('POST /links/bulk', { key, body: elements, headers: respondAsync })
  t.deepEqual(await tablesWith('hidden-'), [])
  await runQueuedJobs(api.resources)
  const { body: links } = await api.call('GET /links', { key })
  t.deepEqual(
    links.map(({ password }: { password: string }) => password),
    ['hidden-first'],
  )
  const { body: job } = await api.call(`GET /jobs/${created.body.id}`, { key })
  t.like(job, { done: 1, failed: 1 })
  t.deepEqual(job.errors[0].element, elements[1])

  const body = { linkIds: [links[0].id], data: { password: 'hidden-third' } }
  await api.call('PATCH /links/bulk', { key, body, headers: respondAsync })
  t.deepEqual(await tablesWith('hidden-'), [])
  await runQueuedJobs(api.resources)
  t.is((await api.call(`GET /links/${links[0].id}`, { key })).body.password, 'hidden-third')
  t.deepEqual(await tablesWith('hidden-'), [])
})

test('the same password again changes nothing, so that cookies of visitors stay valid', async (t) => {
  const { key } = await owner()
  const { body: link } = await api.call('POST /links', { key, body: { url, password: 'kept' } })
  const before = await sealedPasswordOf(link.id)
  const { body: same } = await api.call(`PATCH /links/${link.id}`, { key, body: { password: 'kept' } })
  t.deepEqual([same.updatedAt, await sealedPasswordOf(link.id)], [link.updatedAt, before])
  await api.call(`PATCH /links/${link.id}`, { key, body: { title: 'Other' } })
  t.is(await sealedPasswordOf(link.id), before)
  await api.call(`PATCH /links/${link.id}`, { key, body: { password: 'changed' } })
  t.not(await sealedPasswordOf(link.id), before)
})

test('an upsert of a link keeps its password or replaces it', async (t) => {
  const { key } = await owner()
  const target = 'https://upsert.example/'
  await api.call('PUT /links/upsert', { key, body: { url: target, password: 'first' } })
  t.is((await api.call('PUT /links/upsert', { key, body: { url: target, comments: 'x' } })).body.password, 'first')
  t.is((await api.call('PUT /links/upsert', { key, body: { url: target, password: 'second' } })).body.password, 'second')
  t.is((await api.call('PUT /links/upsert', { key, body: { url: target, password: null } })).body.password, null)
})

test('events contain the link without its password', async (t) => {
  const { workspace, key } = await owner()
  const { body: link } = await api.call('POST /links', { key, body: { url, password: 'sesame' } })
  await api.make.click({ id: link.id, workspaceId: workspace.id, domain: link.domain, key: link.key })
  const { body: events } = await api.call('GET /events?event=clicks&interval=24h', { key })
  t.deepEqual(
    events.map(({ link: { id, password } }: { link: { id: string; password: unknown } }) => [id, password]),
    [[link.id, null]],
  )
})
