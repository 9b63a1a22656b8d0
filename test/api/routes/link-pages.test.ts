import test from 'ava'
import { seconds } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { loopbackServer } from '../../support/loopback-server.js'
import { privateAddresses } from '../../support/private-addresses.js'
import { exhaustRateLimit } from '../../support/rate-limits.js'

// Each request has its own client address behind a trusted proxy, so the tests do not share a rate limit.
let api: TestApi
let guarded: TestApi
test.before(async () => {
  ;[api, guarded] = await Promise.all([testApi({ ALLOW_PRIVATE_TARGETS: 'true', TRUST_PROXY: '1' }), testApi({ TRUST_PROXY: '1' })])
})
test.after.always(() => Promise.all([api?.close(), guarded?.close()]))

let clientCount = 0
const newClient = () => ({ headers: { 'x-forwarded-for': `198.51.100.${++clientCount}` } })
const find = (path: string, url: string, parameters = '') =>
  api.call(`GET /links/${path}?url=${encodeURIComponent(url)}${parameters}`, newClient())

test.serial('the image of a preview is loaded for the console, if it is an image at a public address', async (t) => {
  const site = await loopbackServer(t, ({ url }, response) =>
    response.setHeader('Content-Type', url === '/a.png' ? 'image/png' : 'image/svg+xml').end('image'),
  )
  const { key } = await api.make.caller()
  const load = (path: string) => api.call(`GET /links/metatags/image?url=${encodeURIComponent(site.origin + path)}`, { key })
  const image = await load('/a.png')
  t.like(image, { status: 200, body: 'image' })
  t.is(image.headers.get('content-type'), 'image/png')
  t.is(image.headers.get('x-content-type-options'), 'nosniff')
  t.is((await load('/a.svg')).status, 422)
  t.is((await api.call(`GET /links/metatags/image?url=${site.origin}/a.png`)).status, 401)
  const other = await guarded.make.caller()
  t.is((await guarded.call(`GET /links/metatags/image?url=${site.origin}/a.png`, { key: other.key })).status, 422)
  t.is(site.requestedPaths.length, 2)
})

test.serial('an image of the configured bucket is loaded from a private address, and nothing else of its network', async (t) => {
  const storage = await loopbackServer(t, ({ url = '' }, response) => {
    if (url.startsWith('/files/a/away')) return response.writeHead(302, { Location: '/other/a.png' }).end()
    return response.setHeader('Content-Type', 'image/png').end('image')
  })
  const stored = await testApi({
    S3_BUCKET: 'files',
    S3_ENDPOINT: storage.origin,
    S3_ACCESS_KEY_ID: 'access',
    S3_SECRET_ACCESS_KEY: 'secret',
    S3_PREFIX: 'a/',
  })
  t.teardown(() => stored.close())
  const { key } = await stored.make.caller()
  const load = async (url: string) => (await stored.call(`GET /links/metatags/image?url=${encodeURIComponent(url)}`, { key })).status
  t.is(await load(`${storage.origin}/files/a/plan.png?X-Amz-Signature=1`), 200)
  for (const path of ['/files/b.png', '/files/a/../b.png', '/files/a/%2e%2e/b.png', '/other/a.png'])
    t.is(await load(storage.origin + path), 422, path)
  t.is(await load(`${storage.origin.replace('://', '://user@')}/files/a/plan.png`), 422)
  t.is(await load(storage.origin.replace(/\d+$/, '1') + '/files/a/plan.png'), 422)
  t.deepEqual(storage.requestedPaths, ['/files/a/plan.png?X-Amz-Signature=1'])
  t.is(await load(`${storage.origin}/files/a/away.png`), 422)
  t.is(storage.requestedPaths.length, 2, 'redirects are not followed')
})

// Serial, because each page must respond within five seconds on a busy machine.
test.serial('metatags returns exactly four fields from the page', async (t) => {
  const site = await loopbackServer(t, (_, response) =>
    response
      .setHeader('Content-Type', 'text/html')
      .end(
        '<title>Tea &amp; more</title><meta name=description content="Green tea"><meta property="og:image" content="https://cdn.example/tea.png">',
      ),
  )
  const { status, body, headers } = await find('metatags', `${site.origin}/tea`)
  t.is(status, 200)
  t.deepEqual(body, { title: 'Tea & more', description: 'Green tea', image: 'https://cdn.example/tea.png', poweredBy: 'Tributary' })
  t.is(headers.get('cache-control'), 'public, max-age=300')
  t.deepEqual((await find('metatags', `${site.origin}/tea`)).body, body)
  t.is(site.requestedPaths.length, 1, 'the page is fetched once in five minutes')
})

test.serial('reads only the start of an endless page', async (t) => {
  const site = await loopbackServer(t, (_, response) => {
    response.setHeader('Content-Type', 'text/html').write('<title>Endless</title>')
    const write = () => {
      while (response.write('x'.repeat(65_536)));
    }
    response.on('drain', write)
    write()
  })
  t.is((await find('metatags', site.origin)).body.title, 'Endless')
})

