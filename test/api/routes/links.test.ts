import test from 'ava'
import { tables } from '../../../api/routes/index.js'
import { isReservedWord } from '../../../shared/links/keys.js'
import { type TestApi, testApi } from '../../support/api.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
  await api.make.domain(null, { slug: 'localhost' })
})
test.after.always(() => api.close())

/** Fields of a link response, in this order. */
const fields =
  'id domain key url trackConversion externalId tenantId programId partnerId archived expiresAt expiredUrl disabledAt password proxy ' +
  'title description image video rewrite doIndex ios android geo publicStats tags folderId comments shortLink qrCode utm_source ' +
  'utm_medium utm_campaign utm_term utm_content testVariants testStartedAt testCompletedAt userId workspaceId clicks leads ' +
  'conversions sales saleAmount lastClicked createdAt updatedAt tagId projectId webhookIds identifier linkRetentionCleanupDisabledAt'

test('POST returns 200 with exactly these fields in this order; reads and updates return the same link', async (t) => {
  const { key } = await api.make.caller()
  const { status, body: link } = await api.call('POST /links', { key, body: { url: 'https://example.com' } })
  t.is(status, 200)
  t.deepEqual(Object.keys(link), fields.split(' '))
  t.deepEqual((await api.call(`GET /links/${link.id}`, { key })).body, link)
  t.deepEqual((await api.call(`GET /links/info?linkId=${link.id}`, { key })).body, link)
  t.deepEqual((await api.call('GET /links', { key })).body, [link])
  t.deepEqual((await api.call(`PATCH /links/${link.id}`, { key, body: {} })).body, link)
})

test('serves every operation at /links and at /api/links', async (t) => {
  const { key } = await api.make.caller()
  for (const base of ['/links', '/api/links']) {
    const { body: link } = await api.call(`POST ${base}`, { key, body: { url: 'https://example.com/base', externalId: 'e' } })
    t.like((await api.call(`PATCH ${base}/ext_e`, { key, body: { title: 'x' } })).body, { id: link.id, title: 'x' })
    t.like((await api.call(`PUT ${base}/${link.id}`, { key, body: { title: 'y' } })).body, { id: link.id, title: 'y' })
    t.like((await api.call(`PUT ${base}/upsert`, { key, body: { url: 'https://example.com/base' } })).body, { id: link.id, title: 'y' })
    t.is((await api.call(`GET ${base}/count`, { key })).body, 1)
    const deleted = await api.call(`DELETE ${base}/${link.id}`, { key })
    t.deepEqual([deleted.status, deleted.body], [200, { id: link.id }])
    t.is((await api.call(`GET ${base}/${link.id}`, { key })).status, 404)
  }
})

const bodies: [string, unknown, RegExp][] = [
  ['no url', {}, /^invalid_type: url: /],
  [
    'a campaign value of 256 characters',
    { url: 'https://e.example', utm_source: 'x'.repeat(256) },
    /^too_big: utm_source: Too big: expected string to have <=255 characters$/,
  ],
  ['a boolean as a string', { url: 'https://e.example', archived: 'true' }, /^invalid_type: archived: /],
  [
    'a percentage of 5',
    {
      url: 'https://e.example',
      testVariants: [
        { url: 'https://a.example', percentage: 5 },
        { url: 'https://b.example', percentage: 95 },
      ],
    },
    /^too_small: testVariants\[0\]\.percentage: /,
  ],
  [
    'percentages that do not add up to 100',
    {
      url: 'https://e.example',
      testVariants: [
        { url: 'https://a.example', percentage: 50 },
        { url: 'https://b.example', percentage: 40 },
      ],
    },
    /^custom: testVariants: .*100/,
  ],
  ['an unknown country code', { url: 'https://e.example', geo: { XX: 'https://a.example' } }, /^custom: geo\.XX: /],
  ['an invalid geo target', { url: 'https://e.example', geo: { US: 'nonsense' } }, /^custom: geo\.US: /],
  ['a javascript: target', { url: 'https://e.example', ios: 'javascript:alert(1)' }, /^custom: ios: /],
  ['a keyLength of 2', { url: 'https://e.example', keyLength: 2 }, /^too_small: keyLength: /],
  ...([{ tagNames: Array.from({ length: 101 }, (_, index) => `tag ${index}`) }, { tagIds: [1] }, { tagIds: null }] as const).map(
    (tags): (typeof bodies)[number] => [
      `tags of the form ${JSON.stringify(tags).slice(0, 20)}`,
      { url: 'https://e.example', ...tags },
      /^invalid_union: tag(Ids|Names): Must be an array of at most 100 strings of up to 255 characters, or one comma-separated string\.$/,
    ],
  ),
  ['a key of 191 characters', { url: 'https://e.example', key: 'x'.repeat(191) }, /^too_big: key: /],
  ['an invalid url (a business rule, so without code and path)', { url: 'nonsense' }, /^url must be a valid /],
]
for (const [title, body, message] of bodies) {
  test(`returns 422 and names the field for ${title}`, async (t) => {
    const { key } = await api.make.caller()
    const response = await api.call('POST /links', { key, body })
    t.is(response.status, 422)
    t.is(response.body.error.code, 'unprocessable_entity')
    t.regex(response.body.error.message, message)
    t.true(response.body.error.doc_url.endsWith('#unprocessable-entity'))
  })
}

