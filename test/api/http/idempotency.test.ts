import test from 'ava'
import { testApi, type TestApi } from '../../support/api.js'
import { runQueuedJobs } from '../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
  await api.make.domain(null, { slug: api.config.shortDomain })
})
test.after.always(() => api.close())

const withKey = (key: string, more: Record<string, string> = {}) => ({ 'Idempotency-Key': key, ...more })
const url = 'https://destination.example/'

test('a repeated request has one effect and returns the same response', async (t) => {
  const { key } = await api.make.caller()
  const [first, second] = [
    await api.call('POST /links', { key, body: { url }, headers: withKey('one') }),
    await api.call('POST /links', { key, body: { url }, headers: withKey('one') }),
  ]
  t.is(first.status, 200)
  t.is(first.headers.get('idempotent-replayed'), null)
  t.deepEqual([second.status, second.body, second.headers.get('idempotent-replayed')], [first.status, first.body, 'true'])
  t.is((await api.call('GET /links/count', { key })).body, 1)
  const tags = await Promise.all([1, 2].map(() => api.call('POST /tags', { key, body: { name: 'red' }, headers: withKey('tag') })))
  t.true(tags.every(({ status }) => status === 201 || status === 409))
})

test('a different body or endpoint with the same key is refused', async (t) => {
  const { key } = await api.make.caller()
  await api.call('POST /links', { key, body: { url }, headers: withKey('one') })
  const other = await api.call('POST /links', { key, body: { url: `${url}other` }, headers: withKey('one') })
  t.deepEqual([other.status, other.body.error.code], [409, 'conflict'])
  t.is((await api.call('POST /tags', { key, body: { name: 'red' }, headers: withKey('one') })).status, 409)
  t.is((await api.call('GET /links/count', { key })).body, 1)
})

test('one of many concurrent requests is executed; the others are refused or get its response', async (t) => {
  const { key } = await api.make.caller()
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => api.call('POST /links', { key, body: { url }, headers: withKey('burst') })),
  )
  t.true(
    responses.every(({ status }) => status === 200 || status === 409),
    JSON.stringify(responses.map(({ status }) => status)),
  )
  t.is(new Set(responses.filter(({ status }) => status === 200).map(({ body }) => body.id)).size, 1)
  t.is((await api.call('GET /links/count', { key })).body, 1)
})

test('a request without a body may have a key', async (t) => {
  const { key, workspace } = await api.make.caller()
  const program = await api.make.program(workspace)
  const partner = await api.make.partner()
  await api.make.enrolment(program, partner)
  // Archiving again takes it back.
  const archive = () => api.call(`POST /partners/${partner.id}/archive`, { key, headers: withKey('archive') })
  const [first, second] = [await archive(), await archive()]
  t.deepEqual([first.status, second.status, second.headers.get('idempotent-replayed')], [200, 200, 'true'])
  t.is((await api.call(`GET /partners/${partner.id}`, { key })).body.status, 'archived')
})

test('a refused request can be corrected and sent again with the same key', async (t) => {
  const { key } = await api.make.caller()
  t.is((await api.call('POST /links', { key, body: { url: '' }, headers: withKey('corrected') })).status, 400)
  t.is((await api.call('POST /links', { key, body: { url }, headers: withKey('corrected') })).status, 200)
})

test.serial('keys are separate per caller and expire after a day', async (t) => {
  const [mine, theirs] = [await api.make.caller(), await api.make.caller()]
  const [first, second] = [
    await api.call('POST /links', { key: mine.key, body: { url }, headers: withKey('shared') }),
    await api.call('POST /links', { key: theirs.key, body: { url }, headers: withKey('shared') }),
  ]
  t.not(first.body.id, second.body.id)
  await api.resources.database.pool.query(`update idempotency_keys set created_at = created_at - interval '25 hours'`)
  const third = await api.call('POST /links', { key: mine.key, body: { url }, headers: withKey('shared') })
  t.not(third.body.id, first.body.id)
})

test('stored keys and responses are not readable in the database', async (t) => {
  const { key } = await api.make.caller()
  const { body } = await api.call('POST /links', { key, body: { url, password: 'open sesame' }, headers: withKey('5f2b7c1e') })
  const { rows } = await api.resources.database.pool.query("select id, encode(response, 'escape') as response from idempotency_keys")
  t.true(rows.length > 0)
  t.false(rows.some(({ id, response }) => id.includes('5f2b7c1e') || response.includes('sesame') || response.includes(body.id)))
})

test('a repeated asynchronous request starts one background operation', async (t) => {
  const { key } = await api.make.caller()
  const body = [{ url }, { url: `${url}two` }]
  const send = (sentBody: unknown) =>
    api.call('POST /links/bulk', { key, body: sentBody, headers: withKey('bulk', { Prefer: 'respond-async' }) })
  const [first, second, other] = [await send(body), await send(body), await send([{ url }])]
  t.deepEqual([first.status, second.status, other.status], [202, 202, 409])
  t.is(second.body.id, first.body.id)
  t.is((await api.call('GET /jobs', { key })).body.length, 1)
  await runQueuedJobs(api.resources)
  t.is((await api.call('GET /links/count', { key })).body, 2)
})

test('a repeated import of a CSV file, sent as such or as JSON, is started once', async (t) => {
  const { key, workspace } = await api.make.caller()
  const csv = `link,url\n${api.config.shortDomain}/imported,${url}`
  const start = (body: unknown, headers: Record<string, string>) =>
    api.call(`POST /workspaces/${workspace.slug}/import/csv`, { key, body, headers: withKey(headers['Content-Type'] ?? '', headers) })
  for (const [body, type] of [
    [csv, 'text/csv'],
    [{ csv }, 'application/json'],
  ] as const) {
    const headers = { 'Content-Type': type }
    const [first, second] = [await start(body, headers), await start(body, headers)]
    t.deepEqual([first.status, second.status, second.body.id], [202, 202, first.body.id], type)
    t.is(second.headers.get('idempotent-replayed'), 'true')
  }
  t.is((await api.call('GET /jobs', { key })).body.length, 2)
})

test('repeated requests that start other jobs start one each', async (t) => {
  const { key, workspace } = await api.make.caller()
  for (const [path, body] of [
    ['export', undefined],
    ['import/bitly', { token: 'token', dryRun: true }],
    ['attribution/recompute', { dryRun: true }],
  ] as const) {
    const start = () => api.call(`POST /workspaces/${workspace.slug}/${path}`, { key, body, headers: withKey(path) })
    const [first, second] = [await start(), await start()]
    t.deepEqual([first.status, second.status, second.body.id], [202, 202, first.body.id], path)
  }
  t.is((await api.call('GET /jobs', { key })).body.length, 3)
})

test('an invalid key is refused', async (t) => {
  const { key } = await api.make.caller()
  for (const invalid of ['with a space', 'x'.repeat(256)])
    t.is((await api.call('POST /links', { key, body: { url }, headers: withKey(invalid) })).status, 400)
})
