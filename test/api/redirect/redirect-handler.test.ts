import { request } from 'node:http'
import test from 'ava'
import { newClickId, newId } from '../../../shared/kernel/ids.js'
import { publishInvalidation } from '../../../shared/links/link-cache.js'
import { sealPassword } from '../../../shared/links/link-password.js'
import { type Link } from '../../../shared/links/link.entity.js'
import { testApi, type TestApi } from '../../support/api.js'
import { queuedBatches } from '../../support/clicks.js'
import { waitUntil } from '../../support/wait-until.js'

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

let api: TestApi
let workspace: Awaited<ReturnType<TestApi['make']['workspace']>>
test.before(async () => {
  api = await testApi({ TRUST_PROXY: '1', BASE_URL: 'http://api.test', SHORT_DOMAIN: 'go.test' })
  workspace = await api.make.workspace()
  await api.make.domain(null, { slug: 'go.test' })
  await api.make.domain(workspace, {
    slug: 'own.test',
    notFoundUrl: 'https://own.example/404',
    expiredUrl: 'https://own.example/late',
    appleAppSiteAssociation: { applinks: {} },
  })
  await api.make.domain(workspace, { slug: 'case.test', caseSensitive: true })
})
test.after.always(() => api.close())

interface RedirectResponse {
  status: number
  location: string | undefined
  headers: Record<string, string | string[] | undefined>
  cookies: string[]
  body: string
}

/** Sends a request with a Host header, which `fetch` cannot set. */
const follow = (
  url: string,
  { method = 'GET', headers = {}, body = '' }: { method?: string; headers?: Record<string, string>; body?: string } = {},
) =>
  new Promise<RedirectResponse>((resolve, reject) => {
    const { hostname, pathname, search } = new URL(url)
    const path = url.slice(url.indexOf(hostname) + hostname.length) || pathname + search
    const clientRequest = request(
      {
        host: '127.0.0.1',
        port: new URL(api.url).port,
        method,
        path,
        headers: { host: hostname, 'user-agent': chrome, 'x-forwarded-for': '198.51.100.20', ...headers },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk) => (text += chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location,
            headers: response.headers,
            cookies: response.headers['set-cookie'] ?? [],
            body: text,
          }),
        )
      },
    )
    clientRequest.on('error', reject)
    clientRequest.end(body)
  })

type Properties = Partial<Link> & { password?: string }

function link({ password, ...properties }: Properties = {}) {
  const id = newId('link_', Date.now())
  const sealedPassword = sealPassword(api.resources, id, password ?? null)
  return api.make.link(workspace, { id, domain: 'own.test', url: 'https://target.example/page', sealedPassword, ...properties })
}

/** Recorded clicks and exclusions of a link. */
const recordedFor = async (id: string) => {
  const batches = await queuedBatches(api.resources)
  return {
    clicks: batches.flatMap(({ clicks }) => clicks).filter(({ linkId }) => linkId === id),
    excluded: batches.flatMap(({ excluded }) => excluded).filter(({ linkId }) => linkId === id),
  }
}

test('redirects to the destination and records the click before the response', async (t) => {
  const { id, key } = await link()
  const response = await follow(`http://own.test/${key}?a=1`, {
    headers: { 'x-forwarded-for': '203.0.113.7', 'x-geo-country': 'FR', referer: 'https://news.example/' },
  })
  t.is(response.status, 302)
  t.is(response.location, 'https://target.example/page?a=1')
  const { clicks } = await recordedFor(id)
  t.is(clicks.length, 1)
  t.like(clicks[0], {
    url: 'https://target.example/page?a=1',
    ip: '203.0.113.7',
    referer: 'https://news.example/',
    trigger: 'link',
    workspaceId: workspace.id,
  })
  t.is(clicks[0]?.location?.country, 'FR')
})

test('sets X-Powered-By, noindex and the click cookie for the path of the link', async (t) => {
  const { id, key } = await link()
  const { headers, cookies } = await follow(`http://own.test/${key}`)
  t.is(headers['x-powered-by'], 'Tributary')
  t.is(headers['x-robots-tag'], 'googlebot: noindex')
  const { clicks } = await recordedFor(id)
  t.is(cookies[0], `svc_id_own.test_${key}=${clicks[0]?.id}; Path=/${key}; Max-Age=3600; HttpOnly; SameSite=Lax`)
})

