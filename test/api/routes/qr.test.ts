import type { ServerResponse } from 'node:http'
import test from 'ava'
import { Dub } from 'dub'
import { PNG } from 'pngjs'
import { seconds } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { pixelAt, decodeQr } from '../../support/decode-qr.js'
import { loopbackServer } from '../../support/loopback-server.js'
import { privateAddresses } from '../../support/private-addresses.js'
import { exhaustRateLimit } from '../../support/rate-limits.js'

// A trusted proxy sets the client address, so that every test request has a rate limit of its own.
let api: TestApi
test.before(async () => {
  api = await testApi({ ALLOW_PRIVATE_TARGETS: 'true', TRUST_PROXY: '1' })
})
test.after.always(() => api?.close())

let clientCount = 0
const clientHeaders = () => ({ 'x-forwarded-for': `198.51.100.${++clientCount}` })

async function getQr(query: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${api.url}/qr?${new URLSearchParams(query).toString()}`, { headers: { ...clientHeaders(), ...headers } })
  const file = Buffer.from(await response.arrayBuffer())
  return {
    status: response.status,
    headers: response.headers,
    file,
    message: () => (JSON.parse(file.toString()) as { error: { code: string; message: string } }).error.message,
  }
}

const url = 'https://go.example/spring?qr=1'
const red = (() => {
  const png = new PNG({ width: 64, height: 64 })
  for (let at = 0; at < png.data.length; at += 4) png.data.set([200, 0, 0, 255], at)
  return PNG.sync.write(png)
})()

test('the default is a PNG of 600 x 600 pixels with the url', async (t) => {
  const { status, headers, file } = await getQr({ url })
  t.deepEqual([status, headers.get('content-type')], [200, 'image/png'])
  const { text, picture } = decodeQr(file)
  t.deepEqual([text, picture.width, picture.height], [url, 600, 600])
  t.is(pixelAt(picture, 300, 250), '0,0,0', 'the product logo is in the centre')
})

test('every parameter has an effect', async (t) => {
  const { file } = await getQr({
    url,
    size: '321',
    level: 'H',
    fgColor: '#7a0019',
    bgColor: 'ffd',
    hideLogo: 'true',
    margin: '5',
    includeMargin: 'false',
  })
  const { text, picture } = decodeQr(file)
  t.deepEqual([text, picture.width], [url, 321])
  t.is(pixelAt(picture, 0, 0), '255,255,221')
  t.true(Array.from({ length: 321 }, (_, x) => pixelAt(picture, x, 48)).includes('122,0,25'))
})

test('format=svg returns an SVG', async (t) => {
  const { headers, file } = await getQr({ url, format: 'svg', size: '200' })
  t.is(headers.get('content-type'), 'image/svg+xml')
  t.regex(file.toString(), /^<svg [^>]*width="200" height="200"/)
})

test('a URL without a scheme gets https', async (t) =>
  t.is(decodeQr((await getQr({ url: 'go.example/spring' })).file).text, 'https://go.example/spring'))

for (const [query, expected] of [
  [{}, /^invalid_type: url: /],
  [{ url: 'nonsense' }, /^custom: url: must be a valid URL$/],
  [{ url: 'javascript:alert(1)' }, /^custom: url: /],
  [{ url, size: '31' }, /^too_small: size: /],
  [{ url, size: '2001' }, /^too_big: size: /],
  [{ url, size: '99.5' }, /^invalid_type: size: /],
  [{ url, size: 'large' }, /^invalid_type: size: /],
  [{ url, level: 'X' }, /^invalid_value: level: /],
  [{ url, fgColor: 'red' }, /^invalid_format: fgColor: must be a colour such as #1a2b3c$/],
  [{ url, bgColor: '#12345' }, /^invalid_format: bgColor: /],
  [{ url, fgColor: '#fff' }, /^custom: bgColor: must differ from fgColor$/],
  [{ url, margin: '-1' }, /^too_small: margin: /],
  [{ url, margin: '' }, /^invalid_type: margin: /],
  [{ url, hideLogo: 'perhaps' }, /^invalid_type: hideLogo: /],
  [{ url: `https://go.example/${'x'.repeat(3000)}` }, /^The url is too long for a QR code of level L: at most 2953 bytes fit\.$/],
  [{ url: `https://go.example/${'x'.repeat(300)}`, size: '40' }, /Set size to at least \d+\.$/],
] as [Record<string, string>, RegExp][]) {
  test(`${JSON.stringify(query).replace(/x{9,}/, (run) => `${run.length} x`)} is refused with 422 and allows any origin`, async (t) => {
    const { status, headers, message } = await getQr(query)
    t.is(status, 422)
    t.regex(message(), expected)
    t.is(headers.get('access-control-allow-origin'), '*')
    t.is(headers.get('content-type'), 'application/json; charset=utf-8')
  })
}

// Serial: decoding has a timeout of five seconds, which parallel tests could exceed.
test.serial('a logo is fetched once and drawn in the centre', async (t) => {
  const site = await loopbackServer(t, (_, response) => response.setHeader('Content-Type', 'image/png').end(red))
  const logo = `${site.origin}/logo.png`
  const { text, picture } = decodeQr((await getQr({ url, logo })).file)
  t.is(text, url)
  t.is(pixelAt(picture, 300, 300), '200,0,0')
  t.not(pixelAt(decodeQr((await getQr({ url, logo, hideLogo: 'true' })).file).picture, 300, 300), '200,0,0')
  t.true((await getQr({ url, logo, format: 'svg' })).file.toString().includes('data:image/png;base64,'))
  t.is(site.requestedPaths.length, 1)
})