const queries: [string, RegExp][] = [
  ['startingAfter=a&endingBefore=b', /^custom: endingBefore: /],
  ['startingAfter=a&sortBy=clicks', /^custom: startingAfter: /],
  ['endingBefore=a&page=2', /^custom: page: /],
  ['page=1001', /^custom: page: /],
  ['pageSize=101', /^too_big: pageSize: /],
  ['page=abc', /^invalid_type: page: /],
  ['showArchived=1', /^invalid_type: showArchived: /],
  ['startingAfter=link_x', /cursor/],
]
for (const [query, message] of queries) {
  test(`returns 422 for a list with ${query}`, async (t) => {
    const { key } = await api.make.caller()
    const response = await api.call(`GET /links?${query}`, { key })
    t.is(response.status, 422)
    t.regex(response.body.error.message, message)
  })
}

test('query lists can be repeated parameters or comma-separated', async (t) => {
  const { key, workspace } = await api.make.caller()
  const [a, b] = await Promise.all([api.make.tag(workspace), api.make.tag(workspace)])
  for (const tag of [a, b]) await api.call('POST /links', { key, body: { url: 'https://example.com', tagIds: tag.id } })
  for (const query of [`tagIds=${a.id},${b.id}`, `tagIds=${a.id}&tagIds=${b.id}`])
    t.is((await api.call(`GET /links/count?${query}`, { key })).body, 2)
})

test('the count returns rows with groupBy', async (t) => {
  const { key } = await api.make.caller()
  await api.call('POST /links', { key, body: { url: 'https://example.com' } })
  t.deepEqual((await api.call('GET /links/count?groupBy=domain', { key })).body, [{ domain: 'localhost', _count: 1 }])
})

test('errors have the status 400, 403, 404 or 409', async (t) => {
  const { key, workspace } = await api.make.caller({ plan: 'pro', linksLimit: 1 })
  t.is((await api.call('GET /links/info', { key })).status, 400)
  t.is((await api.call('POST /links', { key, body: 'not json' })).status, 400)
  t.is((await api.call('GET /links/link_x', { key })).status, 404)
  t.is((await api.call('POST /links', { key, body: { url: 'https://e.example', key: 'api' } })).status, 409)
  await api.call('POST /links', { key, body: { url: 'https://e.example' } })
  const exceeded = await api.call('POST /links', { key, body: { url: 'https://e.example' } })
  t.deepEqual([exceeded.status, exceeded.body.error.code], [403, 'forbidden'])
  t.truthy(workspace)
})

test('an API key without links.write can read but not create links', async (t) => {
  const { key } = await api.make.caller({ scopes: ['links.read'] })
  t.is((await api.call('GET /links', { key })).status, 200)
  t.is((await api.call('POST /links', { key, body: { url: 'https://e.example' } })).status, 403)
})

