import type { ServerResponse } from 'node:http'
import test from 'ava'
import { Dub } from 'dub'
import { PNG } from 'pngjs'
import { seconds } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { insideAddresses } from '../../support/inside-addresses.js'
import { loopback } from '../../support/loopback.js'
import { useUp } from '../../support/rates.js'
import { pixelAt, readQr } from '../../support/read-qr.js'

// A trusted proxy names the client, so that each test is somebody else and none uses up the others' limit.
let api: TestApi
test.before(async () => {
  api = await testApi({ ALLOW_PRIVATE_TARGETS: 'true', TRUST_PROXY: '1' })
})
test.after.always(() => api?.close())

let somebody = 0
const from = () => ({ 'x-forwarded-for': `198.51.100.${++somebody}` })

async function ask(query: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await fetch(`${api.url}/qr?${new URLSearchParams(query).toString()}`, { headers: { ...from(), ...headers } })
  const file = Buffer.from(await answer.arrayBuffer())
  return {
    status: answer.status,
    headers: answer.headers,
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

test('a code is a PNG of 600 x 600 pixels that leads to the url', async (t) => {
  const { status, headers, file } = await ask({ url })
  t.deepEqual([status, headers.get('content-type')], [200, 'image/png'])
  const { text, picture } = readQr(file)
  t.deepEqual([text, picture.width, picture.height], [url, 600, 600])
  t.is(pixelAt(picture, 300, 250), '0,0,0', 'the mark is in the middle')
})

test('every parameter has its effect', async (t) => {
  const { file } = await ask({
    url,
    size: '321',
    level: 'H',
    fgColor: '#7a0019',
    bgColor: 'ffd',
    hideLogo: 'true',
    margin: '5',
    includeMargin: 'false',
  })
  const { text, picture } = readQr(file)
  t.deepEqual([text, picture.width], [url, 321])
  t.is(pixelAt(picture, 0, 0), '255,255,221')
  t.true(Array.from({ length: 321 }, (_, x) => pixelAt(picture, x, 48)).includes('122,0,25'))
})

test('an SVG is a vector picture', async (t) => {
  const { headers, file } = await ask({ url, format: 'svg', size: '200' })
  t.is(headers.get('content-type'), 'image/svg+xml')
  t.regex(file.toString(), /^<svg [^>]*width="200" height="200"/)
})

test('a bare host gets https', async (t) => t.is(readQr((await ask({ url: 'go.example/spring' })).file).text, 'https://go.example/spring'))

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
  [{ url, hideLogo: 'perhaps' }, /^invalid_type: hideLogo: /],
  [{ url: `https://go.example/${'x'.repeat(3000)}` }, /^The url is too long for a QR code of level L: it may have 2953 bytes\.$/],
  [{ url: `https://go.example/${'x'.repeat(300)}`, size: '40' }, /Ask for a size of at least \d+\.$/],
] as [Record<string, string>, RegExp][]) {
  test(`${JSON.stringify(query).replace(/x{9,}/, (run) => `${run.length} x`)} is refused, readable for pages of any site`, async (t) => {
    const { status, headers, message } = await ask(query)
    t.is(status, 422)
    t.regex(message(), expected)
    t.is(headers.get('access-control-allow-origin'), '*')
    t.is(headers.get('content-type'), 'application/json; charset=utf-8')
  })
}

// Logos one after another: each has five seconds, and the other pictures keep the machine busy.
test.serial('a logo is fetched once and lies in the middle', async (t) => {
  const site = await loopback(t, (_, response) => response.setHeader('Content-Type', 'image/png').end(red))
  const logo = `${site.origin}/logo.png`
  const { text, picture } = readQr((await ask({ url, logo })).file)
  t.is(text, url)
  t.is(pixelAt(picture, 300, 300), '200,0,0')
  t.not(pixelAt(readQr((await ask({ url, logo, hideLogo: 'true' })).file).picture, 300, 300), '200,0,0')
  t.true((await ask({ url, logo, format: 'svg' })).file.toString().includes('data:image/png;base64,'))
  t.is(site.asked.length, 1)
})

