import { request } from 'node:http'
import test from 'ava'
import { type Link } from '../../../shared/links/link.entity.js'
import { testApi, type TestApi } from '../../support/api.js'
import { waitingBatches } from '../../support/clicks.js'
import { until } from '../../support/until.js'

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

interface Seen {
  status: number
  location: string | undefined
  headers: Record<string, string | string[] | undefined>
  cookies: string[]
  body: string
}

/** As a browser would ask; `fetch` can't name a host of its own. */
const follow = (
  url: string,
  { method = 'GET', headers = {}, body = '' }: { method?: string; headers?: Record<string, string>; body?: string } = {},
) =>
  new Promise<Seen>((resolve, reject) => {
    const { hostname, pathname, search } = new URL(url)
    const path = url.slice(url.indexOf(hostname) + hostname.length) || pathname + search
    const sent = request(
      {
        host: '127.0.0.1',
        port: new URL(api.url).port,
        method,
        path,
        headers: { host: hostname, 'user-agent': chrome, 'x-forwarded-for': '198.51.100.20', ...headers },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk) => (text += chunk))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            location: answer.headers.location,
            headers: answer.headers,
            cookies: answer.headers['set-cookie'] ?? [],
            body: text,
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })

const link = (given: Partial<Link> = {}) => api.make.link(workspace, { domain: 'own.test', url: 'https://target.example/page', ...given })

/** What was recorded for a link. */
const recordedFor = async (id: string) => {
  const batches = await waitingBatches(api.resources)
  return {
    clicks: batches.flatMap(({ clicks }) => clicks).filter(({ linkId }) => linkId === id),
    excluded: batches.flatMap(({ excluded }) => excluded).filter(({ linkId }) => linkId === id),
  }
}

test('a short link leads to its destination, and its click is recorded before the answer', async (t) => {
  const { id, key } = await link()
  const answer = await follow(`http://own.test/${key}?a=1`, {
    headers: { 'x-forwarded-for': '203.0.113.7', 'x-geo-country': 'FR', referer: 'https://news.example/' },
  })
  t.is(answer.status, 302)
  t.is(answer.location, 'https://target.example/page?a=1')
  const { clicks } = await recordedFor(id)
  t.is(clicks.length, 1)
  t.like(clicks[0], {
    url: 'https://target.example/page?a=1',
    ip: '203.0.113.7',
    referer: 'https://news.example/',
    trigger: 'link',
    workspaceId: workspace.id,
  })
  t.is(clicks[0]?.place?.country, 'FR')
})

test('the answer names the product, keeps robots away and sets the click cookie for the path of the link', async (t) => {
  const { id, key } = await link()
  const { headers, cookies } = await follow(`http://own.test/${key}`)
  t.is(headers['x-powered-by'], 'Tributary')
  t.is(headers['x-robots-tag'], 'googlebot: noindex')
  const { clicks } = await recordedFor(id)
  t.is(cookies[0], `svc_id_own.test_${key}=${clicks[0]?.id}; Path=/${key}; Max-Age=3600; HttpOnly; SameSite=Lax`)
})

test('robots are welcome on the own domain of the service and where a link says so', async (t) => {
  const { key } = await link({ doIndex: true })
  t.is((await follow(`http://own.test/${key}`)).headers['x-robots-tag'], undefined)
  const shared = await api.make.link(workspace, { domain: 'go.test', url: 'https://t.example' })
  t.is((await follow(`http://go.test/${shared.key}`)).headers['x-robots-tag'], undefined)
})