test('omits noindex on shared domains and for links with doIndex', async (t) => {
  const { key } = await link({ doIndex: true })
  t.is((await follow(`http://own.test/${key}`)).headers['x-robots-tag'], undefined)
  const shared = await api.make.link(workspace, { domain: 'go.test', url: 'https://t.example' })
  t.is((await follow(`http://go.test/${shared.key}`)).headers['x-robots-tag'], undefined)
})

test('redirects HEAD requests and bots, but records them as exclusions by reason', async (t) => {
  const { id, key } = await link()
  t.is((await follow(`http://own.test/${key}`, { method: 'HEAD' })).status, 302)
  t.is((await follow(`http://own.test/${key}`, { headers: { 'user-agent': 'curl/8' } })).status, 302)
  t.is((await follow(`http://own.test/${key}?bot=1`)).status, 302)
  t.is((await follow(`http://own.test/${key}?dub-no-track=1`)).status, 302)
  t.is((await follow(`http://own.test/${key}`, { headers: { 'svc-no-track': '1' } })).status, 302)
  const { clicks, excluded } = await recordedFor(id)
  t.is(clicks.length, 0)
  t.deepEqual(excluded.map(({ reason }) => reason).sort(), ['bot-query', 'head', 'no-track', 'no-track', 'user-agent'])
})

test('a HEAD request gets no click id, because it is no click', async (t) => {
  const { key } = await link({ trackConversion: true })
  const { location, cookies } = await follow(`http://own.test/${key}`, { method: 'HEAD' })
  t.is(new URL(location ?? '').searchParams.get('svc_id'), null)
  t.deepEqual(cookies, [])
})

test('records clicks on QR codes with the trigger qr', async (t) => {
  const { id, key } = await link()
  t.is((await follow(`http://own.test/${key}?qr=1`)).location, 'https://target.example/page')
  t.is((await recordedFor(id)).clicks[0]?.trigger, 'qr')
})

test('passes the click id of the cookie to destinations with conversion tracking', async (t) => {
  const { key } = await link({ trackConversion: true })
  const first = await follow(`http://own.test/${key}`, { headers: { 'x-forwarded-for': '203.0.113.50' } })
  const clickId = new URL(first.location ?? '').searchParams.get('svc_id')
  t.true(first.cookies[0]?.startsWith(`svc_id_own.test_${key}=${clickId};`))
})

test('a visitor without cookies gets the same click id within an hour', async (t) => {
  const { id, key } = await link({ trackConversion: true })
  const visit = () => follow(`http://own.test/${key}`, { headers: { 'x-forwarded-for': '203.0.113.51' } })
  const [first, second] = [await visit(), await visit()]
  t.is(second.location, first.location)
  const { clicks } = await recordedFor(id)
  t.deepEqual(clicks.map(({ returning }) => String(returning)).sort(), ['true', 'undefined'])
  t.is(new Set(clicks.map(({ id: clickId }) => clickId)).size, 1)
})

test('ignores click cookies with forged ids', async (t) => {
  const { id, key } = await link()
  for (const value of ['zzzzzzzzzzzzzzzz', '0000000000000000', '../../etc'])
    await follow(`http://own.test/${key}`, { headers: { cookie: `svc_id_own.test_${key}=${value}` } })
  const { clicks } = await recordedFor(id)
  t.is(clicks.filter(({ returning }) => returning).length, 0)
})

test('a click cookie from before the link was created is that of an earlier link with its address', async (t) => {
  const before = newClickId(Date.now() - 60_000)
  const { id, key } = await link({ trackConversion: true })
  const { location } = await follow(`http://own.test/${key}`, {
    headers: { cookie: `svc_id_own.test_${key}=${before}`, 'x-forwarded-for': '203.0.113.53' },
  })
  const { clicks } = await recordedFor(id)
  t.deepEqual(
    clicks.map((click) => [click.id, click.returning]),
    [[new URL(location ?? '').searchParams.get('svc_id'), undefined]],
  )
  t.not(clicks[0]?.id, before)
})

