import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { queuedClicks } from '../../support/clicks.js'
import { tracker } from '../../support/conversions.js'
import { sendRaw } from '../../support/raw-request.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ TRUST_PROXY: '1', SHORT_DOMAIN: 'short.example' })
  await api.make.domain(null, { slug: 'short.example' })
})
test.after.always(() => api?.close())

const port = () => Number(new URL(api.url).port)
const request = (...headers: string[]) =>
  sendRaw(port(), Buffer.from(`GET /nothing-here HTTP/1.1\r\n${headers.join('\r\n')}\r\nConnection: close\r\n\r\n`))

test('a request with two Host headers is rejected', async (t) => {
  const { status, body } = await request('Host: short.example', 'host: other.example')
  t.is(status, 400)
  t.regex(body, /Host header is repeated/)
})

test('pages of short links forbid scripts and content sniffing', async (t) => {
  const { status, headers } = await request('Host: short.example')
  t.is(status, 404)
  t.is(headers['x-content-type-options'], 'nosniff')
  t.regex(headers['content-security-policy'] ?? '', /default-src 'none'/)
})

test('connections of one caller share a rate limit when the proxy appends ports', async (t) => {
  const remaining = async (forwardedFor: string) => {
    const { headers } = await api.call('GET /links/metatags', { headers: { 'x-forwarded-for': forwardedFor } })
    return Number(headers.get('x-ratelimit-remaining') ?? headers.get('ratelimit-remaining'))
  }
  const first = await remaining('203.0.113.9:1000')
  t.is(await remaining('203.0.113.9:2000'), first - 1)
})

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const claimedLocation = { 'x-geo-country': 'FR', 'x-geo-city': 'Paris', 'cf-ipcountry': 'FR' }
const proxied = { ...claimedLocation, 'x-forwarded-for': '203.0.113.7' }

for (const [title, headers, expected] of [
  ['a direct visit counts with the address of its connection, and its location headers are ignored', claimedLocation, ['127.0.0.1', null]],
  ['a visit through the proxy counts with the address and location that the proxy sent', proxied, ['203.0.113.7', 'FR']],
] as const) {
  test(title, async (t) => {
    const { workspace, domain } = await tracker(api)
    const link = await api.make.link(workspace, {
      domain: domain.slug,
      key: 'offer',
      url: 'https://shop.example/world',
      geo: { FR: 'https://shop.example/fr' },
      trackConversion: false,
    })
    const lines = Object.entries({ ...headers, 'user-agent': browser }).map(([name, value]) => `${name}: ${value}`)
    const visit = await sendRaw(
      port(),
      Buffer.from(`GET /offer HTTP/1.1\r\nHost: ${domain.slug}\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`),
    )
    t.is(visit.headers.location, expected[1] === 'FR' ? 'https://shop.example/fr' : 'https://shop.example/world')
    const click = (await queuedClicks(api.resources)).find(({ linkId }) => linkId === link.id)
    t.deepEqual([click?.ip, click?.location?.country ?? null], [...expected])
  })

  test(`${title}, also when a page reports it`, async (t) => {
    const { link, domain } = await tracker(api)
    const report = { body: { domain: domain.slug, key: link.key }, headers: { ...headers, 'user-agent': browser } }
    t.is((await api.call('POST /track/click', report)).status, 200)
    const { rows } = await api.resources.database.pool.query(
      `select payload->'clicks'->0 as click from outbox where payload->'clicks'->0->>'linkId' = $1`,
      [link.id],
    )
    const { click } = rows[0] as { click: { ip: string; location?: { country: string } } }
    t.deepEqual([click.ip, click.location?.country ?? null], [...expected])
  })
}
