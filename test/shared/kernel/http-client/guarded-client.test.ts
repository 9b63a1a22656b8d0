import test, { type ExecutionContext } from 'ava'
import { ExternalError, type ExternalErrorReason } from '../../../../shared/kernel/http-client/external-error.js'
import { type GuardedClientOptions, openGuardedClient, type ExternalRequest } from '../../../../shared/kernel/http-client/guarded-client.js'
import { isPublicAddress } from '../../../../shared/kernel/http-client/public-address.js'
import { freePort } from '../../../support/installation.js'
import { loopbackServer } from '../../../support/loopback-server.js'

function client(t: ExecutionContext, options: Partial<GuardedClientOptions> = {}) {
  const made = openGuardedClient({ userAgent: 'Tributary test', ...options })
  t.teardown(() => made.close())
  return made
}
const privateClient = (t: ExecutionContext) => client(t, { allowPrivateTargets: true })

/** In tests with two hosts, 127.0.0.2 counts as a public address. The real rule applies to all others. */
const guard = { isAllowed: (address: string) => address === '127.0.0.2' || isPublicAddress(address) }

async function fails(t: ExecutionContext, request: Promise<unknown>, reason: ExternalErrorReason): Promise<ExternalError> {
  const error = await t.throwsAsync(request, { instanceOf: ExternalError })
  t.is(error.reason, reason)
  return error
}

const literals = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://017700000001/',
  'http://0177.0.0.01/',
  'http://127.0.0.1./',
  'http://0/',
  'http://①②⑦.0.0.1/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[2002:7f00:1::]/',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0xa9fea9fe/',
  'http://2852039166/',
  'http://10.0.0.1/',
  'http://192.168.0.1/',
  'http://172.16.0.1/',
  'http://100.64.0.1/',
  'http://224.0.0.1/',
  'https://[ff02::1]/',
  'http://localhost:8080/',
  'https://LOCALHOST./',
  'http://api.localhost/',
]
for (const url of literals) {
  test(`${url} is refused without a look-up`, async (t) => {
    const guarded = client(t, { resolve: () => t.fail('the host was looked up') })
    await fails(t, guarded.request(url), 'refused')
  })
}

for (const url of [
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'data:text/plain,x',
  'javascript:1',
  'not a url',
  '',
  '//example.com/',
  'http://',
  'http://user@example.com/',
  'http://user:secret@example.com/',
]) {
  test(`"${url}" is refused as malformed`, (t) => fails(t, client(t, { resolve: async () => ['8.8.8.8'] }).request(url), 'refused'))
}

for (const addresses of [
  ['127.0.0.1'],
  ['10.1.2.3'],
  ['::1'],
  ['::ffff:10.0.0.1'],
  ['169.254.169.254'],
  ['64:ff9b::a00:1'],
  ['8.8.8.8', '127.0.0.1'],
  ['2606:4700::1111', 'fe80::1'],
  ['nonsense'],
]) {
  test(`a host that resolves to ${addresses.join(' and ')} is refused`, async (t) => {
    const error = await fails(t, client(t, { resolve: async () => addresses }).request('http://innocent.example/'), 'refused')
    t.is(error.message, 'The host innocent.example does not resolve to a public address.')
  })
}

test('a host without addresses is unreachable', async (t) => {
  await fails(t, client(t, { resolve: async () => [] }).request('http://nowhere.example/'), 'unreachable')
  await fails(t, client(t, { resolve: () => Promise.reject(new Error('SERVFAIL')) }).request('http://nowhere.example/'), 'unreachable')
})

