import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { gzipSync } from 'node:zlib'
import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'

let api: TestApi
let authorization: string

test.before(async () => {
  api = await testApi()
  const { headers } = await api.make.caller()
  authorization = headers.authorization
  await api.make.domain(null, { slug: api.config.shortDomain })
  const body = JSON.stringify({ url: 'https://example.com', domain: api.config.shortDomain, key: 'secret', password: 'right' })
  await exchange(new Agent(), { method: 'POST', path: '/links', body })
})
test.after.always(() => api?.close())

interface Exchange {
  method: string
  path: string
  contentType?: string
  contentEncoding?: string
  body?: string | Buffer
}

/** The status, and the local port, which names the connection. */
function exchange(agent: Agent, { method, path, contentType = 'application/json', contentEncoding = 'identity', body = '' }: Exchange) {
  return new Promise<{ status: number | undefined; port: number | undefined }>((resolve, reject) => {
    const headers = { authorization, 'content-type': contentType, 'content-encoding': contentEncoding }
    const sent = request(api.url + path, { agent, method, headers, signal: AbortSignal.timeout(20_000) }, (response) => {
      const port = response.socket.localPort
      response.resume().once('end', () => resolve({ status: response.statusCode, port }))
    })
    sent.once('error', reject).end(body)
  })
}

const text = 'x'.repeat(16_000_000)
const compressed = gzipSync(JSON.stringify([{ url: randomBytes(8_000_000).toString('hex') }]))
const refused: [title: string, status: number, unread: () => Omit<Exchange, 'method'>][] = [
  ['a JSON body', 400, () => ({ path: '/tags', body: JSON.stringify({ name: text }) })],
  ['an element of a list', 400, () => ({ path: '/links/bulk', body: JSON.stringify([{ url: text }]) })],
  ['a compressed element of a list', 400, () => ({ path: '/links/bulk', contentEncoding: 'gzip', body: compressed })],
  ['a password', 403, () => ({ path: '/secret', contentType: 'application/x-www-form-urlencoded', body: text })],
  ['a body for an unknown path', 404, () => ({ path: '/unknown', body: text })],
]
for (const [title, status, unread] of refused) {
  test(`a connection on which ${title} was too large takes the next request`, async (t) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const answer = await exchange(agent, { method: 'POST', ...unread() })
    t.is(answer.status, status)
    t.deepEqual(await exchange(agent, { method: 'GET', path: '/tags' }), { status: 200, port: answer.port })
    agent.destroy()
  })
}
