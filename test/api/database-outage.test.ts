import test from 'ava'
import { isDatabaseUnavailable } from '../../shared/kernel/db/is-unavailable.js'
import { toExternalError } from '../../shared/kernel/http-client/external-error.js'
import { testApi } from '../support/api.js'
import { databaseProxy } from '../support/database-proxy.js'
import { testDatabase } from '../support/database.js'
import { waitUntil } from '../support/wait-until.js'

test('while the database is unavailable, requests get 503 with Retry-After, and afterwards they succeed', async (t) => {
  const database = await testDatabase()
  const { proxy, url } = await databaseProxy(database.url)
  const api = await testApi({ DATABASE_URL: url })
  t.teardown(async () => {
    await api.close()
    await proxy.close()
    await database.drop()
  })
  const { key } = await api.make.caller()
  const requests: [string, object?][] = [
    ['GET /links'],
    ['POST /links', { url: 'https://example.com' }],
    ['GET /tags'],
    ['GET /analytics?interval=24h'],
  ]
  t.is((await api.call('GET /links', { key })).status, 200)

  await proxy.interrupt()
  for (const [line, body] of requests) {
    const response = await api.call(line, { key, body })
    t.is(response.status, 503, line)
    t.is(response.headers.get('retry-after'), '5', line)
    t.like(response.body, {
      error: { code: 'internal_server_error', message: 'The database is unavailable. Send the request again later.' },
    })
  }
  t.is((await api.call('GET /ready')).status, 503)

  await proxy.resume()
  await waitUntil(async () => (await api.call('GET /links', { key })).status === 200)
})

test('after a partition that dropped all connections, redirects go on from the cache and requests succeed again', async (t) => {
  const database = await testDatabase()
  const { proxy, url } = await databaseProxy(database.url)
  const api = await testApi({ DATABASE_URL: url, SHORT_DOMAIN: 'short.example' })
  t.teardown(async () => {
    await api.close()
    await proxy.close()
    await database.drop()
  })
  const { workspace, key } = await api.make.caller()
  const domain = await api.make.domain(null, { slug: 'short.example' })
  const link = await api.make.link(workspace, { domain: domain.slug, key: 'spring', url: 'https://shop.example/' })
  const visit = () => api.call(`GET /${link.key}`, { headers: { Host: domain.slug } })
  const list = () => api.call('GET /links', { key })
  t.is((await visit()).status, 302)
  t.is((await list()).status, 200)
  proxy.hang()
  const [visits, requests] = [Promise.all([visit(), visit()]), Promise.all([list(), list()])]
  proxy.recover()
  for (const { status } of await visits) t.is(status, 302)
  for (const { status } of await requests) t.true(status === 200 || status === 503, String(status))
  t.is((await list()).status, 200)
})

const cases: [object, boolean][] = [
  [{ code: 'ECONNREFUSED', syscall: 'connect' }, true],
  [{ code: 'ENOENT', syscall: 'connect' }, true],
  [{ code: 'ENOENT', syscall: 'open' }, false],
  [{ code: '57P01', severity: 'FATAL' }, true],
  [{ code: '08006', severity: 'FATAL' }, true],
  [{ code: '25006', severity: 'ERROR' }, true],
  [{ code: '23505', severity: 'ERROR' }, false],
  [{ message: 'Connection terminated unexpectedly' }, true],
  [{ message: 'select 1 from links - Connection terminated unexpectedly' }, true],
  [{ message: 'timeout exceeded when trying to connect' }, true],
  [{ message: 'links is undefined' }, false],
  [{ cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' }) }, true],
]
test('a request to another server that fails is not an outage of the database', (t) => {
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' })
  for (const error of [toExternalError(refused, false), new TypeError('fetch failed', { cause: refused })])
    t.false(isDatabaseUnavailable(error))
})

for (const [fields, expected] of cases) {
  test(`an error with ${JSON.stringify(fields)} ${expected ? 'is' : 'is not'} an outage of the database`, (t) =>
    t.is(isDatabaseUnavailable(Object.assign(new Error('failed'), fields)), expected))
}
