import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
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