test('a host that resolves to another address at its second look-up reaches nothing there', async (t) => {
  const port = await freePort()
  const inside = await loopbackServer(t, (_, response) => response.end('secret'), '127.0.0.1', port)
  const outside = await loopbackServer(t, (_, response) => response.setHeader('Connection', 'close').end('page'), '127.0.0.2', port)
  const answers = ['127.0.0.2', '127.0.0.1', '127.0.0.2']
  const guarded = client(t, { ...guard, resolve: async () => [answers.shift() as string] })
  const url = `http://rebinding.example:${port}/`
  t.is((await guarded.request(url)).body.toString(), 'page')
  t.is(answers.length, 2, 'one look-up per connection, so the checked address is the one connected to')
  await fails(t, guarded.request(url), 'refused')
  t.is((await guarded.request(url)).status, 200)
  t.deepEqual([outside.requestedPaths.length, inside.requestedPaths.length], [2, 0])
})

test('a host that resolves to another address between a page and its redirect reaches nothing there', async (t) => {
  const port = await freePort()
  const inside = await loopbackServer(t, (_, response) => response.end('secret'), '127.0.0.1', port)
  await loopbackServer(t, (_, response) => response.writeHead(302, { Location: '/again', Connection: 'close' }).end(), '127.0.0.2', port)
  const answers = ['127.0.0.2', '127.0.0.1']
  const guarded = client(t, { ...guard, resolve: async () => [answers.shift() as string] })
  await fails(t, guarded.request(`http://rebinding.example:${port}/`), 'refused')
  t.deepEqual(inside.requestedPaths, [])
})

for (const target of [
  'http://127.0.0.1:PORT/',
  'http://2130706433:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  '//0x7f.1:PORT/',
  'http://inside.example:PORT/',
  'file:///etc/passwd',
  'http://u:p@outside.example/',
]) {
  test(`a redirect to ${target} is refused`, async (t) => {
    const inside = await loopbackServer(t, (_, response) => response.end('secret'))
    const outside = await loopbackServer(
      t,
      (_, response) => response.writeHead(307, { Location: target.replace('PORT', String(inside.port)) }).end(),
      '127.0.0.2',
    )
    const guarded = client(t, { ...guard, resolve: async (host) => [host === 'inside.example' ? '127.0.0.1' : '127.0.0.2'] })
    await fails(t, guarded.request(`http://outside.example:${outside.port}/`), 'refused')
    t.deepEqual(inside.requestedPaths, [])
  })
}

test('five redirects are followed, the sixth is refused', async (t) => {
  const server = await loopbackServer(t, ({ url }, response) => {
    const left = Number(url?.slice(1))
    if (left > 0) response.writeHead(302, { Location: `/${left - 1}` }).end()
    else response.end('arrived')
  })
  const answer = await privateClient(t).request(`${server.origin}/5`)
  t.deepEqual([answer.url, answer.body.toString()], [`${server.origin}/0`, 'arrived'])
  await fails(t, privateClient(t).request(`${server.origin}/6`), 'too_many_redirects')
  t.is((await privateClient(t).request(`${server.origin}/1`, { maxRedirects: 0 })).status, 302)
})

test('credentials are not sent to another origin', async (t) => {
  const seen: unknown[] = []
  const second = await loopbackServer(t, ({ headers }, response) =>
    response.end(JSON.stringify([headers.authorization, headers.cookie, headers['x-api-key'], headers.apikey, headers['x-mine']])),
  )
  const first = await loopbackServer(t, ({ headers }, response) => {
    seen.push(headers.authorization)
    response.writeHead(302, { Location: `${second.origin}/` }).end()
  })
  const headers = { Authorization: 'Bearer x', Cookie: 'a=b', 'X-Api-Key': 'x', apikey: 'x', 'X-Mine': '1' }
  const { body } = await privateClient(t).request(first.origin, { headers })
  t.deepEqual(seen, ['Bearer x'])
  t.deepEqual(JSON.parse(body.toString()), [null, null, null, null, '1'])
})

