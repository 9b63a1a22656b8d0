/** The short way of posting keeps to the rules of the long one. */
import test, { type ExecutionContext } from 'ava'
import { type GuardedClientOptions, openGuardedClient } from '../../../shared/kernel/guarded-client.js'
import type { Posting } from '../../../shared/kernel/guarded-post.js'
import { OutsideError, type OutsideReason } from '../../../shared/kernel/outside-error.js'
import { loopback } from '../../support/loopback.js'
import { until } from '../../support/until.js'

function poster(t: ExecutionContext, options: Partial<GuardedClientOptions> = { allowPrivateTargets: true }) {
  const client = openGuardedClient({ userAgent: 'Tributary test', ...options })
  t.teardown(() => client.close())
  return (url: string, posting: Partial<Posting> = {}) =>
    client.post(url, { headers: { 'x-mine': '1' }, body: Buffer.from('hello'), within: 60_000, keptBytes: 100, ...posting })
}

async function fails(t: ExecutionContext, asked: Promise<unknown>, reason: OutsideReason): Promise<void> {
  t.is((await t.throwsAsync(asked, { instanceOf: OutsideError })).reason, reason)
}

test('what is posted arrives, and what is answered comes back', async (t) => {
  const server = await loopback(t, (request, response) => {
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

test('a redirect is an answer, and nothing else is asked', async (t) => {
  const server = await loopback(t, (_, response) => response.writeHead(307, { Location: '/other' }).end())
  t.is((await poster(t)(server.origin)).status, 307)
  t.deepEqual(server.asked, ['/'])
})

test('of a long answer the beginning is kept, and an endless one is not waited for', async (t) => {
  const server = await loopback(t, (_, response) => void response.write(Buffer.alloc(5000, 'x')))
  t.is((await poster(t)(server.origin)).body.toString(), 'x'.repeat(100))
})

test('addresses within this network, also behind a name, are refused however often they are asked', async (t) => {
  const server = await loopback(t, (_, response) => response.end())
  const post = poster(t, { resolve: async () => ['127.0.0.1'] })
  for (const url of [server.origin, `http://innocent.example:${server.port}/`, 'http://user:secret@example.com/', 'ftp://example.com/']) {
    for (let times = 0; times < 2; times++) await fails(t, post(url), 'refused')
  }
  t.deepEqual(server.asked, [])
})

test('who does not answer, or not to the end, is given up in time', async (t) => {
  const server = await loopback(t, ({ url }, response) => void (url === '/half' && response.write('x')))
  const post = poster(t)
  for (const path of ['/never', '/half']) await fails(t, post(server.origin + path, { within: 200 }), 'timeout')
  await fails(t, poster(t, { resolve: () => new Promise(() => undefined) })('http://slow.example/', { within: 200 }), 'timeout')
})

test('one that waits for a connection until its time is over is never sent', async (t) => {
  const answers: (() => void)[] = []
  const server = await loopback(t, (_, response) => void answers.push(() => response.end()))
  const post = poster(t, { allowPrivateTargets: true, connections: 1 })
  const first = post(`${server.origin}/first`)
  const answerFirst = await until(() => answers[0])
  await fails(t, post(`${server.origin}/second`, { within: 100 }), 'timeout')
  answerFirst()
  t.is((await first).status, 200)
  const third = post(`${server.origin}/third`)
  ;(await until(() => answers[1]))()
  await third
  t.deepEqual(server.asked, ['/first', '/third'])
})

test('a port where nobody listens cannot be reached', (t) => fails(t, poster(t)('http://127.0.0.1:9/'), 'unreachable'))