// Serial, because under load the redirect does not wait for the store, and the click is only found after ingestion.
test.serial('a click whose id was passed to the destination can be looked up before it is ingested', async (t) => {
  const { key } = await link({ trackConversion: true })
  const { location } = await follow(`http://own.test/${key}`, { headers: { 'x-forwarded-for': '203.0.113.52' } })
  const facts = await api.resources.store.get(`click:${new URL(location ?? '').searchParams.get('svc_id')}`)
  t.is(JSON.parse(facts ?? '{}').key, key)
})

test('finds keys in any case, with accents and in any script', async (t) => {
  await link({ key: 'Spring-Sale', lookupKey: 'spring-sale' })
  t.is((await follow('http://own.test/sPRING-sale')).status, 302)
  const caller = await api.make.caller({ role: 'owner' })
  for (const key of ['한국', 'שלום', 'a/b/ü']) {
    const created = await api.call('POST /links', { key: caller.key, body: { url: 'https://t.example', key } })
    t.is(created.status, 200)
    t.is((await follow(`http://go.test/${encodeURI(key)}`)).status, 302, key)
    await api.call(`DELETE /links/${created.body.id}`, { key: caller.key })
  }
})

test('keys are case-sensitive on case-sensitive domains', async (t) => {
  await api.make.link(workspace, { domain: 'case.test', key: 'Abc', lookupKey: 'Abc', url: 'https://t.example' })
  t.is((await follow('http://case.test/Abc')).status, 302)
  t.is((await follow('http://case.test/abc')).status, 404)
})

test('ignores www., a final dot and the port of the host', async (t) => {
  const { key } = await link()
  for (const host of ['WWW.own.test:8080', 'own.test.', 'own.test.:8080'])
    t.is((await follow(`http://own.test/${key}`, { headers: { host } })).status, 302, host)
})

test('a path with a space is a key of its own, which no link has', async (t) => {
  const { key } = await link()
  for (const path of [`${key}%20anything`, '_root%20x']) {
    t.is((await follow(`http://own.test/${path}`)).location, 'https://own.example/404', path)
  }
})

test('an unknown link redirects to notFoundUrl of its domain, else shows a page', async (t) => {
  const response = await follow('http://own.test/nothing')
  t.deepEqual([response.status, response.location, response.headers['x-robots-tag']], [307, 'https://own.example/404', undefined])
  const page = await follow('http://go.test/nothing')
  t.is(page.status, 404)
  t.regex(page.body, /<h1>Link not found<\/h1>/)
})

test('a path that is too long for a key leads to no link', async (t) => {
  for (const path of ['k'.repeat(5000), encodeURIComponent(`${'\u0080'.repeat(2000)}\u{10ffff}`)])
    t.is((await follow(`http://own.test/${path}`)).location, 'https://own.example/404')
})

test('/stats/ and the key of a link lead to its shared dashboard', async (t) => {
  const shared = await link()
  const id = newId('dash_')
  await api.resources.database.pool.query(
    'insert into dashboards (id, workspace_id, link_id, show_conversions, created_at, updated_at) values ($1, $2, $3, false, now(), now())',
    [id, workspace.id, shared.id],
  )
  t.like(await follow(`http://own.test/stats/${shared.key}`), { status: 302, location: `http://api.test/share/${id}` })
  const { key } = await link()
  for (const path of [key, 'nothing', ''])
    t.like(await follow(`http://own.test/stats/${path}`), { status: 307, location: 'https://own.example/404' })
  const taken = await link({ key: 'stats/taken' })
  t.is((await follow('http://own.test/stats/taken')).location, taken.url, 'a link with that key wins')
})

test('redirects vulnerability probes to the bare domain without recording them', async (t) => {
  for (const path of ['/wp-login.php', '/.well-known/security.txt', '/x.php7'])
    t.deepEqual(
      [(await follow(`http://own.test${path}`)).status, (await follow(`http://own.test${path}`)).location],
      [302, '/?svc-no-track=1'],
    )
})

test('serves the app association files of the domain', async (t) => {
  const response = await follow('http://own.test/.well-known/apple-app-site-association')
  t.deepEqual([response.status, response.body], [200, '{"applinks":{}}'])
  t.is((await follow('http://own.test/.well-known/assetlinks.json')).status, 302)
})

