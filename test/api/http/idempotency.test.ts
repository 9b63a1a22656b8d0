import test from 'ava'
import { testApi, type TestApi } from '../../support/api.js'
import { runQueued } from '../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
  await api.make.domain(null, { slug: api.config.shortDomain })
})
test.after.always(() => api.close())

const named = (key: string, more: Record<string, string> = {}) => ({ 'Idempotency-Key': key, ...more })
const url = 'https://destination.example/'

test('the same request twice has one effect and one answer', async (t) => {
  const { key } = await api.make.caller()
  const [first, second] = [
    await api.call('POST /links', { key, body: { url }, headers: named('one') }),
    await api.call('POST /links', { key, body: { url }, headers: named('one') }),
  ]
  t.is(first.status, 200)
  t.is(first.headers.get('idempotent-replayed'), null)
  t.deepEqual([second.status, second.body, second.headers.get('idempotent-replayed')], [first.status, first.body, 'true'])
  t.is((await api.call('GET /links/count', { key })).body, 1)
  const tags = await Promise.all([1, 2].map(() => api.call('POST /tags', { key, body: { name: 'red' }, headers: named('tag') })))
  t.true(tags.every(({ status }) => status === 201 || status === 409))
})

test('another body, and another endpoint, under the same key are refused', async (t) => {
  const { key } = await api.make.caller()
  await api.call('POST /links', { key, body: { url }, headers: named('one') })
  const other = await api.call('POST /links', { key, body: { url: `${url}other` }, headers: named('one') })
  t.deepEqual([other.status, other.body.error.code], [409, 'conflict'])
  t.is((await api.call('POST /tags', { key, body: { name: 'red' }, headers: named('one') })).status, 409)
  t.is((await api.call('GET /links/count', { key })).body, 1)
})

test('of many at once one is carried out; the others are refused or get its answer', async (t) => {
  const { key } = await api.make.caller()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => api.call('POST /links', { key, body: { url }, headers: named('burst') })),
  )
  t.true(
    answers.every(({ status }) => status === 200 || status === 409),
    JSON.stringify(answers.map(({ status }) => status)),
  )
  t.is(new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.id)).size, 1)
  t.is((await api.call('GET /links/count', { key })).body, 1)
})

test('a refused request has no effect and may be mended', async (t) => {
  const { key } = await api.make.caller()
  t.is((await api.call('POST /links', { key, body: { url: '' }, headers: named('mended') })).status, 400)
  t.is((await api.call('POST /links', { key, body: { url }, headers: named('mended') })).status, 200)
})

test.serial("a key is its user's own, and lasts a day", async (t) => {
  const [mine, theirs] = [await api.make.caller(), await api.make.caller()]
  const [first, second] = [
    await api.call('POST /links', { key: mine.key, body: { url }, headers: named('shared') }),
    await api.call('POST /links', { key: theirs.key, body: { url }, headers: named('shared') }),
  ]
  t.not(first.body.id, second.body.id)
  await api.resources.database.pool.query(`update kept_answers set created_at = created_at - interval '25 hours'`)
  const third = await api.call('POST /links', { key: mine.key, body: { url }, headers: named('shared') })
  t.not(third.body.id, first.body.id)
})

test('what is kept cannot be read from the table', async (t) => {
  const { key } = await api.make.caller()
  const { body } = await api.call('POST /links', { key, body: { url, password: 'open sesame' }, headers: named('5f2b7c1e') })
  const { rows } = await api.resources.database.pool.query("select id, encode(answer, 'escape') as answer from kept_answers")
  t.true(rows.length > 0)
  t.false(rows.some(({ id, answer }) => id.includes('5f2b7c1e') || answer.includes('sesame') || answer.includes(body.id)))
})

test('work that is done later is begun once', async (t) => {
  const { key } = await api.make.caller()
  const body = [{ url }, { url: `${url}two` }]
  const ask = (sent: unknown) => api.call('POST /links/bulk', { key, body: sent, headers: named('bulk', { Prefer: 'respond-async' }) })
  const [first, second, other] = [await ask(body), await ask(body), await ask([{ url }])]
  t.deepEqual([first.status, second.status, other.status], [202, 202, 409])
  t.is(second.body.id, first.body.id)
  t.is((await api.call('GET /jobs', { key })).body.length, 1)
  await runQueued(api.resources)
  t.is((await api.call('GET /links/count', { key })).body, 2)
})

test('a key that is none is refused', async (t) => {
  const { key } = await api.make.caller()
  for (const wrong of ['with a space', 'x'.repeat(256)])
    t.is((await api.call('POST /links', { key, body: { url }, headers: named(wrong) })).status, 400)
})
