import { connect } from 'node:net'
import test from 'ava'
import { testApi, type TestApi } from '../support/api.js'
import { runJobByName } from '../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

/** Sends raw bytes and returns the whole response. */
const raw = (bytes: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1', () => socket.write(bytes, 'latin1'))
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString('latin1')))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })

test('GET /health responds while the process is alive', async (t) => {
  const { status, body } = await api.call('GET /health')
  t.deepEqual([status, body], [200, { status: 'ok' }])
})

// Serial: under load, the checks would exceed their limit of two seconds.
test.serial('readiness checks the database and the queue', async (t) => {
  const { status, body } = await api.call('GET /ready')
  t.deepEqual([status, body], [200, { ready: true, database: 'ok', queue: 'ok' }])
})

test('metrics use the Prometheus format', async (t) => {
  await api.call('GET /nowhere')
  const { body, headers } = await api.call('GET /metrics')
  t.regex(headers.get('content-type') ?? '', /^text\/plain/)
  t.regex(body, /tributary_request_seconds_count\{endpoint="none",status="404"\} \d/)
  t.regex(body, /tributary_queue_jobs\{queue="clicks",state="waiting"\} 0/)
})

test('the metrics show when the last verification finished, and no value before the first', async (t) => {
  const finishedAt = async () => /^tributary_verification_finished_seconds (.+)$/m.exec((await api.call('GET /metrics')).body)?.[1]
  t.is(await finishedAt(), undefined)
  await runJobByName(api.resources, 'maintenance.verify-aggregates')
  t.regex((await finishedAt()) ?? '', /^\d{10}/)
})

test('an unknown path and an unknown method get the documented error', async (t) => {
  for (const line of ['GET /nowhere', 'DELETE /metrics', 'POST /api/nowhere']) {
    const { status, body } = await api.call(line)
    t.is(status, 404)
    t.is(body.error.code, 'not_found')
    t.regex(body.error.doc_url, /#not-found$/)
  }
})

test('paths match regardless of case, under /api, and with a trailing slash', async (t) => {
  for (const line of ['GET /links', 'GET /Links/', 'GET /api/links', 'GET /API/LINKS/', 'GET /links/info'])
    t.is((await api.call(line)).status, 401, line)
  for (const line of ['GET /api/api', 'GET /linksinfo', 'GET /api/api/links']) t.is((await api.call(line)).status, 404, line)
})

test('every response has a request id, and a valid id of the caller is kept', async (t) => {
  t.regex((await api.call('GET /nowhere')).headers.get('x-request-id') ?? '', /^req_[0-9A-Z]{26}$/)
  t.is((await api.call('GET /health', { headers: { 'X-Request-Id': 'caller-4711' } })).headers.get('x-request-id'), 'caller-4711')
  t.regex((await api.call('GET /health', { headers: { 'X-Request-Id': 'a b' } })).headers.get('x-request-id') ?? '', /^req_/)
})

test('every response has the documented security headers', async (t) => {
  const { headers } = await api.call('GET /health')
  t.is(headers.get('referrer-policy'), 'no-referrer-when-downgrade')
  t.is(headers.get('x-dns-prefetch-control'), 'on')
  t.is(headers.get('x-frame-options'), 'DENY')
})

test('an endpoint is also served under /api', async (t) => {
  const [root, mounted] = [
    await api.call('GET /domains/allowed?domain=localhost'),
    await api.call('GET /api/domains/allowed?domain=localhost'),
  ]
  t.deepEqual([root.status, mounted.status], [200, 200])
  t.deepEqual(root.body, mounted.body)
})

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

test('the queue dashboard requires the admin key', async (t) => {
  const refused = await api.call('GET /admin/queues')
  t.like(refused, { status: 401, body: { error: { code: 'unauthorized' } } })
  t.regex(refused.headers.get('www-authenticate') ?? '', /^Basic realm=/)
  t.is((await api.call('GET /admin/queues', { headers: { Authorization: basic('admin:wrong') } })).status, 401)
  t.is((await api.call('GET /admin/queues', { headers: { Authorization: basic(`admin:${api.config.adminApiKey}`) } })).status, 200)
  const board = await api.call('GET /admin/queues/api/queues', { key: api.config.adminApiKey })
  t.deepEqual(board.body.queues.map(({ name }: { name: string }) => name).slice(0, 2), ['clicks', 'events'])
  t.like(await api.call('POST /admin/queues', { key: api.config.adminApiKey }), { status: 404, body: { error: { code: 'not_found' } } })
  t.is((await api.call('PUT /admin/queues/api/queues/clicks/pause', { key: api.config.adminApiKey, body: '{"broken"' })).status, 400)
})

test('pages of other sites cannot change queues with the password that the browser remembers', async (t) => {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: basic(`admin:${api.config.adminApiKey}`) }
  const resume = (headers: object) => api.call('PUT /admin/queues/api/queues/imports/resume', { headers: { ...form, ...headers } })
  for (const headers of [{ Origin: 'https://other.example' }, { 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'same-site' }])
    t.like(await resume(headers), { status: 403, body: { error: { code: 'forbidden' } } })
  for (const headers of [{}, { Origin: api.config.baseUrl }, { 'Sec-Fetch-Site': 'same-origin' }]) t.is((await resume(headers)).status, 200)
})

test('invalid HTTP gets the documented error shape, and the next request succeeds', async (t) => {
  const response = await raw('GET / HTTP/1.1\r\nHost: \x00\r\n\r\n')
  t.regex(response, /^HTTP\/1\.1 400 /)
  t.is(JSON.parse(response.split('\r\n\r\n')[1] ?? '').error.code, 'bad_request')
  t.is((await api.call('GET /health')).status, 200)
})

test('too large headers get the documented error shape', async (t) => {
  const response = await raw(`GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`)
  t.is(JSON.parse(response.split('\r\n\r\n')[1] ?? '').error.message, 'The request headers are too large.')
})