test('an anonymous caller can only create links, and only with the header', async (t) => {
  const headers = { 'svc-anonymous-link-creation': '1' }
  const { status, body } = await api.call('POST /links', { headers, body: { url: 'https://example.com' } })
  t.is(status, 200)
  t.like(body, { userId: null, workspaceId: null, projectId: null, domain: 'localhost' })
  t.is((await api.call('POST /api/links', { headers, body: { url: 'https://example.com' } })).status, 200)
  t.is((await api.call('GET /links', { headers })).status, 401)
  t.is((await api.call('PUT /links/upsert', { headers, body: { url: 'https://example.com' } })).status, 401)
  t.is((await api.call('POST /links', { body: { url: 'https://example.com' } })).status, 401)
})

test('unusual characters in ids, keys and texts never cause a server error', async (t) => {
  const { key } = await api.make.caller()
  for (const path of [
    '/links/%00',
    '/links/ext_%00',
    '/links/%ED%A0%80',
    `/links/${'x'.repeat(5000)}`,
    '/links/info?domain=%00',
    '/links/info?domain=localhost&key=%E0%A4%A',
    '/links?search=%00',
    '/links?search=%25%5C_',
    '/links?folderId=%27',
    '/links?linkIds=%27,%22',
    "/links?tagNames=';--",
  ]) {
    const { status } = await api.call(`GET ${path}`, { key })
    t.true(status < 500, `${path}: ${status}`)
  }
  for (const text of ['\ud800', 'a\u0000b', '\u2028', "'; drop table links; --", '?', '$1', '\\', '\\?']) {
    const { status, body } = await api.call('POST /links', {
      key,
      body: {
        url: 'https://e.example/?a=1',
        title: text,
        comments: text,
        externalId: text,
        password: text,
        geo: { US: `https://e.example/?q=${text}` },
      },
    })
    t.true(status < 500, JSON.stringify(text))
    if (status === 200 && text !== '\ud800') t.like(body, { title: text, comments: text, password: text })
  }
})

test('creates and finds links with unusual keys', async (t) => {
  const { key } = await api.make.caller()
  for (const linkKey of ['a/b/c', 'x.y-z_0', '日本語', '🚀', 'ünïcode', 'CamelCase']) {
    const { body: link } = await api.call('POST /links', { key, body: { url: 'https://example.com', key: linkKey } })
    t.true(URL.canParse(link.shortLink), link.shortLink)
    t.is((await api.call(`GET /links/info?domain=localhost&key=${encodeURIComponent(linkKey)}`, { key })).body.id, link.id, linkKey)
  }
})

test('API paths are reserved keys on the default domain', (t) => {
  for (const { path } of tables.rows) t.true(isReservedWord(path.split('/')[1] as string), path)
})

test('an image sent as data is stored and served as a public file', async (t) => {
  const { key } = await api.make.caller()
  const file = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')
  const image = `data:image/png;base64,${file.toString('base64')}`
  const { status, body: link } = await api.call('POST /links', { key, body: { url: 'https://example.com', proxy: true, image } })
  t.is(status, 200, JSON.stringify(link))
  t.true(link.image.startsWith(`${api.config.baseUrl}/files/`), link.image)

  const path = new URL(link.image).pathname
  const served = await fetch(api.url + path)
  t.deepEqual(Buffer.from(await served.arrayBuffer()), file)
  const header = (name: string) => served.headers.get(name)
  t.deepEqual(['content-type', 'cache-control', 'x-content-type-options', 'cross-origin-resource-policy'].map(header), [
    'image/png',
    'public, max-age=31536000, immutable',
    'nosniff',
    'cross-origin',
  ])
  t.regex(header('content-security-policy') ?? '', /sandbox/)

  // Updates of other fields, and sending the image again, keep it.
  t.is((await api.call(`PATCH /links/${link.id}`, { key, body: { title: 'Tea' } })).body.image, link.image)
  t.is((await api.call(`PATCH /links/${link.id}`, { key, body: { image } })).body.image, link.image)
  t.is((await api.call(`PATCH /links/${link.id}`, { key, body: { image: null } })).body.image, null)
  for (const name of [`${'a'.repeat(43)}.png`, '..%2f..%2fcredentials.json', 'credentials.json'])
    t.is((await api.call(`GET /files/${name}`)).status, 404, name)
})

test('images sent as data need an API key', async (t) => {
  const image = 'data:image/png;base64,iVBORw0KGgo='
  t.is(
    (await api.call('POST /links', { body: { url: 'https://example.com', image }, headers: { 'svc-anonymous-link-creation': '1' } }))
      .status,
    403,
  )
})
