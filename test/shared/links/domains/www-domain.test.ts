/** Installations whose default short domain begins with `www.`. */
import test from 'ava'
import { type TestApi, testApi } from '../../../support/api.js'
import { visitShortLink } from '../../../support/visit-short-link.js'

const shortDomain = 'www.go.example'
let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'https://www.api.example', SHORT_DOMAIN: shortDomain })
  await api.make.domain(null, { slug: shortDomain })
})
test.after.always(() => api.close())

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const statusOf = async (domain: string, key: string) => (await visitShortLink(api, { domain, key }, browser)).status

test('links are created, found, changed and visited on a default short domain that begins with www.', async (t) => {
  const { key: token } = await api.make.caller()
  const url = 'https://example.com/page'
  const created = await api.call('POST /links', { key: token, body: { url, domain: shortDomain, key: 'Spring' } })
  t.like(created, { status: 200, body: { domain: shortDomain, shortLink: `https://${shortDomain}/Spring` } })
  const { id } = created.body
  for (const query of [
    `info?domain=${shortDomain}&key=spring`,
    `exists?domain=${shortDomain}&key=other&workspaceId=${created.body.workspaceId}`,
  ])
    t.is((await api.call(`GET /links/${query}`, { key: token })).status, 200, query)
  for (const query of [`domain=${shortDomain}`, `search=${shortDomain}/spring`])
    t.deepEqual(
      (await api.call(`GET /links?${query}`, { key: token })).body.map((link: { id: string }) => link.id),
      [id],
      query,
    )
  const changed = await api.call(`PATCH /links/${id}`, { key: token, body: { domain: shortDomain, key: 'Summer' } })
  t.like(changed, { status: 200, body: { domain: shortDomain, key: 'Summer' } })
  t.is(await statusOf(shortDomain, 'summer'), 302)
})

test('a bulk request with the same key twice on such a domain is refused', async (t) => {
  const { key: token } = await api.make.caller()
  const body = ['Twice', 'twice'].map((key) => ({ url: 'https://example.com/', domain: shortDomain, key }))
  t.is((await api.call('POST /links/bulk', { key: token, body })).status, 400)
  t.is((await api.call('POST /links/bulk', { key: token, body: body.slice(1) })).body[0].domain, shortDomain)
})

test('an own domain is also named with www., and a domain of that very name comes first', async (t) => {
  const { workspace, key: token } = await api.make.caller()
  const { slug } = await api.make.domain(workspace)
  const create = (domain: string, key: string) =>
    api.call('POST /links', { key: token, body: { url: 'https://example.com/', domain, key } })
  t.like((await create(`WWW.${slug}`, 'own')).body, { domain: slug, key: 'own' })
  t.is(await statusOf(`www.${slug}`, 'own'), 302)
  await api.make.domain(workspace, { slug: shortDomain.replace('www.', '') })
  t.like((await create('go.example', 'bare')).body, { domain: 'go.example' })
  t.like((await create(shortDomain, 'full')).body, { domain: shortDomain })
  t.deepEqual([await statusOf('go.example', 'bare'), await statusOf(shortDomain, 'full')], [302, 302])
  t.deepEqual([await statusOf('go.example', 'full'), await statusOf(shortDomain, 'bare')], [404, 404])
})

test('the TLS proxy gets certificates for such a domain and for the host of the API', async (t) => {
  for (const domain of [shortDomain, 'www.api.example'])
    t.like((await api.call(`GET /domains/allowed?domain=${domain}`)).body, { domain, allowed: true })
})

test('a host of the API that begins with www. has no short links', async (t) => {
  const { key: token } = await api.make.caller()
  await api.call('POST /links', { key: token, body: { url: 'https://example.com/', key: 'only-short' } })
  t.is(await statusOf(shortDomain, 'only-short'), 302)
  t.is(await statusOf('www.api.example', 'only-short'), 404)
})

test('pages report clicks on a domain that begins with www.', async (t) => {
  const { workspace } = await api.make.caller()
  const { key } = await api.make.link(workspace, { domain: shortDomain, key: 'page', lookupKey: 'page' })
  const headers = { origin: 'https://shop.example', referer: 'https://shop.example/', 'user-agent': browser }
  for (const domain of [shortDomain, `https://${shortDomain}`]) {
    const body = { domain, key, url: 'https://shop.example/' }
    t.is((await api.call('POST /track/click', { body, headers })).status, 200, domain)
  }
})
