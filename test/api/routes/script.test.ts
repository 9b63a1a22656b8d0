import { Script } from 'node:vm'
import { gzipSync } from 'node:zlib'
import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example', CLICK_ID_PARAM: 'dub_id' })
})
test.after.always(() => api?.close())

test('the client script is small, open to pages of any site, and kept by browsers', async (t) => {
  const { status, headers, body } = await api.call('GET /script/analytics.js')
  t.is(status, 200)
  t.is(headers.get('content-type'), 'text/javascript; charset=utf-8')
  t.is(headers.get('access-control-allow-origin'), '*')
  t.is(headers.get('cache-control'), 'public, max-age=3600')
  t.true(gzipSync(body).length < 5000)
  t.truthy(headers.get('etag'))
})

test('it uses nothing that is not in it', async (t) => {
  const { body } = await api.call('GET /script/analytics.js')
  const defined = new Set([...body.matchAll(/^function (\w+)/gm)].map(([, name]: RegExpMatchArray) => name))
  const known = new Set([
    'if',
    'for',
    'catch',
    'function',
    'start',
    'String',
    'URL',
    'URLSearchParams',
    'Error',
    'Date',
    'Promise',
    'decodeURIComponent',
    'encodeURIComponent',
    'settle',
    'mark',
    'run',
    'get',
    'given',
  ])
  const called = [...body.matchAll(/(?<![.\w])([a-zA-Z]\w*)\(/g)].map(([, name]: RegExpMatchArray) => name as string)
  t.deepEqual(
    [...new Set(called)].filter((name) => !defined.has(name) && !known.has(name)),
    [],
  )
  t.notThrows(() => new Script(body))
})

test('loaders find it by the features that they want', async (t) => {
  for (const name of ['script.js', 'analytics.site-visit.js', 'analytics.site-visit.outbound-domains.conversion-tracking.js'])
    t.is((await api.call(`GET /script/${name}`)).status, 200, name)
  for (const name of ['other.js', 'analytics.nonsense.js', 'analytics']) t.is((await api.call(`GET /script/${name}`)).status, 404, name)
})

test('the name of the click id is that of the installation', async (t) => {
  t.regex((await api.call('GET /script/analytics.js')).body, /start\(window,\["dub_id","svc_id"\]\)/)
})
