import { runInNewContext, Script } from 'node:vm'
import { gzipSync } from 'node:zlib'
import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example', CLICK_ID_PARAM: 'dub_id' })
})
test.after.always(() => api?.close())

test('the client script is small, available to any origin, and cacheable', async (t) => {
  const { status, headers, body } = await api.call('GET /script/analytics.js')
  t.is(status, 200)
  t.is(headers.get('content-type'), 'text/javascript; charset=utf-8')
  t.is(headers.get('access-control-allow-origin'), '*')
  t.is(headers.get('cache-control'), 'public, max-age=3600')
  t.true(gzipSync(body).length < 5000)
  t.truthy(headers.get('etag'))
})

test('the client script calls only functions that it contains', async (t) => {
  const { body } = await api.call('GET /script/analytics.js')
  const defined = new Set([...body.matchAll(/^function (\w+)/gm)].map(([, name]: RegExpMatchArray) => name))
  const allowed = new Set([
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
    'args',
  ])
  const called = [...body.matchAll(/(?<![.\w])([a-zA-Z]\w*)\(/g)].map(([, name]: RegExpMatchArray) => name as string)
  t.deepEqual(
    [...new Set(called)].filter((name) => !defined.has(name) && !allowed.has(name)),
    [],
  )
  t.notThrows(() => new Script(body))
})

test('the client script is available under the feature names of its loaders', async (t) => {
  for (const name of ['script.js', 'analytics.site-visit.js', 'analytics.site-visit.outbound-domains.conversion-tracking.js'])
    t.is((await api.call(`GET /script/${name}`)).status, 200, name)
  for (const name of ['other.js', 'analytics.nonsense.js', 'analytics']) t.is((await api.call(`GET /script/${name}`)).status, 404, name)
})

test('the client script uses the configured name of the click id', async (t) => {
  t.regex((await api.call('GET /script/analytics.js')).body, /start\(window,\["dub_id","svc_id"\]\)/)
})

test('a conversion without a click id uses the stored one', async (t) => {
  const { body: script } = await api.call('GET /script/analytics.js')
  const sent: { clickId?: string }[] = []
  const window = {
    URL,
    URLSearchParams,
    location: { href: 'http://shop.example/?dub_id=click_1', hostname: 'shop.example', search: '?dub_id=click_1', protocol: 'http:' },
    document: { cookie: '', referrer: '', currentScript: null, querySelector: () => null },
    fetch: (_: string, { body }: { body: string }) => {
      sent.push(JSON.parse(body))
      return Promise.resolve({ ok: true, json: () => Promise.resolve({}) })
    },
  } as Record<string, any>
  window.window = window
  runInNewContext(script, window)
  const { trackLead, trackSale } = window.tributary
  await trackLead({ clickId: undefined, eventName: 'Sign up' })
  await trackSale({ clickId: null, amount: 100 })
  await trackLead({ clickId: 'click_2' })
  await trackLead({ clickId: '' })
  t.deepEqual(
    sent.map(({ clickId }) => clickId),
    ['click_1', 'click_1', 'click_2', ''],
  )
})
