import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { runQueuedJobs } from '../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ SHORT_DOMAIN: 'short.example' })
  await api.make.domain(null, { slug: 'short.example' })
})
test.after.always(() => api.close())

const create = (key: string, body: object) => api.call('POST /tags', { key, body })

test('creating a tag returns 201 with exactly id, name and color; the default color is random, never pink', async (t) => {
  const { key } = await api.make.caller()
  const { status, body } = await create(key, { name: '  Spring  ' })
  t.is(status, 201)
  t.deepEqual(Object.keys(body), ['id', 'name', 'color'])
  t.is(body.name, 'Spring')
  t.true(['red', 'yellow', 'green', 'blue', 'purple', 'brown', 'gray'].includes(body.color))
  t.is((await create(key, { name: 'rose', color: 'pink' })).body.color, 'pink')
})

test('the deprecated field `tag` takes precedence over `name`', async (t) => {
  const { key } = await api.make.caller()
  t.is((await create(key, { tag: 'old', name: 'new' })).body.name, 'old')
})

for (const [what, body, message] of [
  ['no name', { color: 'red' }, /^custom: name: /],
  ['a blank name', { name: '  ' }, /^too_small: name: /],
  ['a name of 191 characters', { name: 'x'.repeat(191) }, /^too_big: name: /],
  [
    'an invalid color',
    { name: 'x', color: 'mauve' },
    /^invalid_value: color: .*"red"\|"yellow"\|"green"\|"blue"\|"purple"\|"brown"\|"gray"\|"pink"/,
  ],
] as const) {
  test(`a tag with ${what} is refused with 422`, async (t) => {
    const { key } = await api.make.caller()
    const response = await create(key, body)
    t.is(response.status, 422)
    t.regex(response.body.error.message, message)
  })
}

test('a name in use is a conflict regardless of case; another workspace may use it', async (t) => {
  const [{ key }, other] = await Promise.all([api.make.caller(), api.make.caller()])
  const { body: tag } = await create(key, { name: 'Spring' })
  const { body: second } = await create(key, { name: 'Autumn' })
  t.is((await create(key, { name: 'sPRING' })).status, 409)
  t.is((await api.call(`PATCH /tags/${second.id}`, { key, body: { name: 'SPRING' } })).status, 409)
  t.is((await api.call(`PATCH /tags/${tag.id}`, { key, body: { name: 'SPRING' } })).body.name, 'SPRING')
  t.is((await create(other.key, { name: 'Spring' })).status, 201)
})

test('an update changes only the given fields', async (t) => {
  const { key } = await api.make.caller()
  const { body: tag } = await create(key, { name: 'Spring', color: 'green' })
  t.deepEqual((await api.call(`PATCH /tags/${tag.id}`, { key, body: { color: 'red' } })).body, { ...tag, color: 'red' })
  t.deepEqual((await api.call(`PUT /tags/${tag.id}`, { key, body: { tag: 'May' } })).body, { ...tag, color: 'red', name: 'May' })
  t.deepEqual((await api.call(`PATCH /tags/${tag.id}`, { key, body: {} })).body, { ...tag, color: 'red', name: 'May' })
})

test('concurrent requests cannot exceed the tag limit', async (t) => {
  const { key } = await api.make.caller({ plan: 'business', tagsLimit: 3 })
  const responses = await Promise.all(Array.from({ length: 8 }, (_, index) => create(key, { name: `tag ${index}` })))
  t.deepEqual(
    responses.map(({ status }) => status).sort((a, b) => a - b),
    [201, 201, 201, 403, 403, 403, 403, 403],
  )
  const refused = responses.find(({ status }) => status === 403)
  t.is(refused?.body.error.code, 'exceeded_limit')
  t.is((await api.call('GET /tags/count', { key })).body, 3)
})