test('an expired link redirects to its expiredUrl, else to that of its domain, else shows a page', async (t) => {
  const expiresAt = new Date(Date.now() - 1000)
  const own = await link({ expiresAt, expiredUrl: 'https://late.example' })
  t.deepEqual(
    [(await follow(`http://own.test/${own.key}`)).status, (await follow(`http://own.test/${own.key}`)).location],
    [302, 'https://late.example'],
  )
  const domains = await link({ expiresAt })
  t.deepEqual(
    [(await follow(`http://own.test/${domains.key}`)).status, (await follow(`http://own.test/${domains.key}`)).location],
    [307, 'https://own.example/late'],
  )
  const page = await api.make.link(workspace, { domain: 'go.test', url: 'https://t.example', expiresAt })
  t.is((await follow(`http://go.test/${page.key}`)).status, 410)
})

test('a protected link shows a form, rejects a wrong password, and sets a cookie for the right one', async (t) => {
  const { id, key } = await link({ password: 'open <sesame>' })
  const url = `http://own.test/${key}?a=1`
  const form = await follow(url)
  t.is(form.status, 200)
  t.regex(form.body, new RegExp(`<form method="post" action="/${key}\\?a=1">`))
  t.false(form.body.includes('target.example'))
  const wrong = await follow(url, { method: 'POST', body: 'password=no', headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  t.is(wrong.status, 403)
  const right = await follow(url, { method: 'POST', body: new URLSearchParams({ password: 'open <sesame>' }).toString() })
  t.deepEqual([right.status, right.location], [303, `/${key}?a=1`])
  const cookie = right.cookies[0] ?? ''
  t.regex(cookie, new RegExp(`^svc_password_${id}=[\\w-]+; Path=/${key}; HttpOnly; SameSite=Lax$`))
  t.is((await follow(url, { headers: { cookie: cookie.split(';')[0] ?? '' } })).location, 'https://target.example/page?a=1')
  t.is((await recordedFor(id)).clicks.length, 1)
})

test('the cookie of a protected link ends when its password changes', async (t) => {
  const { id, key } = await link({ password: 'first' })
  const url = `http://own.test/${key}`
  const entered = await follow(url, { method: 'POST', body: 'password=first' })
  const headers = { cookie: entered.cookies[0]?.split(';')[0] ?? '' }
  t.is((await follow(url, { headers })).status, 302)
  const sealedPassword = sealPassword(api.resources, id, 'second')
  await api.resources.database.pool.query('update links set sealed_password = $2 where id = $1', [id, sealedPassword])
  await publishInvalidation(api.resources.store, [['own.test', key]])
  const again = await follow(url, { headers })
  t.is(again.status, 200)
  t.true(again.body.includes('Password required'))
})

test('accepts the password in the query and does not pass it on', async (t) => {
  const { key } = await link({ password: 'sesame' })
  t.is((await follow(`http://own.test/${key}?pw=sesame`)).location, 'https://target.example/page')
  t.is((await follow(`http://own.test/${key}?pw=wrong`)).status, 200)
})

test('sets the password cookie for the path as requested, so that every spelling of a key works', async (t) => {
  await link({ key: 'xn--secret-gva', lookupKey: 'xn--secret-gva', password: 'sesame' })
  for (const path of ['/secret%C3%A9', '/SECRET%C3%A9']) {
    const right = await follow(`http://own.test${path}`, { method: 'POST', body: 'password=sesame' })
    t.is(right.status, 303)
    t.true(right.cookies[0]?.includes(`; Path=${path};`))
    t.is((await follow(`http://own.test${path}`, { headers: { cookie: right.cookies[0]?.split(';')[0] ?? '' } })).status, 302)
  }
})

test('a path with two leading slashes does not redirect to another host', async (t) => {
  await link({ key: 'other.example', lookupKey: 'other.example', password: 'sesame' })
  t.is((await follow('http://own.test//other.example', { method: 'POST', body: 'password=sesame' })).location, '/other.example')
})

test('limits wrong passwords in the query per visitor', async (t) => {
  const { key } = await link({ password: 'sesame' })
  const guess = (pw: string, ip = '203.0.113.66') => follow(`http://own.test/${key}?pw=${pw}`, { headers: { 'x-forwarded-for': ip } })
  for (let at = 0; at < 30; at++) t.is((await guess(`no-${at}`)).status, 200)
  t.is((await guess('sesame')).status, 200)
  t.is((await guess('sesame', '203.0.113.67')).status, 302)
})

test('limits password attempts per link and visitor', async (t) => {
  const { key } = await link({ password: 'sesame' })
  const enter = (password: string, ip: string) =>
    follow(`http://own.test/${key}`, { method: 'POST', body: `password=${password}`, headers: { 'x-forwarded-for': ip } })
  const guess = () => enter('x', '203.0.113.80')
  const answers = await Promise.all(Array.from({ length: 31 }, guess))
  t.is(answers.filter(({ status }) => status === 429).length, 1)
  t.is((await enter('sesame', '203.0.113.80')).status, 429)
  t.is((await enter('sesame', '203.0.113.81')).status, 303)
})

test('a plus after the key shows the destination and records no click', async (t) => {
  const { id, key } = await link({ title: 'A <b>title</b>' })
  const { status, body } = await follow(`http://own.test/${key}+`)
  t.is(status, 200)
  t.true(body.includes('https://target.example/page') && body.includes('A &lt;b&gt;title&lt;/b&gt;'))
  t.is((await recordedFor(id)).clicks.length, 0)
})

test('returns 403 for a banned link and not found for a disabled one', async (t) => {
  const banned = await link({ bannedAt: new Date() })
  t.is((await follow(`http://own.test/${banned.key}`)).status, 403)
  const disabled = await link({ disabledAt: new Date() })
  t.deepEqual(
    [(await follow(`http://own.test/${disabled.key}`)).status, (await follow(`http://own.test/${disabled.key}`)).location],
    [307, 'https://own.example/404'],
  )
})

test('shows the custom preview to bots and redirects visitors', async (t) => {
  const { key } = await link({ proxy: true, title: 'Say "hi"', image: 'https://img.example/a.png' })
  const preview = await follow(`http://own.test/${key}`, { headers: { 'user-agent': 'facebookexternalhit/1.1' } })
  t.is(preview.status, 200)
  t.true(
    preview.body.includes('<meta property="og:title" content="Say &quot;hi&quot;">') &&
      preview.body.includes('content="https://img.example/a.png"'),
  )
  t.is((await follow(`http://own.test/${key}`)).status, 302)
})

test('a cloaked link shows its destination in a frame and records a click', async (t) => {
  const { id, key } = await link({ rewrite: true })
  const { status, body } = await follow(`http://own.test/${key}?a=1&b=2`)
  t.is(status, 200)
  t.true(body.includes('<iframe src="https://target.example/page?a=1&amp;b=2"'))
  t.is((await recordedFor(id)).clicks.length, 1)
})

test('opens app schemes with a page that works without script', async (t) => {
  const { key } = await link({ url: 'mailto:a@b.example' })
  t.true((await follow(`http://own.test/${key}`)).body.includes('<meta http-equiv="refresh" content="0; url=mailto:a@b.example">'))
})

test('redirects by device and country', async (t) => {
  const { key } = await link({ ios: 'https://apps.example/ios', geo: { FR: 'https://fr.example' } })
  t.is((await follow(`http://own.test/${key}`, { headers: { 'user-agent': iPhone } })).location, 'https://apps.example/ios')
  t.is((await follow(`http://own.test/${key}`, { headers: { 'x-geo-country': 'FR' } })).location, 'https://fr.example')
  t.is((await follow(`http://own.test/${key}`, { headers: { 'x-geo-country': 'DE' } })).location, 'https://target.example/page')
})

test('a browser keeps its A/B test variant', async (t) => {
  const testVariants = [
    { url: 'https://a.example/', percentage: 50 },
    { url: 'https://b.example/', percentage: 50 },
  ]
  const { key } = await link({ testVariants, testCompletedAt: new Date(Date.now() + 60_000) })
  const first = await follow(`http://own.test/${key}`)
  const cookie = first.cookies.find((one) => one.startsWith('svc_test_url=')) ?? ''
  t.regex(cookie, /Max-Age=604800/)
  for (let visit = 0; visit < 5; visit++)
    t.is((await follow(`http://own.test/${key}`, { headers: { cookie: cookie.split(';')[0] ?? '' } })).location, first.location)
})

test('percent-encodes non-ASCII destinations in the Location header', async (t) => {
  const { key } = await link({ url: 'https://target.example/größe' })
  t.is((await follow(`http://own.test/${key}`)).location, 'https://target.example/gr%C3%B6%C3%9Fe')
})

test('the bare domain of a workspace redirects permanently, or shows a placeholder', async (t) => {
  await api.make.domain(workspace, { slug: 'root.test' })
  t.is((await follow('http://root.test/')).status, 200)
  await api.make.link(workspace, { domain: 'root.test', key: '_root', lookupKey: '_root', url: 'https://home.example' })
  const response = await waitUntil(async () => {
    const response = await follow('http://root.test/')
    return response.status === 301 ? response : undefined
  })
  t.is(response.location, 'https://home.example')
})

test('the API host serves only the API; other domains may have links named like API paths', async (t) => {
  await link({ key: 'links', lookupKey: 'links' })
  t.is((await follow('http://own.test/links')).status, 302)
  t.is((await follow('http://api.test/links')).status, 401)
  t.is((await follow('http://own.test/api/links')).status, 401)
})

test('an unknown host serves the API first, then the default short domain', async (t) => {
  const { key } = await api.make.link(workspace, { domain: 'go.test', url: 'https://t.example' })
  t.is((await follow('http://127.0.0.1/links')).status, 401)
  t.is((await follow(`http://127.0.0.1/${key}`)).status, 302)
  t.is((await follow('http://127.0.0.1/not-a-link')).status, 404)
})

test('the case of an API path decides nothing: no link can have its key', async (t) => {
  for (const path of ['127.0.0.1/LINKS', '127.0.0.1/Links/info', '127.0.0.1/API/links', 'own.test/API/links', 'own.test/Api/Links'])
    t.is((await follow(`http://${path}`)).status, 401, path)
  t.regex((await follow('http://own.test/api?a')).body, /^\{"openapi"/)
  t.is((await follow('http://own.test/apis')).location, 'https://own.example/404')
})

test('updates and deletions take effect immediately', async (t) => {
  const caller = await api.make.caller({ role: 'owner' })
  const created = await api.call('POST /links', { key: caller.key, body: { url: 'https://one.example' } })
  const url = `http://go.test/${created.body.key}`
  t.is((await follow(url)).location, 'https://one.example')
  await api.call(`PATCH /links/${created.body.id}`, { key: caller.key, body: { url: 'https://two.example' } })
  t.true(await waitUntil(async () => (await follow(url)).location === 'https://two.example', 1500))
  await api.call(`DELETE /links/${created.body.id}`, { key: caller.key })
  t.true(await waitUntil(async () => (await follow(url)).status === 404, 1500))
})

const pixel = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'
const iosStore = 'https://apps.apple.com/app/id1'
const androidStore = 'https://play.google.com/store/apps/details?id=app'

/** A link to both stores, on a domain of its own that is associated with the iOS app. */
async function appLink(properties: Properties = {}, domain: Parameters<TestApi['make']['domain']>[1] = {}) {
  const { slug } = await api.make.domain(workspace, {
    appleAppSiteAssociation: { applinks: {} },
    deepviewData: { appName: 'Tea <3', description: 'All teas', image: 'https://cdn.example/tea.png' },
    ...domain,
  })
  const made = await link({ domain: slug, ios: iosStore, android: androidStore, ...properties })
  return { ...made, address: `http://${slug}/${made.key}` }
}

test('a visitor on the way to the store of an associated app sees a page that offers the app, and counts as a click', async (t) => {
  const { id, domain, key, address } = await appLink()
  const headers = { 'user-agent': iPhone }
  const answer = await follow(`${address}?utm_source=mail`, { headers })
  t.deepEqual([answer.status, answer.location], [307, `http://api.test/deeplink/${domain}/${key}?utm_source=mail`])
  t.like((await recordedFor(id)).clicks[0], { url: `${iosStore}?utm_source=mail` })

  const page = await follow(answer.location as string, { headers })
  t.is(page.status, 200)
  t.regex(page.body, /Open in Tea &lt;3/)
  t.true(page.body.includes('All teas') && page.body.includes('src="https://cdn.example/tea.png"'), page.body)
  t.true(page.body.includes(`href="${iosStore}?utm_source=mail"`), page.body)
  const [openUrl] = /https?:[^"]+skip_deeplink_preview=1/.exec(page.body) as RegExpExecArray
  t.true(openUrl.includes(`${domain}/${key}?utm_source=mail`), openUrl)
  t.is((await follow(`${address}?skip_deeplink_preview=1`, { headers })).location, iosStore)
})

test('the page that offers an app passes on all values of a repeated query parameter', async (t) => {
  const { address } = await appLink()
  const headers = { 'user-agent': iPhone }
  const page = await follow((await follow(`${address}?size=s&size=m`, { headers })).location as string, { headers })
  const targets = [...page.body.matchAll(/href="([^"]+size=[^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))
  t.deepEqual(targets, [`${address}?size=s&size=m&skip_deeplink_preview=1`.replace('http:', 'https:'), `${iosStore}?size=s&size=m`])
})

test('the page that offers an app passes on the query of the short link byte for byte', async (t) => {
  const { address } = await appLink({ ios: `${iosStore}?mt=8&preview` })
  const headers = { 'user-agent': iPhone }
  const query = 'flag&empty=&a=b+c%20d&A%2Bb=%e4&s=/x:y'
  const page = await follow((await follow(`${address}?${query}`, { headers })).location as string, { headers })
  const targets = [...page.body.matchAll(/href="([^"]+flag[^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))
  t.deepEqual(targets, [`${address}?${query}&skip_deeplink_preview=1`.replace('http:', 'https:'), `${iosStore}?mt=8&preview&${query}`])
})

test('keys with slashes and bare domains have a page that offers the app', async (t) => {
  for (const key of ['a/b', '_root']) {
    const { address, domain } = await appLink({ key, lookupKey: key })
    const headers = { 'user-agent': iPhone }
    const answer = await follow(key === '_root' ? `http://${domain}/` : address, { headers })
    t.is(answer.location, `http://api.test/deeplink/${domain}/${encodeURIComponent(key)}`)
    t.is((await follow(answer.location as string, { headers })).status, 200)
  }
})

test('the page that offers an app is left out without association, content, store or phone', async (t) => {
  const follows = async (one: { address: string }, userAgent: string) =>
    (await follow(one.address, { headers: { 'user-agent': userAgent } })).location
  const linked = await appLink()
  t.is(await follows(linked, chrome), 'https://target.example/page')
  t.true((await follows(linked, pixel))?.startsWith(androidStore), 'the domain has no assetLinks')
  t.is(await follows(await appLink({}, { deepviewData: {} }), iPhone), iosStore)
  t.is(await follows(await appLink({}, { appleAppSiteAssociation: null }), iPhone), iosStore)
  t.is(await follows(await appLink({ ios: 'https://ios.example/x' }), iPhone), 'https://ios.example/x')
  const android = await appLink({}, { assetLinks: [{}] })
  t.is(await follows(android, pixel), `http://api.test/deeplink/${android.domain}/${android.key}`)
})

test('the page that offers an app never shows where a protected, expired or unknown link leads', async (t) => {
  const headers = { 'user-agent': iPhone }
  for (const properties of [{ password: 'secret' }, { expiresAt: new Date(Date.now() - 1000) }, { disabledAt: new Date() }]) {
    const { domain, key } = await appLink(properties)
    const answer = await follow(`http://api.test/deeplink/${domain}/${key}`, { headers })
    t.is(answer.status, 302)
    t.false(`${answer.location} ${answer.body}`.includes('apple.com'), `${answer.location} ${answer.body}`)
  }
  t.is((await follow('http://api.test/deeplink/none.test/x', { headers })).status, 404)
  const { address, domain } = await appLink({ password: 'secret' })
  t.is((await follow(`${address}?pw=secret`, { headers })).location, iosStore, domain)
})
