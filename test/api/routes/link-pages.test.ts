import test from 'ava'
import { seconds } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { insideAddresses } from '../../support/inside-addresses.js'
import { loopback } from '../../support/loopback.js'
import { useUp } from '../../support/rates.js'

// A trusted proxy names the client, so that each test is somebody else and none uses up the others' limit.
let api: TestApi
let guarded: TestApi
test.before(async () => {
  ;[api, guarded] = await Promise.all([testApi({ ALLOW_PRIVATE_TARGETS: 'true', TRUST_PROXY: '1' }), testApi({ TRUST_PROXY: '1' })])
})
test.after.always(() => Promise.all([api?.close(), guarded?.close()]))

let somebody = 0
const from = () => ({ headers: { 'x-forwarded-for': `198.51.100.${++somebody}` } })
const ask = (path: string, url: string, more = '') => api.call(`GET /links/${path}?url=${encodeURIComponent(url)}${more}`, from())

// Pages one after another: each has five seconds to answer, and the other tests keep the machine busy.
test.serial('metatags are exactly four keys, from the page', async (t) => {
  const site = await loopback(t, (_, response) =>
    response
      .setHeader('Content-Type', 'text/html')
      .end(
        '<title>Tea &amp; more</title><meta name=description content="Green tea"><meta property="og:image" content="https://cdn.example/tea.png">',
      ),
  )
  const { status, body, headers } = await ask('metatags', `${site.origin}/tea`)
  t.is(status, 200)
  t.deepEqual(body, { title: 'Tea & more', description: 'Green tea', image: 'https://cdn.example/tea.png', poweredBy: 'Tributary' })
  t.is(headers.get('cache-control'), 'public, max-age=300')
  t.deepEqual((await ask('metatags', `${site.origin}/tea`)).body, body)
  t.is(site.asked.length, 1, 'the page is asked once in five minutes')
})

test.serial('an endless page is read at its beginning only', async (t) => {
  const site = await loopback(t, (_, response) => {
    response.setHeader('Content-Type', 'text/html').write('<title>Endless</title>')
    const write = () => {
      while (response.write('x'.repeat(65_536)));
    }
    response.on('drain', write)
    write()
  })
  t.is((await ask('metatags', site.origin)).body.title, 'Endless')
})

for (const [what, type, status] of [
  ['a page that fails', 'text/html', 500],
  ['a file that is no page', 'application/pdf', 200],
] as const) {
  test(`${what} is called by its address`, async (t) => {
    const site = await loopback(t, (_, response) => response.writeHead(status, { 'Content-Type': type }).end('<title>No</title>'))
    t.deepEqual((await ask('metatags', `${site.origin}/files/price%20list.pdf`)).body, {
      title: 'price list.pdf',
      description: 'No description',
      image: null,
      poweredBy: 'Tributary',
    })
  })
}

test('a page that does not answer is called by its address', async (t) => {
  t.is((await ask('metatags', 'http://127.0.0.1:9/offer')).body.title, 'offer')
})

for (const url of [...insideAddresses, 'http://localhost:PORT/', 'http://u:p@example.com/', 'ftp://example.com/']) {
  test(`${url} is refused and not asked`, async (t) => {
    const inside = await loopback(t, (_, response) => response.end('<title>secret</title>'))
    for (const path of ['metatags', 'iframeable']) {
      const { status, body } = await guarded.call(
        `GET /links/${path}?url=${encodeURIComponent(url.replace('PORT', String(inside.port)))}`,
        from(),
      )
      // The name has no public address, and where no name server answers it has none at all.
      if (url.includes('localhost') && status === 200) t.false(JSON.stringify(body).includes('secret'))
      else t.deepEqual([status, body.error?.code], [422, 'unprocessable_entity'])
    }
    t.deepEqual(inside.asked, [])
  })
}

test('a url that is none is refused', async (t) => {
  t.is((await ask('metatags', 'javascript:alert(1)')).body.error.message, 'custom: url: must be a valid URL')
  t.is((await api.call('GET /links/metatags', from())).status, 422)
})

test.serial('iframeable follows the headers of the page', async (t) => {
  const site = await loopback(t, ({ url }, response) => {
    if (url === '/no') response.setHeader('X-Frame-Options', 'DENY')
    if (url === '/some') response.setHeader('Content-Security-Policy', 'frame-ancestors https://go.example')
    response.end()
  })
  t.deepEqual((await ask('iframeable', site.origin, '&domain=go.example')).body, { iframeable: true })
  t.deepEqual((await ask('iframeable', `${site.origin}/no`, '&domain=go.example')).body, { iframeable: false })
  t.deepEqual((await ask('iframeable', `${site.origin}/some`, '&domain=GO.example')).body, { iframeable: true })
  t.deepEqual((await ask('iframeable', `${site.origin}/some`)).body, { iframeable: false })
  t.deepEqual((await ask('iframeable', 'http://127.0.0.1:9/')).body, { iframeable: false })
})

test('the eleventh question within ten seconds is refused, for its address and its path alone', async (t) => {
  const headers = { 'x-forwarded-for': '2001:db8:1:2::1' }
  await useUp(api.resources, 'guest', '/links/metatags 2001:db8:1:2::/64', { requests: 9, window: seconds(10) })
  t.is((await api.call('GET /links/metatags', { headers })).status, 422)
  // The same line to the internet, though another address.
  const {
    status,
    body,
    headers: answered,
  } = await api.call('GET /links/metatags', { headers: { 'x-forwarded-for': '2001:db8:1:2:ffff::9' } })
  t.deepEqual(
    [status, body.error.code, answered.get('x-ratelimit-limit'), answered.get('x-ratelimit-remaining')],
    [429, 'rate_limit_exceeded', '10', '0'],
  )
  t.is((await api.call('GET /links/metatags', { headers: { 'x-forwarded-for': '2001:db8:1:3::1' } })).status, 422)
  t.is((await api.call('GET /links/iframeable', { headers })).status, 422)
})