test('a POST sends its body and does not follow a redirect', async (t) => {
  const server = await loopbackServer(t, (request, response) => {
    request.setEncoding('utf8')
    request.on('data', (text) => response.writeHead(302, { Location: '/x', 'X-Got': text }))
    request.on('end', () => response.end())
  })
  const { status, headers } = await privateClient(t).request(server.origin, { method: 'POST', body: 'hello' })
  t.deepEqual([status, headers['x-got']], [302, 'hello'])
  t.is(server.requestedPaths.length, 1)
})

const endless: Parameters<typeof loopbackServer>[1] = (_, response) => {
  const write = () => {
    while (response.write(Buffer.alloc(16_384, 'x')));
  }
  response.on('drain', write)
  write()
}

test('a body over the limit is an error, or truncated if requested', async (t) => {
  const server = await loopbackServer(t, (request, response) =>
    request.url === '/declared' ? response.end(Buffer.alloc(2001)) : endless(request, response),
  )
  const at = (path: string, request: ExternalRequest) => privateClient(t).request(server.origin + path, { maxBytes: 2000, ...request })
  await fails(t, at('/', {}), 'too_large')
  await fails(t, at('/declared', {}), 'too_large')
  const { body, truncated } = await at('/', { onOverflow: 'clip' })
  t.deepEqual([body.length, truncated], [2000, true])
  t.is((await at('/', { onOverflow: 'clip', maxBytes: 0 })).body.length, 0)
})

test('headers beyond 16 KB are refused', async (t) => {
  const server = await loopbackServer(t, (_, response) => response.setHeader('X-Long', 'x'.repeat(17_000)).end())
  await fails(t, privateClient(t).request(server.origin), 'unreachable')
})

for (const [what, answer] of [
  ['headers that never arrive', () => undefined],
  ['a body that never ends', endless],
  ['a stalled body', (_, response) => void response.write('x')],
] as [string, Parameters<typeof loopbackServer>[1]][]) {
  test(`${what} end at the timeout`, async (t) => {
    const server = await loopbackServer(t, answer)
    await fails(t, privateClient(t).request(server.origin, { timeoutMs: 300, maxBytes: 1e12 }), 'timeout')
  })
}

test('redirects share one timeout', async (t) => {
  const server = await loopbackServer(t, (_, response) => setTimeout(() => response.writeHead(302, { Location: '/' }).end(), 120))
  await fails(t, privateClient(t).request(server.origin, { timeoutMs: 300 }), 'timeout')
})

test('a look-up that never answers ends at the timeout', (t) =>
  fails(t, client(t, { resolve: () => new Promise(() => undefined) }).request('http://slow.example/', { timeoutMs: 200 }), 'timeout'))

test("the caller's signal ends the request with the caller's reason", async (t) => {
  const server = await loopbackServer(t, () => undefined)
  const stop = new AbortController()
  const request = privateClient(t).request(server.origin, { signal: stop.signal })
  stop.abort(new RangeError('enough'))
  await t.throwsAsync(request, { instanceOf: RangeError })
})

test('a signal that is already aborted ends the request, even during a look-up', async (t) => {
  const request = client(t, { resolve: () => new Promise(() => undefined) }).request('http://slow.example/', {
    signal: AbortSignal.abort(new RangeError('enough')),
  })
  await t.throwsAsync(request, { instanceOf: RangeError })
})

test('any status is a response; a closed port is unreachable', async (t) => {
  const server = await loopbackServer(t, ({ headers }, response) =>
    response.writeHead(503, { 'X-Agent': headers['user-agent'] as string }).end('away'),
  )
  const { status, body, headers } = await privateClient(t).request(server.origin)
  t.deepEqual([status, body.toString(), headers['x-agent']], [503, 'away', 'Tributary test'])
  await fails(t, privateClient(t).request('http://127.0.0.1:9/'), 'unreachable')
})

test('private targets can be allowed', async (t) => {
  const server = await loopbackServer(t, (_, response) => response.end('here'))
  t.is((await privateClient(t).request(`http://localhost:${server.port}/`)).body.toString(), 'here')
})