test('a list is sorted by name regardless of case, and can be filtered and paged', async (t) => {
  const { key } = await api.make.caller()
  const made: Record<string, string> = {}
  for (const name of ['banana', 'Apple', 'cherry', '100%']) made[name] = (await create(key, { name })).body.id
  const names = async (query: string) => (await api.call(`GET /tags?${query}`, { key })).body.map(({ name }: { name: string }) => name)
  t.deepEqual(await names(''), ['100%', 'Apple', 'banana', 'cherry'])
  t.deepEqual(await names('sortOrder=desc'), ['cherry', 'banana', 'Apple', '100%'])
  t.deepEqual(await names('sortBy=createdAt'), ['banana', 'Apple', 'cherry', '100%'])
  t.deepEqual(await names('search=AN'), ['banana'])
  t.deepEqual(await names('search=%25'), ['100%'])
  t.deepEqual(await names(`ids=${made.Apple},${made.cherry}`), ['Apple', 'cherry'])
  t.deepEqual(await names('page=2&pageSize=3'), ['cherry'])
  t.is((await api.call('GET /tags/count?search=a', { key })).body, 2)
  t.is((await api.call('GET /tags?pageSize=101', { key })).status, 422)
})

test('a list includes link counts on request', async (t) => {
  const { key } = await api.make.caller()
  const { body: tag } = await create(key, { name: 'used' })
  await create(key, { name: 'unused' })
  await api.call('POST /links', { key, body: { url: 'https://example.com', tagIds: [tag.id] } })
  const { body } = await api.call('GET /tags?includeLinksCount=true', { key })
  t.deepEqual(
    body.map(({ _count }: { _count: object }) => _count),
    [{ links: 0 }, { links: 1 }],
  )
})

test('a deleted tag disappears at once from lists, links and filters, and its name is free', async (t) => {
  const { key } = await api.make.caller()
  const { body: tag } = await create(key, { name: 'Spring' })
  const { body: link } = await api.call('POST /links', { key, body: { url: 'https://example.com', tagIds: [tag.id] } })
  t.deepEqual((await api.call(`DELETE /tags/${tag.id}`, { key })).body, { id: tag.id })
  t.is((await api.call(`DELETE /tags/${tag.id}`, { key })).status, 404)
  t.deepEqual((await api.call('GET /tags', { key })).body, [])
  t.deepEqual((await api.call(`GET /links/${link.id}`, { key })).body.tags, [])
  for (const query of [`tagIds=${tag.id}`, `tagId=${tag.id}`, 'tagNames=Spring', 'withTags=true'])
    t.deepEqual((await api.call(`GET /links?${query}`, { key })).body, [], query)
  t.deepEqual((await api.call('GET /links/count?groupBy=tagId', { key })).body, [])
  t.is((await create(key, { name: 'Spring' })).status, 201)
})

test.serial('a job removes a deleted tag from its links in batches', async (t) => {
  const { key, workspace } = await api.make.caller()
  const { body: tag } = await create(key, { name: 'Large' })
  const { pool } = api.resources.database
  await pool.query(
    `insert into links (id, workspace_id, domain, key, lookup_key, url, short_link, created_at, updated_at)
     select 'link_T' || n, $1, 'short.example', 't' || n, 't' || n, 'https://example.com', 'https://short.example/t' || n, now(), now()
     from generate_series(1, 2500) n`,
    [workspace.id],
  )
  await pool.query('insert into link_tags (link_id, tag_id, position) select id, $1, 1 from links where workspace_id = $2', [
    tag.id,
    workspace.id,
  ])
  await api.call(`DELETE /tags/${tag.id}`, { key })
  t.true((await runQueuedJobs(api.resources)).includes('links.detach-deleted-tag'))
  const count = async (sql: string) => (await pool.query(sql, [tag.id])).rowCount
  t.is(await count('select 1 from link_tags where tag_id = $1'), 0)
  t.is(await count('select 1 from tags where id = $1'), 0)
  t.is((await api.call('GET /links/count', { key })).body, 2500)
})
