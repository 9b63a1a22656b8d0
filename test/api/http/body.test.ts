import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'

let api: TestApi
let key: string
let slug: string

test.before(async () => {
  api = await testApi()
  const { headers, workspace } = await api.make.caller()
  key = headers.authorization.replace('Bearer ', '')
  slug = workspace.slug
  await api.make.domain(null, { slug: api.config.shortDomain })
})
test.after.always(() => api?.close())

const send = async (path: string, body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}) => {
  const response = await fetch(api.url + path, { method: 'POST', body, headers: { authorization: `Bearer ${key}`, ...headers } })
  return { status: response.status, body: (await response.json()) as any }
}
const tag = (body: string | Buffer<ArrayBuffer>, contentType = 'application/json', headers = {}) =>
  send('/tags', body, { 'content-type': contentType, ...headers })

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

for (const contentType of [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'x',
  'application/ld+json',
]) {
  test(`JSON is accepted under the content type ${contentType}`, async (t) => {
    t.is((await tag(JSON.stringify({ name: `as ${contentType}` }), contentType)).status, 201)
  })
}

test('a compressed JSON body is accepted', async (t) => {
  const { status, body } = await tag(gzipSync(JSON.stringify({ name: 'compressed' })), 'application/json', { 'content-encoding': 'gzip' })
  t.like({ status, body }, { status: 201, body: { name: 'compressed' } })
})

test('the case of an encoding does not matter, and an unknown one is named as the reason', async (t) => {
  const compressed = gzipSync(JSON.stringify({ name: 'as GZIP' }))
  t.is((await tag(compressed, 'application/json', { 'content-encoding': 'GZIP' })).status, 201)
  const uncompressed = JSON.stringify({ name: 'as Identity' })
  t.is((await tag(uncompressed, 'application/json', { 'content-encoding': 'Identity' })).status, 201)
  const broken = Buffer.from([0x7b, 0x22, 0x6e, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])
  t.is((await tag(broken, 'application/json', { 'content-encoding': 'identity' })).status, 400)
  const { status, body } = await tag(uncompressed, 'application/json', { 'content-encoding': 'zstd' })
  t.is(status, 400)
  t.regex(body.error.message, /^The Content-Encoding of the request is not supported/)
})

for (const [encoding, compress] of Object.entries({ gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync })) {
  test(`a list of elements and a CSV file are accepted with the encoding ${encoding}`, async (t) => {
    const headers = { 'content-encoding': encoding }
    const links = JSON.stringify([{ url: 'https://example.com/' }, { url: 'https://example.com/' }])
    const created = await send('/links/bulk', compress(links), headers)
    t.is(created.status, 200, JSON.stringify(created.body))
    t.is(created.body.length, 2)
    const preview = await send(`/workspaces/${slug}/import/csv/preview`, compress('link,url\ngo.example/a,https://example.com'), {
      ...headers,
      'content-type': 'text/csv',
    })
    t.like(preview, { status: 200, body: { headers: ['link', 'url'], rows: 1 } })
  })
}

test('the case of a content type does not matter for lists of lines', async (t) => {
  const line = JSON.stringify({ url: 'https://example.com/' })
  for (const contentType of ['application/x-ndjson', 'Application/X-NDJSON; charset=UTF-8']) {
    const { status, body } = await send('/links/bulk', `${line}\n${line}\n`, { 'content-type': contentType })
    t.deepEqual([status, body.length], [200, 2], JSON.stringify(body))
  }
})

test('a list of elements with an unknown or a false encoding is rejected', async (t) => {
  const links = JSON.stringify([{ url: 'https://example.com/' }])
  for (const encoding of ['zstd', 'gzip']) {
    const { status, body } = await send('/links/bulk', links, { 'content-encoding': encoding })
    t.like({ status, body }, { status: 400, body: { error: { code: 'bad_request' } } })
  }
})

test('a body that is compressed to evade the size limit is rejected', async (t) => {
  const { status, body } = await tag(gzipSync(JSON.stringify({ name: 'x'.repeat(5_000_000) })), 'application/json', {
    'content-encoding': 'gzip',
  })
  t.like({ status, body }, { status: 400, body: { error: { message: 'The request body is larger than 4mb.' } } })
})

const rejected: [title: string, body: string | Buffer<ArrayBuffer>, status: number, message: RegExp][] = [
  ['an empty body', '', 400, /not valid JSON/],
  ['text that is not JSON', '{"name":', 400, /not valid JSON/],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0x6e, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]), 400, /not valid JSON/],
  ['a NUL character', '{"name":"a\\u0000"}', 400, /NUL character/],
  ['an unpaired surrogate', '{"name":"a\\ud800"}', 400, /unpaired surrogate/],
  ['more than 4 MB', JSON.stringify({ name: 'x'.repeat(5_000_000) }), 400, /larger than 4mb/],
  ['5,000 nested lists', `{"name":"a","x":${nested(5000)}}`, 422, /nested deeper than 100 levels/],
  ['5,000 nested objects', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, 422, /nested deeper than 100 levels/],
]
for (const [title, sent, status, message] of rejected) {
  test(`a body with ${title} is rejected`, async (t) => {
    const response = await tag(sent)
    t.is(response.status, status)
    t.regex(response.body.error.message, message)
  })
}

test('a replacement character that the caller sent is kept', async (t) => {
  t.like(await tag('{"name":"a\uFFFDb"}'), { status: 201, body: { name: 'a\uFFFDb' } })
})

test('brackets inside a text are not nesting', async (t) => {
  t.is((await tag(JSON.stringify({ name: 'x', ignored: `${'['.repeat(5000)}\\"` }))).status, 201)
})

test('deeply nested metadata of a conversion is rejected', async (t) => {
  const { status } = await send('/track/lead', `{"eventName":"a","metadata":{"a":${nested(5000)}}}`, { 'content-type': 'application/json' })
  t.is(status, 422)
})

test('a deeply nested element of a bulk request is rejected', async (t) => {
  const { status } = await send('/links/bulk', `[{"url":"https://example.com","geo":${nested(5000)}}]`, {
    'content-type': 'application/json',
  })
  t.is(status, 422)
})

test('a deeply nested filter in a query is rejected', async (t) => {
  const response = await fetch(`${api.url}/memories?filters=${encodeURIComponent(`{"AND":${nested(1500)}}`)}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  t.is(response.status, 400)
})

for (const [title, body] of [
  ['a form', new URLSearchParams({ grant_type: 'wrong', 'a.b': 'x' })],
  [
    'a multipart form',
    Object.entries({ grant_type: 'wrong' }).reduce((form, [name, value]) => (form.append(name, value), form), new FormData()),
  ],
] as const) {
  test(`fields of ${title} are read`, async (t) => {
    const response = await fetch(`${api.url}/oauth/token`, { method: 'POST', body })
    t.is(response.status, 400)
    t.regex(await response.text(), /unsupported_grant_type|grant_type/)
  })
}