test('HEAD and bots are led on and counted by reason, not as clicks', async (t) => {
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

test('a QR code is its own trigger', async (t) => {
  const { id, key } = await link()
  t.is((await follow(`http://own.test/${key}?qr=1`)).location, 'https://target.example/page')
  t.is((await recordedFor(id)).clicks[0]?.trigger, 'qr')
})

test('the click id is told to a destination that waits for conversions, and is the one of the cookie', async (t) => {
  const { key } = await link({ trackConversion: true })
  const first = await follow(`http://own.test/${key}`, { headers: { 'x-forwarded-for': '203.0.113.50' } })
  const told = new URL(first.location ?? '').searchParams.get('svc_id')
  t.true(first.cookies[0]?.startsWith(`svc_id_own.test_${key}=${told};`))
})

test('a visitor without cookies is told the same click id within the hour', async (t) => {
  const { id, key } = await link({ trackConversion: true })
  const ask = () => follow(`http://own.test/${key}`, { headers: { 'x-forwarded-for': '203.0.113.51' } })
  const [first, second] = [await ask(), await ask()]
  t.is(second.location, first.location)
  const { clicks } = await recordedFor(id)
  t.deepEqual(clicks.map(({ returning }) => String(returning)).sort(), ['true', 'undefined'])
  t.is(new Set(clicks.map(({ id: clickId }) => clickId)).size, 1)
})

test('a cookie that we could not have set is not believed', async (t) => {
  const { id, key } = await link()
  for (const value of ['zzzzzzzzzzzzzzzz', '0000000000000000', '../../etc'])
    await follow(`http://own.test/${key}`, { headers: { cookie: `svc_id_own.test_${key}=${value}` } })
  const { clicks } = await recordedFor(id)
  t.is(clicks.filter(({ returning }) => returning).length, 0)
})

// By itself: where the store is too busy for a visitor to wait for, such a click is found once it is ingested.
test.serial('a click whose id was told can be looked up before it is ingested', async (t) => {
  const { key } = await link({ trackConversion: true })
  const { location } = await follow(`http://own.test/${key}`, { headers: { 'x-forwarded-for': '203.0.113.52' } })
  const facts = await api.resources.store.get(`click:${new URL(location ?? '').searchParams.get('svc_id')}`)
  t.is(JSON.parse(facts ?? '{}').key, key)
})

test('keys compare without case, with accents and in every script', async (t) => {
  await link({ key: 'Spring-Sale', lookupKey: 'spring-sale' })
  t.is((await follow('http://own.test/sPRING-sale')).status, 302)
  const caller = await api.make.caller({ role: 'owner' })
  for (const key of ['한국', 'שלום', 'a/b/ü']) {
    const made = await api.call('POST /links', { key: caller.key, body: { url: 'https://t.example', key } })
    t.is(made.status, 200)
    t.is((await follow(`http://go.test/${encodeURI(key)}`)).status, 302, key)
    await api.call(`DELETE /links/${made.body.id}`, { key: caller.key })
  }
})

test('a domain may tell cases apart', async (t) => {
  await api.make.link(workspace, { domain: 'case.test', key: 'Abc', lookupKey: 'Abc', url: 'https://t.example' })
  t.is((await follow('http://case.test/Abc')).status, 302)
  t.is((await follow('http://case.test/abc')).status, 404)
})

test('www. in front of a domain and a port behind it do not matter', async (t) => {
  const { key } = await link()
  t.is((await follow(`http://own.test/${key}`, { headers: { host: 'WWW.own.test:8080' } })).status, 302)
})

test('a link that is not there leads where its domain says, else to a page', async (t) => {
  const answer = await follow('http://own.test/nothing')
  t.deepEqual([answer.status, answer.location, answer.headers['x-robots-tag']], [307, 'https://own.example/404', undefined])
  const page = await follow('http://go.test/nothing')
  t.is(page.status, 404)
  t.regex(page.body, /<h1>Link not found<\/h1>/)
})

test('probes for programs of other kinds are sent to the front without being counted', async (t) => {
  for (const path of ['/wp-login.php', '/.well-known/security.txt', '/x.php7'])
    t.deepEqual(
      [(await follow(`http://own.test${path}`)).status, (await follow(`http://own.test${path}`)).location],
      [302, '/?svc-no-track=1'],
    )
})

test('app association files come from the domain', async (t) => {
  const answer = await follow('http://own.test/.well-known/apple-app-site-association')
  t.deepEqual([answer.status, answer.body], [200, '{"applinks":{}}'])
  t.is((await follow('http://own.test/.well-known/assetlinks.json')).status, 302)
})

test('an expired link leads to its own address, to that of its domain, or to a page', async (t) => {
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

test('a protected link asks, refuses a wrong password, opens for the right one and remembers', async (t) => {
  const { id, key } = await link({ password: 'open <sesame>' })
  const url = `http://own.test/${key}?a=1`
  const asked = await follow(url)
  t.is(asked.status, 200)
  t.regex(asked.body, new RegExp(`<form method="post" action="/${key}\\?a=1">`))
  t.false(asked.body.includes('target.example'))
  const wrong = await follow(url, { method: 'POST', body: 'password=no', headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  t.is(wrong.status, 403)
  const right = await follow(url, { method: 'POST', body: new URLSearchParams({ password: 'open <sesame>' }).toString() })
  t.deepEqual([right.status, right.location], [303, `/${key}?a=1`])
  const cookie = right.cookies[0] ?? ''
  t.regex(cookie, new RegExp(`^svc_password_${id}=[\\w-]+; Path=/${key}; HttpOnly; SameSite=Lax$`))
  t.is((await follow(url, { headers: { cookie: cookie.split(';')[0] ?? '' } })).location, 'https://target.example/page?a=1')
  t.is((await recordedFor(id)).clicks.length, 1)
})

test('the password may stand in the query, and goes no further', async (t) => {
  const { key } = await link({ password: 'sesame' })
  t.is((await follow(`http://own.test/${key}?pw=sesame`)).location, 'https://target.example/page')
  t.is((await follow(`http://own.test/${key}?pw=wrong`)).status, 200)
})

test('the cookie is for the address as the visitor wrote it, so that a protected link opens in every spelling', async (t) => {
  await link({ key: 'xn--secret-gva', lookupKey: 'xn--secret-gva', password: 'sesame' })
  for (const path of ['/secret%C3%A9', '/SECRET%C3%A9']) {
    const right = await follow(`http://own.test${path}`, { method: 'POST', body: 'password=sesame' })
    t.is(right.status, 303)
    t.true(right.cookies[0]?.includes(`; Path=${path};`))
    t.is((await follow(`http://own.test${path}`, { headers: { cookie: right.cookies[0]?.split(';')[0] ?? '' } })).status, 302)
  }
})

test('an address that begins with two slashes leads nobody to another host', async (t) => {
  await link({ key: 'other.example', lookupKey: 'other.example', password: 'sesame' })
  t.is((await follow('http://own.test//other.example', { method: 'POST', body: 'password=sesame' })).location, '/other.example')
})

test('a password is not to be guessed in the address either; one visitor who tries shuts out nobody else', async (t) => {
  const { key } = await link({ password: 'sesame' })
  const guess = (pw: string, ip = '203.0.113.66') => follow(`http://own.test/${key}?pw=${pw}`, { headers: { 'x-forwarded-for': ip } })
  for (let at = 0; at < 30; at++) t.is((await guess(`no-${at}`)).status, 200)
  t.is((await guess('sesame')).status, 200)
  t.is((await guess('sesame', '203.0.113.67')).status, 302)
})

test('a password is not to be guessed', async (t) => {
  const { key } = await link({ password: 'sesame' })
  const guess = () => follow(`http://own.test/${key}`, { method: 'POST', body: 'password=x' })
  const answers = await Promise.all(Array.from({ length: 31 }, guess))
  t.is(answers.filter(({ status }) => status === 429).length, 1)
  t.is((await follow(`http://own.test/${key}`, { method: 'POST', body: 'password=sesame' })).status, 429)
})

test('a plus behind the key shows where the link leads, and does not count', async (t) => {
  const { id, key } = await link({ title: 'A <b>title</b>' })
  const { status, body } = await follow(`http://own.test/${key}+`)
  t.is(status, 200)
  t.true(body.includes('https://target.example/page') && body.includes('A &lt;b&gt;title&lt;/b&gt;'))
  t.is((await recordedFor(id)).clicks.length, 0)
})

test('a banned link is blocked, a disabled one is not found', async (t) => {
  const banned = await link({ bannedAt: new Date() })
  t.is((await follow(`http://own.test/${banned.key}`)).status, 403)
  const disabled = await link({ disabledAt: new Date() })
  t.deepEqual(
    [(await follow(`http://own.test/${disabled.key}`)).status, (await follow(`http://own.test/${disabled.key}`)).location],
    [307, 'https://own.example/404'],
  )
})

test('a bot is shown the custom preview, a person is led on', async (t) => {
  const { key } = await link({ proxy: true, title: 'Say "hi"', image: 'https://img.example/a.png' })
  const preview = await follow(`http://own.test/${key}`, { headers: { 'user-agent': 'facebookexternalhit/1.1' } })
  t.is(preview.status, 200)
  t.true(
    preview.body.includes('<meta property="og:title" content="Say &quot;hi&quot;">') &&
      preview.body.includes('content="https://img.example/a.png"'),
  )
  t.is((await follow(`http://own.test/${key}`)).status, 302)
})

test('a cloaked link shows its destination in a frame and counts', async (t) => {
  const { id, key } = await link({ rewrite: true })
  const { status, body } = await follow(`http://own.test/${key}?a=1&b=2`)
  t.is(status, 200)
  t.true(body.includes('<iframe src="https://target.example/page?a=1&amp;b=2"'))
  t.is((await recordedFor(id)).clicks.length, 1)
})

test('a program address is opened by a page that works without script', async (t) => {
  const { key } = await link({ url: 'mailto:a@b.example' })
  t.true((await follow(`http://own.test/${key}`)).body.includes('<meta http-equiv="refresh" content="0; url=mailto:a@b.example">'))
})

test('devices and countries go their own way', async (t) => {
  const { key } = await link({ ios: 'https://apps.example/ios', geo: { FR: 'https://fr.example' } })
  t.is((await follow(`http://own.test/${key}`, { headers: { 'user-agent': iPhone } })).location, 'https://apps.example/ios')
  t.is((await follow(`http://own.test/${key}`, { headers: { 'x-geo-country': 'FR' } })).location, 'https://fr.example')
  t.is((await follow(`http://own.test/${key}`, { headers: { 'x-geo-country': 'DE' } })).location, 'https://target.example/page')
})

test('a browser keeps the variant of a test', async (t) => {
  const testVariants = [
    { url: 'https://a.example/', percentage: 50 },
    { url: 'https://b.example/', percentage: 50 },
  ]
  const { key } = await link({ testVariants, testCompletedAt: new Date(Date.now() + 60_000) })
  const first = await follow(`http://own.test/${key}`)
  const cookie = first.cookies.find((one) => one.startsWith('svc_test_url=')) ?? ''
  t.regex(cookie, /Max-Age=604800/)
  for (let again = 0; again < 5; again++)
    t.is((await follow(`http://own.test/${key}`, { headers: { cookie: cookie.split(';')[0] ?? '' } })).location, first.location)
})

test('a destination beyond ASCII is written as a header may hold it', async (t) => {
  const { key } = await link({ url: 'https://target.example/größe' })
  t.is((await follow(`http://own.test/${key}`)).location, 'https://target.example/gr%C3%B6%C3%9Fe')
})

test('the bare domain of a workspace leads on for good, or shows a placeholder', async (t) => {
  await api.make.domain(workspace, { slug: 'root.test' })
  t.is((await follow('http://root.test/')).status, 200)
  await api.make.link(workspace, { domain: 'root.test', key: '_root', lookupKey: '_root', url: 'https://home.example' })
  const answer = await until(async () => {
    const seen = await follow('http://root.test/')
    return seen.status === 301 ? seen : undefined
  })
  t.is(answer.location, 'https://home.example')
})

test('the API keeps its own host; a link may have the name of one of its paths elsewhere', async (t) => {
  await link({ key: 'links', lookupKey: 'links' })
  t.is((await follow('http://own.test/links')).status, 302)
  t.is((await follow('http://api.test/links')).status, 401)
  t.is((await follow('http://own.test/api/links')).status, 401)
})

test('on a host that nobody knows the API comes first, then the default short domain', async (t) => {
  const { key } = await api.make.link(workspace, { domain: 'go.test', url: 'https://t.example' })
  t.is((await follow('http://127.0.0.1/links')).status, 401)
  t.is((await follow(`http://127.0.0.1/${key}`)).status, 302)
  t.is((await follow('http://127.0.0.1/not-a-link')).status, 404)
})

test('a change takes effect at once, a removal as well', async (t) => {
  const caller = await api.make.caller({ role: 'owner' })
  const made = await api.call('POST /links', { key: caller.key, body: { url: 'https://one.example' } })
  const url = `http://go.test/${made.body.key}`
  t.is((await follow(url)).location, 'https://one.example')
  await api.call(`PATCH /links/${made.body.id}`, { key: caller.key, body: { url: 'https://two.example' } })
  t.true(await until(async () => (await follow(url)).location === 'https://two.example', 1500))
  await api.call(`DELETE /links/${made.body.id}`, { key: caller.key })
  t.true(await until(async () => (await follow(url)).status === 404, 1500))
})
