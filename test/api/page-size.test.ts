/** Pages of lists stay small, however long the stored texts are. */
import test from 'ava'
import { type TestApi, testApi } from '../support/api.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
  await api.make.domain(null, { slug: api.config.shortDomain })
})
test.after.always(() => api?.close())

const maxPageLength = 8_000_000
const address = (length: number) => `https://example.com/${'x'.repeat(length - 20)}`

test('a page of links that use every limit is smaller than 8 MB', async (t) => {
  const { key, workspace } = await api.make.caller()
  const body = {
    url: address(32_000),
    expiredUrl: address(7999),
    comments: 'x'.repeat(5000),
    title: 'x'.repeat(5000),
    description: 'x'.repeat(5000),
    video: 'x'.repeat(5000),
    image: address(5000),
    externalId: 'x'.repeat(255),
  }
  const created = await api.call('POST /links', { key, body })
  t.is(created.status, 200, JSON.stringify(created.body).slice(0, 300))
  await api.resources.database.pool.query(
    `insert into links select copy.* from links as link, generate_series(2, 100) as number,
       lateral jsonb_populate_record(link, jsonb_build_object('id', link.id || number, 'key', link.key || number,
         'lookup_key', link.lookup_key || number, 'short_link', link.short_link || number, 'external_id', null)) as copy
     where link.workspace_id = $1`,
    [workspace.id],
  )
  const page = await api.call('GET /links?pageSize=100', { key })
  t.is(page.body.length, 100)
  t.true(JSON.stringify(page.body).length < maxPageLength)
})

test('analytics of many links with long destinations leave out the smallest groups', async (t) => {
  const { key, workspace } = await api.make.caller()
  const { slug } = await api.make.domain(workspace)
  const links = await Promise.all(Array.from({ length: 260 }, () => api.make.link(workspace, { domain: slug, url: address(32_000) })))
  await Promise.all(links.map((link) => api.make.click(link)))
  const [first] = links
  if (first) await api.make.click(first)
  const { status, body } = await api.call('GET /analytics?groupBy=top_links', { key })
  t.is(status, 200)
  t.true(body.length > 100 && body.length < 260, `${body.length} links`)
  t.like(body[0], { id: first?.id, clicks: 2 })
})

test('at most 10,000 users with memories are listed', async (t) => {
  const { key, workspace } = await api.make.caller()
  const { id } = await api.make.memory(workspace)
  await api.resources.database.pool.query(
    `insert into memories (id, workspace_id, user_id, text, hash, content_key, created_at, updated_at)
     select id || copy, workspace_id, user_id || copy, text, hash, id || copy, created_at, updated_at
     from memories, generate_series(1, 10000) as copy where id = $1`,
    [id],
  )
  t.is((await api.call('GET /memories/entities', { key })).body.length, 10_000)
})

test('the destinations of a link have a common limit, also when it is changed', async (t) => {
  const { key } = await api.make.caller()
  const body = { url: 'https://example.com', ios: address(20_000), android: address(20_000) }
  const refused = await api.call('POST /links', { key, body })
  t.is(refused.status, 422)
  t.is(refused.body.error.message, 'url, expiredUrl, ios, android, geo and testVariants together must not exceed 40000 characters.')
  const created = await api.call('POST /links', { key, body: { ...body, android: null } })
  t.is(created.status, 200)
  t.is((await api.call(`PATCH /links/${created.body.id}`, { key, body: { geo: { DE: address(20_000) } } })).status, 422)
  t.is((await api.call(`PATCH /links/${created.body.id}`, { key, body: { ios: null, geo: { DE: address(20_000) } } })).status, 200)
})

test('a text of 5,000 characters is accepted in comments and one more is refused', async (t) => {
  const { key } = await api.make.caller()
  const create = (comments: string) => api.call('POST /links', { key, body: { url: 'https://example.com', comments } })
  t.is((await create('x'.repeat(5000))).status, 200)
  const { status, body } = await create('x'.repeat(5001))
  t.is(status, 422)
  t.regex(body.error.message, /^too_big: comments: /)
})

test('a page of long memories ends early and the next one continues', async (t) => {
  const { key, workspace } = await api.make.caller()
  const made = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      api.make.memory(workspace, {
        user_id: 'ann',
        text: `${index} ${'tea '.repeat(12_400)}`,
        created_at: new Date(Date.UTC(2030, 0, 1, 0, 0, index)),
      }),
    ),
  )
  const list = async (cursor: string) => (await api.call(`GET /memories?user_id=ann&top_k=1000${cursor}`, { key })).body
  const first = await list('')
  t.true(first.results.length > 10 && first.results.length < 100)
  t.true(JSON.stringify(first).length < maxPageLength)
  const second = await list(`&cursor=${first.next_cursor}`)
  t.is(second.next_cursor, null)
  t.deepEqual(
    [...first.results, ...second.results].map(({ id }: { id: string }) => id),
    made.map(({ id }) => id).toReversed(),
  )
  const search = await api.call('POST /memories/search', { key, body: { query: 'tea', user_id: 'ann', top_k: 1000 } })
  t.true(search.body.results.length > 10 && search.body.results.length < 100)
})

test('a numbered page that would be larger than 8 MB is refused, and a smaller one is returned', async (t) => {
  const { key, workspace } = await api.make.caller()
  await Promise.all(Array.from({ length: 170 }, () => api.make.memory(workspace, { user_id: 'ann', text: 'tea '.repeat(12_400) })))
  const list = (size: number) => api.call(`POST /v3/memories?page_size=${size}`, { key, body: { filters: { user_id: 'ann' } } })
  const refused = await list(1000)
  t.is(refused.status, 422)
  t.is(refused.body.error.message, 'The response would be larger than 8 MB. Send a smaller page_size.')
  t.is((await list(100)).body.results.length, 100)
})