for (const [title, type, status] of [
  ['a page with an error status', 'text/html', 500],
  ['a file that is not HTML', 'application/pdf', 200],
] as const) {
  test(`uses the file name in the url as the title of ${title}`, async (t) => {
    const site = await loopbackServer(t, (_, response) => response.writeHead(status, { 'Content-Type': type }).end('<title>No</title>'))
    t.deepEqual((await find('metatags', `${site.origin}/files/price%20list.pdf`)).body, {
      title: 'price list.pdf',
      description: 'No description',
      image: null,
      poweredBy: 'Tributary',
    })
  })
}

test.serial('a page that fails is fetched again by the next request', async (t) => {
  let isFailing = true
  const site = await loopbackServer(t, (_, response) =>
    response.writeHead(isFailing ? 503 : 200, { 'Content-Type': 'text/html' }).end('<title>Back again</title>'),
  )
  const failing = await find('metatags', `${site.origin}/shop`)
  t.deepEqual([failing.status, failing.body.title, failing.headers.get('cache-control')], [200, 'shop', 'no-store'])
  isFailing = false
  t.is((await find('metatags', `${site.origin}/shop`)).body.title, 'Back again')
})

test('uses the file name in the url as the title of an unreachable page', async (t) => {
  t.is((await find('metatags', 'http://127.0.0.1:9/offer')).body.title, 'offer')
})

for (const url of [...privateAddresses, 'http://localhost:PORT/', 'http://u:p@example.com/', 'ftp://example.com/']) {
  test(`rejects ${url} without a request`, async (t) => {
    const internal = await loopbackServer(t, (_, response) => response.end('<title>secret</title>'))
    for (const path of ['metatags', 'iframeable']) {
      const { status, body } = await guarded.call(
        `GET /links/${path}?url=${encodeURIComponent(url.replace('PORT', String(internal.port)))}`,
        newClient(),
      )
      // localhost resolves to no public address, or to none if no name server responds.
      if (url.includes('localhost') && status === 200) t.false(JSON.stringify(body).includes('secret'))
      else t.deepEqual([status, body.error?.code], [422, 'unprocessable_entity'])
    }
    t.deepEqual(internal.requestedPaths, [])
  })
}

test('returns 422 for an invalid or missing url', async (t) => {
  t.is((await find('metatags', 'javascript:alert(1)')).body.error.message, 'custom: url: must be a valid URL')
  t.is((await api.call('GET /links/metatags', newClient())).status, 422)
})

test.serial('iframeable depends on the headers of the page', async (t) => {
  const site = await loopbackServer(t, ({ url }, response) => {
    if (url === '/no') response.setHeader('X-Frame-Options', 'DENY')
    if (url === '/some') response.setHeader('Content-Security-Policy', 'frame-ancestors https://go.example')
    response.end()
  })
  t.deepEqual((await find('iframeable', site.origin, '&domain=go.example')).body, { iframeable: true })
  t.deepEqual((await find('iframeable', `${site.origin}/no`, '&domain=go.example')).body, { iframeable: false })
  t.deepEqual((await find('iframeable', `${site.origin}/some`, '&domain=GO.example')).body, { iframeable: true })
  t.deepEqual((await find('iframeable', `${site.origin}/some`)).body, { iframeable: false })
  t.deepEqual((await find('iframeable', 'http://127.0.0.1:9/')).body, { iframeable: false })
})

test('returns 429 for the eleventh request to a path within ten seconds from one client subnet', async (t) => {
  const headers = { 'x-forwarded-for': '2001:db8:1:2::1' }
  await exhaustRateLimit(api.resources, 'guest', '/links/metatags 2001:db8:1:2::/64', { requests: 9, windowMs: seconds(10) })
  t.is((await api.call('GET /links/metatags', { headers })).status, 422)
  // Another address in the same subnet.
  const {
    status,
    body,
    headers: responseHeaders,
  } = await api.call('GET /links/metatags', { headers: { 'x-forwarded-for': '2001:db8:1:2:ffff::9' } })
  t.deepEqual(
    [status, body.error.code, responseHeaders.get('x-ratelimit-limit'), responseHeaders.get('x-ratelimit-remaining')],
    [429, 'rate_limit_exceeded', '10', '0'],
  )
  for (const spelling of ['/Links/METATAGS', '/links/metatags/', '/api/links/metatags'])
    t.is((await api.call(`GET ${spelling}`, { headers })).status, 429, spelling)
  t.is((await api.call('GET /links/metatags', { headers: { 'x-forwarded-for': '2001:db8:1:3::1' } })).status, 422)
  t.is((await api.call('GET /links/iframeable', { headers })).status, 422)
})
