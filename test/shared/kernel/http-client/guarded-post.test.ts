/** `post` follows the same rules as `request`. */
import test, { type ExecutionContext } from 'ava'
import { ExternalError, type ExternalErrorReason } from '../../../../shared/kernel/http-client/external-error.js'
import { type GuardedClientOptions, openGuardedClient } from '../../../../shared/kernel/http-client/guarded-client.js'
import type { PostRequest } from '../../../../shared/kernel/http-client/guarded-post.js'
import { loopbackServer } from '../../../support/loopback-server.js'
import { waitUntil } from '../../../support/wait-until.js'

function poster(t: ExecutionContext, options: Partial<GuardedClientOptions> = { allowPrivateTargets: true }) {
  const client = openGuardedClient({ userAgent: 'Tributary test', ...options })
  t.teardown(() => client.close())
  return (url: string, request: Partial<PostRequest> = {}) =>
    client.post(url, { headers: { 'x-mine': '1' }, body: Buffer.from('hello'), timeoutMs: 60_000, maxBytes: 100, ...request })
}

async function fails(t: ExecutionContext, request: Promise<unknown>, reason: ExternalErrorReason): Promise<void> {
  t.is((await t.throwsAsync(request, { instanceOf: ExternalError })).reason, reason)
}

test('the request arrives, and the response is returned', async (t) => {
  const server = await loopbackServer(t, (request, response) => {
    const { 'x-mine': mine, 'user-agent': agent, 'content-length': length } = request.headers
    request.on('data', (body: Buffer) =>
      response.writeHead(201).end(JSON.stringify([request.method, request.url, mine, agent, length, body.toString()])),
    )
  })
  const post = poster(t)
  for (let times = 0; times < 2; times++) {
    const { status, body } = await post(`${server.origin}/hook?a=b`)
    t.is(status, 201)
    t.deepEqual(JSON.parse(body.toString()), ['POST', '/hook?a=b', '1', 'Tributary test', '5', 'hello'])
  }
})

test('a redirect is a response and is not followed', async (t) => {
  const server = await loopbackServer(t, (_, response) => response.writeHead(307, { Location: '/other' }).end())
  t.is((await poster(t)(server.origin)).status, 307)
  t.deepEqual(server.requestedPaths, ['/'])
})

test('a long response is truncated, and an endless one is not read to the end', async (t) => {
  const server = await loopbackServer(t, (_, response) => void response.write(Buffer.alloc(5000, 'x')))
  t.is((await poster(t)(server.origin)).body.toString(), 'x'.repeat(100))
})

test('private addresses, also behind a host name, are refused every time', async (t) => {
  const server = await loopbackServer(t, (_, response) => response.end())
  const post = poster(t, { resolve: async () => ['127.0.0.1'] })
  for (const url of [server.origin, `http://innocent.example:${server.port}/`, 'http://user:secret@example.com/', 'ftp://example.com/']) {
    for (let times = 0; times < 2; times++) await fails(t, post(url), 'refused')
  }
  t.deepEqual(server.requestedPaths, [])
})

test('a missing or incomplete response ends at the timeout', async (t) => {
  const server = await loopbackServer(t, ({ url }, response) => void (url === '/half' && response.write('x')))
  const post = poster(t)
  for (const path of ['/never', '/half']) await fails(t, post(server.origin + path, { timeoutMs: 200 }), 'timeout')
  await fails(t, poster(t, { resolve: () => new Promise(() => undefined) })('http://slow.example/', { timeoutMs: 200 }), 'timeout')
})

test('a request that times out while waiting for a connection is never sent', async (t) => {
  const answers: (() => void)[] = []
  const server = await loopbackServer(t, (_, response) => void answers.push(() => response.end()))
  const post = poster(t, { allowPrivateTargets: true, connections: 1 })
  const first = post(`${server.origin}/first`)
  const answerFirst = await waitUntil(() => answers[0])
  await fails(t, post(`${server.origin}/second`, { timeoutMs: 100 }), 'timeout')
  answerFirst()
  t.is((await first).status, 200)
  const third = post(`${server.origin}/third`)
  ;(await waitUntil(() => answers[1]))()
  await third
  t.deepEqual(server.requestedPaths, ['/first', '/third'])
})

test('a closed port is unreachable', (t) => fails(t, poster(t)('http://127.0.0.1:9/'), 'unreachable'))