for (const [what, answer, message] of [
  ['that is missing', (response) => response.writeHead(404).end(), "The logo can't be used: its address answers with status 404."],
  ['that is a page', (response) => response.end('<html>'), "The logo can't be used: it is neither a PNG nor a JPEG file."],
  [
    'that is too large',
    (response) => response.end(Buffer.alloc(1024 * 1024 + 1)),
    "The logo can't be used: The answer is larger than 1048576 bytes.",
  ],
] as [string, (response: ServerResponse) => void, string][]) {
  test.serial(`a logo ${what} is refused`, async (t) => {
    const site = await loopback(t, (_, response) => answer(response))
    const refusal = await ask({ url, logo: site.origin })
    t.deepEqual([refusal.status, refusal.message()], [422, message])
  })
}

test.serial('a logo inside this network is refused and not asked', async (t) => {
  const guarded = await testApi({ TRUST_PROXY: '1' })
  t.teardown(() => guarded.close())
  const inside = await loopback(t, (_, response) => response.end(red))
  for (const address of insideAddresses) {
    const logo = address.replace('PORT', new URL(inside.origin).port)
    const { status, body } = await guarded.call(`GET /qr?url=${encodeURIComponent(url)}&logo=${encodeURIComponent(logo)}`, {
      headers: from(),
    })
    t.is(status, 422, address)
    t.regex(body.error.message, /^The logo can't be used: The host \S+ does not lead to a public address\.$/, address)
  }
  t.deepEqual(inside.asked, [])
})

test.serial("a short domain's own logo is used, once the domain is verified; a broken one is left out", async (t) => {
  const site = await loopback(t, (request, response) => (request.url === '/red' ? response.end(red) : response.writeHead(500).end()))
  const { workspace } = await api.make.caller()
  const [mine, claimed, broken] = await Promise.all([
    api.make.domain(workspace, { logo: `${site.origin}/red` }),
    api.make.domain(workspace, { logo: `${site.origin}/red`, verified: false }),
    api.make.domain(workspace, { logo: `${site.origin}/broken` }),
  ])
  const middle = async (slug: string) => pixelAt(readQr((await ask({ url: `https://${slug}/a` })).file).picture, 300, 300)
  t.is(await middle(mine.slug), '200,0,0')
  t.not(await middle(claimed.slug), '200,0,0')
  t.not(await middle(broken.slug), '200,0,0')
})

test('an unchanged code needs not be sent again', async (t) => {
  const first = await ask({ url })
  const etag = first.headers.get('etag') ?? ''
  t.regex(etag, /^"[\w-]{27}"$/)
  t.is(first.headers.get('cache-control'), 'public, max-age=3600')
  const again = await ask({ url }, { 'if-none-match': etag, 'cache-control': 'max-age=0' })
  t.deepEqual([again.status, again.file.length], [304, 0])
  t.is((await ask({ url, margin: '3' }, { 'if-none-match': etag, 'cache-control': 'max-age=0' })).status, 200)
})

test('pages of any site may show the picture', async (t) => {
  const { headers } = await ask({ url })
  t.deepEqual([headers.get('access-control-allow-origin'), headers.get('cross-origin-resource-policy')], ['*', 'cross-origin'])
  for (const path of ['/qr', '/api/qr']) {
    const asked = await fetch(api.url + path, {
      method: 'OPTIONS',
      headers: { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'GET' },
    })
    t.deepEqual(
      [asked.status, asked.headers.get('access-control-allow-origin'), asked.headers.get('access-control-allow-methods')],
      [204, '*', 'GET, OPTIONS'],
    )
  }
  t.is((await fetch(`${api.url}/links`, { method: 'OPTIONS' })).headers.get('access-control-allow-origin'), null)
})

test('the eleventh code within ten seconds is refused, readable for pages of any site', async (t) => {
  const headers = from()
  await useUp(api.resources, 'guest', `/qr ${headers['x-forwarded-for']}`, { requests: 9, window: seconds(10) })
  t.is((await ask({ url }, headers)).status, 200)
  const refusal = await ask({ url }, headers)
  t.deepEqual([refusal.status, refusal.headers.get('access-control-allow-origin')], [429, '*'])
})

test('the SDK gets the picture', async (t) => {
  const { key } = await api.make.caller()
  t.regex(await new Dub({ token: key, serverURL: `${api.url}/api` }).qrCodes.get({ url }), /PNG/)
})