for (const [what, respond, message] of [
  ['that is missing', (response) => response.writeHead(404).end(), 'The logo cannot be used: its URL returned status 404.'],
  ['that is an HTML page', (response) => response.end('<html>'), 'The logo cannot be used: it is neither a PNG nor a JPEG file.'],
  [
    'that is too large',
    (response) => response.end(Buffer.alloc(1024 * 1024 + 1)),
    'The logo cannot be used: The response is larger than 1048576 bytes.',
  ],
] as [string, (response: ServerResponse) => void, string][]) {
  test.serial(`a logo ${what} is refused`, async (t) => {
    const site = await loopbackServer(t, (_, response) => respond(response))
    const refusal = await getQr({ url, logo: site.origin })
    t.deepEqual([refusal.status, refusal.message()], [422, message])
  })
}

test.serial('a logo on a private address is refused without a request', async (t) => {
  const guarded = await testApi({ TRUST_PROXY: '1' })
  t.teardown(() => guarded.close())
  const privateServer = await loopbackServer(t, (_, response) => response.end(red))
  for (const address of privateAddresses) {
    const logo = address.replace('PORT', new URL(privateServer.origin).port)
    const { status, body } = await guarded.call(`GET /qr?url=${encodeURIComponent(url)}&logo=${encodeURIComponent(logo)}`, {
      headers: clientHeaders(),
    })
    t.is(status, 422, address)
    t.regex(body.error.message, /^The logo cannot be used: The host \S+ does not resolve to a public address\.$/, address)
  }
  t.deepEqual(privateServer.requestedPaths, [])
})

test.serial('the logo of a short domain is used if the domain is verified and the logo is valid', async (t) => {
  const site = await loopbackServer(t, (request, response) => (request.url === '/red' ? response.end(red) : response.writeHead(500).end()))
  const { workspace } = await api.make.caller()
  const [mine, claimed, broken, deleted] = await Promise.all([
    api.make.domain(workspace, { logo: `${site.origin}/red` }),
    api.make.domain(workspace, { logo: `${site.origin}/red`, verified: false }),
    api.make.domain(workspace, { logo: `${site.origin}/broken` }),
    api.make.domain(workspace, { logo: `${site.origin}/red`, deletedAt: new Date() }),
  ])
  const centreColour = async (slug: string) => pixelAt(decodeQr((await getQr({ url: `https://${slug}/a` })).file).picture, 300, 300)
  t.is(await centreColour(mine.slug), '200,0,0')
  for (const { slug } of [claimed, broken, deleted]) t.not(await centreColour(slug), '200,0,0')
})

test.serial('the logo of the workspace is used on its domains, and on shared domains for its links', async (t) => {
  const site = await loopbackServer(t, (_, response) => response.end(red))
  const logo = `${site.origin}/workspace`
  const [paid, free] = await Promise.all([api.make.workspace({ plan: 'pro', logo }), api.make.workspace({ plan: 'free', logo })])
  const [ownDomain, freeDomain, shared] = await Promise.all([api.make.domain(paid), api.make.domain(free), api.make.domain(null)])
  await Promise.all([
    api.make.link(paid, { domain: shared.slug, key: 'Paid', lookupKey: 'paid' }),
    api.make.link(free, { domain: shared.slug, key: 'free', lookupKey: 'free' }),
  ])
  const centreColour = async (address: string) => pixelAt(decodeQr((await getQr({ url: `https://${address}` })).file).picture, 300, 300)
  for (const address of [`${ownDomain.slug}/any`, `${shared.slug}/PAID?qr=1`]) t.is(await centreColour(address), '200,0,0', address)
  for (const address of [`${freeDomain.slug}/any`, `${shared.slug}/free`, `${shared.slug}/unknown`, shared.slug])
    t.not(await centreColour(address), '200,0,0', address)
})

test('a matching ETag returns 304', async (t) => {
  const first = await getQr({ url })
  const etag = first.headers.get('etag') ?? ''
  t.regex(etag, /^"[\w-]{27}"$/)
  t.is(first.headers.get('cache-control'), 'public, max-age=3600')
  const again = await getQr({ url }, { 'if-none-match': etag, 'cache-control': 'max-age=0' })
  t.deepEqual([again.status, again.file.length], [304, 0])
  t.is((await getQr({ url, margin: '3' }, { 'if-none-match': etag, 'cache-control': 'max-age=0' })).status, 200)
})

test('any origin may embed the image', async (t) => {
  const { headers } = await getQr({ url })
  t.deepEqual([headers.get('access-control-allow-origin'), headers.get('cross-origin-resource-policy')], ['*', 'cross-origin'])
  for (const path of ['/qr', '/api/qr']) {
    const preflight = await fetch(api.url + path, {
      method: 'OPTIONS',
      headers: { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'GET' },
    })
    t.deepEqual(
      [preflight.status, preflight.headers.get('access-control-allow-origin'), preflight.headers.get('access-control-allow-methods')],
      [204, '*', 'GET, OPTIONS'],
    )
  }
  t.is((await fetch(`${api.url}/links`, { method: 'OPTIONS' })).headers.get('access-control-allow-origin'), null)
})

test('the eleventh request within ten seconds is refused and allows any origin', async (t) => {
  const headers = clientHeaders()
  await exhaustRateLimit(api.resources, 'guest', `/qr ${headers['x-forwarded-for']}`, { requests: 9, windowMs: seconds(10) })
  t.is((await getQr({ url }, headers)).status, 200)
  const refusal = await getQr({ url }, headers)
  t.deepEqual([refusal.status, refusal.headers.get('access-control-allow-origin')], [429, '*'])
})

test('the SDK returns the image', async (t) => {
  const { key } = await api.make.caller()
  t.regex(await new Dub({ token: key, serverURL: `${api.url}/api` }).qrCodes.get({ url }), /PNG/)
})
