import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import test from 'ava'
import { days, seconds } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { testDns, type TestDns } from '../../support/dns.js'
import { latestEmailTo } from '../../support/emails.js'
import { runQueuedJobs } from '../../support/jobs.js'
import { exhaustRateLimit } from '../../support/rate-limits.js'
import { waitUntil } from '../../support/wait-until.js'
import { subscribed, publishedEvents } from '../../support/webhook-events.js'

let api: TestApi
let dns: TestDns
test.before(async () => {
  dns = await testDns()
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example', DNS_SERVERS: dns.address })
  await api.make.domain(null, { slug: 'short.example' })
})
test.after.always(async () => {
  await api.close()
  await dns.close()
})

let count = 0
const fresh = () => `go${++count}.acme.example`
const add = (key: string, body: object) => api.call('POST /domains', { key, body })
const fields = [
  'id',
  'slug',
  'verified',
  'primary',
  'archived',
  'placeholder',
  'expiredUrl',
  'notFoundUrl',
  'logo',
  'assetLinks',
  'appleAppSiteAssociation',
  'deepviewData',
  'createdAt',
  'updatedAt',
  'registeredDomain',
]
const rowsOf = async (sql: string, params: unknown[]) => (await api.resources.database.pool.query(sql, params)).rows
const slugsOf = (body: { slug: string }[]) => body.map(({ slug }) => slug)

test('creating a domain returns 201 with exactly its fields and creates its root link; the first domain is primary', async (t) => {
  const { key, workspace } = await api.make.caller()
  const slug = fresh()
  const { status, body } = await add(key, { slug: ` ${slug.toUpperCase()} ` })
  t.is(status, 201)
  t.deepEqual(Object.keys(body), fields)
  t.like(body, {
    slug,
    verified: false,
    primary: true,
    archived: false,
    logo: null,
    assetLinks: null,
    deepviewData: '{}',
    registeredDomain: null,
  })
  t.false((await add(key, { slug: fresh() })).body.primary)
  t.deepEqual((await api.call(`GET /domains/${slug}`, { key })).body, body)
  t.like((await api.call(`GET /links/info?domain=${slug}`, { key })).body, {
    key: '_root',
    url: '',
    shortLink: `https://${slug}`,
    workspaceId: workspace.id,
  })
  t.like((await api.call('POST /links', { key, body: { url: 'https://example.com' } })).body, { domain: slug })
})

for (const [slug, message] of [
  ['acme', /host/],
  ['go acme.example', /host/],
  ['https://go.acme.example', /host/],
  ['go_.acme.example', /host/],
  ['203.0.113.9', /host/],
  [`${'x'.repeat(64)}.example`, /host/],
  ['www.acme.example', /www/],
  ['short.example', /belongs to this service/],
  ['api.example', /belongs to this service/],
  ['', /^too_small: slug: /],
] as const) {
  test(`the domain name "${slug.slice(0, 30)}" is refused with 422`, async (t) => {
    const { key } = await api.make.caller()
    const response = await add(key, { slug })
    t.is(response.status, 422)
    t.regex(response.body.error.message, message)
  })
}

test('a non-ASCII name is stored as punycode', async (t) => {
  const { key } = await api.make.caller()
  t.is((await add(key, { slug: 'grüße.acme.example' })).body.slug, 'xn--gre-6ka8l.acme.example')
  t.is((await add(key, { slug: 'complete.acme.example.' })).body.slug, 'complete.acme.example')
})

test('a domain is found by its non-ASCII name wherever its punycode is accepted', async (t) => {
  const { key } = await api.make.caller()
  const { slug } = (await add(key, { slug: 'brücke.acme.example' })).body
  const name = 'Brücke.acme.example'
  const encoded = encodeURIComponent(name)
  const inputs = [name, slug].map((domain) => ({ url: 'https://destination.example', domain, key: 'fest' }))
  const { body: link } = await api.call('POST /links', { key, body: inputs[0] })
  t.is(link.domain, slug)
  t.like((await api.call(`PATCH /links/${link.id}`, { key, body: { domain: name } })).body, { id: link.id, domain: slug })
  t.is((await api.call('POST /links/bulk', { key, body: inputs.map((input) => ({ ...input, key: 'two' })) })).status, 400)
  t.is((await api.call(`GET /links/info?domain=${encoded}&key=fest`, { key })).body.id, link.id)
  for (const path of [`/links?domain=${encoded}`, `/domains?search=${encodeURIComponent('BRÜCKE')}`])
    t.true((await api.call(`GET ${path}`, { key })).body.length > 0, path)
  t.is((await api.call(`PATCH /domains/${encoded}`, { key, body: { placeholder: 'https://a.example' } })).status, 200)
  t.deepEqual((await api.call(`DELETE /domains/${encoded}`, { key })).body, { slug })
})

test('on a domain that distinguishes capital letters, keys may differ only by them', async (t) => {
  const { headers } = await api.make.caller({ plan: 'business' })
  const key = headers.authorization.replace('Bearer ', '')
  const slug = fresh()
  t.is((await add(key, { slug, caseSensitive: true })).status, 201)
  const create = (text: string) =>
    api.call('POST /links', { key, body: { domain: slug, key: text, url: `https://destination.example/${text}` } })
  for (const text of ['Sale', 'sale']) t.is((await create(text)).status, 200)
  t.is((await create('Sale')).status, 409)
  const bulk = ['New', 'new'].map((text) => ({ domain: slug, key: text, url: 'https://destination.example' }))
  t.deepEqual(
    (await api.call('POST /links/bulk', { key, body: bulk })).body.map((one: { key: string }) => one.key),
    ['New', 'new'],
  )
  for (const text of ['Sale', 'sale'])
    t.is((await api.call(`GET /links/info?domain=${slug}&key=${text}`, { key })).body.url, `https://destination.example/${text}`)
  t.is((await api.call(`GET /links/info?domain=${slug}&key=SALE`, { key })).status, 404)
})

test('a name in use is a conflict, also for a deleted domain until its links are deleted', async (t) => {
  const [{ key }, other] = await Promise.all([api.make.caller(), api.make.caller()])
  const slug = fresh()
  await add(key, { slug })
  t.is((await add(key, { slug })).status, 409)
  t.is((await add(other.key, { slug })).status, 409)
  await api.call(`DELETE /domains/${slug}`, { key })
  t.is((await add(other.key, { slug })).status, 409)
})

test('of concurrent requests for one name, exactly one succeeds', async (t) => {
  const slug = fresh()
  const callers = await Promise.all([api.make.caller(), api.make.caller(), api.make.caller()])
  const responses = await Promise.all(callers.map(({ key }) => add(key, { slug })))
  t.deepEqual(
    responses.map(({ status }) => status).sort((a, b) => a - b),
    [201, 409, 409],
  )
})

test('concurrent requests cannot exceed the domain limit, and exactly one domain becomes primary', async (t) => {
  const { key } = await api.make.caller({ plan: 'pro', domainsLimit: 2 })
  const responses = await Promise.all(Array.from({ length: 5 }, () => add(key, { slug: fresh() })))
  t.is(responses.filter(({ status }) => status === 201).length, 2)
  t.deepEqual([...new Set(responses.filter(({ status }) => status !== 201).map(({ body }) => body.error.code))], ['exceeded_limit'])
  t.is(responses.filter(({ body }) => body.primary).length, 1)
})

test('JSON text fields are validated, stored, changed, and removed by null or an empty text', async (t) => {
  const { key } = await api.make.caller()
  const slug = fresh()
  const files = {
    assetLinks: JSON.stringify([{ relation: ['delegate_permission/common.handle_all_urls'] }]),
    appleAppSiteAssociation: JSON.stringify({ applinks: { details: [] } }),
  }
  const { body } = await add(key, { slug, ...files, deepviewData: '{"a":1}' })
  t.deepEqual(JSON.parse(body.assetLinks), JSON.parse(files.assetLinks))
  t.deepEqual(JSON.parse(body.appleAppSiteAssociation), JSON.parse(files.appleAppSiteAssociation))
  t.deepEqual(JSON.parse(body.deepviewData), { a: 1 })
  const change = (changes: object) => api.call(`PATCH /domains/${slug}`, { key, body: changes })
  t.deepEqual(JSON.parse((await change({ assetLinks: '[1]' })).body.assetLinks), [1])
  t.like((await change({ assetLinks: null, appleAppSiteAssociation: '', deepviewData: null })).body, {
    assetLinks: null,
    appleAppSiteAssociation: null,
    deepviewData: null,
  })
  t.is((await api.call(`GET /domains/${slug}`, { key })).body.deepviewData, null)
  for (const text of ['{', 'nonsense', '"\\u0000"', '"\\ud800"', '['.repeat(3000) + ']'.repeat(3000)]) {
    for (const response of [await change({ assetLinks: text }), await add(key, { slug: fresh(), appleAppSiteAssociation: text })])
      t.is(response.status, 422, text.slice(0, 20))
  }
})

test('settings are changed one by one; URLs get a scheme and can be cleared', async (t) => {
  const { key } = await api.make.caller()
  const slug = fresh()
  await add(key, { slug, placeholder: 'https://example.com' })
  const change = (changes: object) => api.call(`PATCH /domains/${slug}`, { key, body: changes })
  t.like((await change({ notFoundUrl: 'acme.example/lost', archived: true })).body, {
    notFoundUrl: 'https://acme.example/lost',
    archived: true,
    placeholder: 'https://example.com',
  })
  t.like((await change({ notFoundUrl: '', expiredUrl: 'https://acme.example/late' })).body, {
    notFoundUrl: null,
    expiredUrl: 'https://acme.example/late',
    archived: true,
  })
  t.is((await change({ notFoundUrl: 'javascript:alert(1)' })).status, 422)
  t.is((await change({ logo: 'data:image/png;base64,AAAA' })).status, 422)
  t.is((await change({ logo: 'http://acme.example/logo.png' })).status, 422)
  t.is((await change({ logo: 'https://acme.example/logo.png' })).body.logo, 'https://acme.example/logo.png')
  t.is((await change({ logo: null })).body.logo, null)
  t.is((await change({ linkRetentionDays: 30 })).status, 200)
  t.deepEqual(await rowsOf('select link_retention_days as days from domains where slug = $1', [slug]), [{ days: 30 }])
})

test('a free plan can add domains, but not settings', async (t) => {
  const { key } = await api.make.caller({ plan: 'free' })
  const slug = fresh()
  t.is((await add(key, { slug, expiredUrl: 'https://acme.example' })).status, 403)
  t.is((await add(key, { slug, deepviewData: '{}' })).status, 201)
  t.is((await api.call(`PATCH /domains/${slug}`, { key, body: { notFoundUrl: 'https://acme.example' } })).status, 403)
})

test('lists return archived or active domains, oldest first, and counts match', async (t) => {
  const { key } = await api.make.caller()
  const slugs = [fresh(), fresh(), fresh()]
  for (const slug of slugs) await add(key, { slug })
  await api.call(`PATCH /domains/${slugs[1]}`, { key, body: { archived: true } })
  const list = async (query: string) => slugsOf((await api.call(`GET /domains?${query}`, { key })).body)
  t.deepEqual(await list(''), [slugs[0], slugs[2]])
  t.deepEqual(await list('archived=true'), [slugs[1]])
  t.deepEqual(await list(`search=${slugs[2]?.slice(0, 6).toUpperCase()}`), [slugs[2]])
  t.deepEqual(await list('pageSize=1&page=2'), [slugs[2]])
  t.is((await api.call('GET /domains/count', { key })).body, 2)
  t.is((await api.call('GET /domains/count?archived=true', { key })).body, 1)
  const { body } = await api.call('GET /domains?includeLink=true', { key })
  t.deepEqual(
    body.map(({ link }: { link: { domain: string; key: string } }) => [link.domain, link.key]),
    [
      [slugs[0], '_root'],
      [slugs[2], '_root'],
    ],
  )
})

test('exactly one domain is primary; after its deletion another is promoted', async (t) => {
  const { key } = await api.make.caller()
  const [first, second] = [fresh(), fresh()]
  for (const slug of [first, second]) await add(key, { slug })
  t.true((await api.call(`POST /domains/${second}/primary`, { key })).body.primary)
  const primaries = async () =>
    slugsOf((await api.call('GET /domains', { key })).body.filter(({ primary }: { primary: boolean }) => primary))
  t.deepEqual(await primaries(), [second])
  t.deepEqual((await api.call(`DELETE /domains/${second}`, { key })).body, { slug: second })
  t.deepEqual(await primaries(), [first])
})

test('an archived domain is not primary: another one takes its place', async (t) => {
  const { key } = await api.make.caller()
  const [first, second] = [fresh(), fresh()]
  for (const slug of [first, second]) await add(key, { slug })
  const archive = async (slug: string, archived: boolean) =>
    (await api.call(`PATCH /domains/${slug}`, { key, body: { archived } })).body.primary
  const domainOfNewLink = async () => (await api.call('POST /links', { key, body: { url: 'https://example.com' } })).body.domain
  t.false(await archive(first, true))
  t.is(await domainOfNewLink(), second)
  t.is((await api.call(`POST /domains/${first}/primary`, { key })).status, 422)
  t.false(await archive(second, true))
  t.is(await domainOfNewLink(), 'short.example')
  t.true(await archive(first, false))
  t.is(await domainOfNewLink(), first)
})

test('shared domains and domains of other workspaces are not found', async (t) => {
  const [{ key }, other] = await Promise.all([api.make.caller(), api.make.caller()])
  const slug = fresh()
  await add(other.key, { slug })
  for (const name of [slug, 'short.example', 'missing.example']) {
    for (const call of [`GET /domains/${name}`, `DELETE /domains/${name}`, `POST /domains/${name}/primary`, `GET /domains/${name}/verify`])
      t.is((await api.call(call, { key })).status, 404, call)
  }
})

test.serial('a renamed domain works at once, must be verified again, and all its links move to the new name', async (t) => {
  const { key, workspace } = await api.make.caller(subscribed)
  const [before, after] = [fresh(), fresh()]
  await add(key, { slug: before })
  const { body: link } = await api.call('POST /links', { key, body: { url: 'https://example.com', domain: before, key: 'spring' } })
  await api.resources.database.pool.query('update domains set verified = true, last_checked = now() where slug = $1', [before])
  const { body } = await api.call(`PATCH /domains/${before}`, { key, body: { slug: after } })
  t.like(body, { slug: after, verified: false })
  t.is((await api.call(`GET /domains/${before}`, { key })).status, 404)
  for (const name of [before, after]) {
    t.is((await api.call(`GET /links/info?domain=${name}&key=spring`, { key })).body.id, link.id, name)
    t.is((await api.call(`GET /links?domain=${name}&search=https://${name}/spring`, { key })).body.length, 1, name)
    t.is((await api.call(`GET /links?domain=${name}`, { key })).body.length, 2, name)
    t.is((await api.call(`GET /links/count?domain=${name}`, { key })).body, 2, name)
  }
  t.is((await api.call('POST /links', { key, body: { url: 'https://example.com', domain: after } })).status, 409)
  t.is((await api.call(`PATCH /links/${link.id}`, { key, body: { key: 'summer' } })).status, 409)
  t.is((await api.call(`PATCH /domains/${after}`, { key, body: { slug: fresh() } })).status, 409)
  t.is((await add(key, { slug: before })).status, 409)
  t.deepEqual(
    await rowsOf(
      'select l.key from links l where lookup_key = $2 and domain = any (array[$1, (select moved_from from domains where slug = $1)])',
      [after, 'spring'],
    ),
    [{ key: 'spring' }],
  )
  t.true((await runQueuedJobs(api.resources)).includes('links.move-links-to-renamed-domain'))
  t.is((await publishedEvents(api.resources.database.pool, workspace)).filter(([trigger]) => trigger === 'link.updated').length, 2)
  t.like((await api.call(`GET /links/${link.id}`, { key })).body, {
    domain: after,
    shortLink: `https://${after}/spring`,
    updatedAt: link.updatedAt,
  })
  t.deepEqual(await rowsOf('select short_link, domain from links where workspace_id = $1 order by id', [workspace.id]), [
    { short_link: `https://${after}`, domain: after },
    { short_link: `https://${after}/spring`, domain: after },
  ])
  t.is((await api.call('POST /links', { key, body: { url: 'https://example.com', domain: after } })).status, 200)
  t.is((await add(key, { slug: before })).status, 201)
})

test.serial('a link that a long transaction created on the former name of a domain moves to the new one, too', async (t) => {
  const { key, workspace } = await api.make.caller()
  const [before, after] = [fresh(), fresh()]
  await add(key, { slug: before })
  const { pool } = api.resources.database
  const client = await pool.connect()
  await client.query('begin')
  await client.query(
    `insert into links (id, workspace_id, domain, key, lookup_key, url, short_link, created_at, updated_at)
     values ($2, $1, $3, 'late', 'late', 'https://example.com', 'x', now(), now())`,
    [workspace.id, `link_late_${before}`, before],
  )
  t.is((await api.call(`PATCH /domains/${before}`, { key, body: { slug: after } })).status, 200)
  const isMoved = runQueuedJobs(api.resources)
  // The job has seen that the transaction still runs.
  const polls = `select from pg_stat_activity where datname = current_database() and state = 'idle' and query like '%backend_xid%' and query not like $1`
  await waitUntil(async () => ((await pool.query(polls, ['%state%'])).rowCount ?? 0) > 0)
  await client.query('commit')
  client.release()
  await isMoved
  t.is((await api.call(`GET /links/info?domain=${after}&key=late`, { key })).body.id, `link_late_${before}`)
  t.is((await add(key, { slug: before })).status, 201)
})

test.serial('a deleted domain disappears at once, its links in batches, and then its name is free', async (t) => {
  const { key, workspace } = await api.make.caller(subscribed)
  const slug = fresh()
  await add(key, { slug })
  await api.resources.database.pool.query(
    `insert into links (id, workspace_id, domain, key, lookup_key, url, short_link, created_at, updated_at)
     select 'link_D' || n, $1, $2, 'd' || n, 'd' || n, 'https://example.com', 'x', now(), now() from generate_series(1, 1200) n`,
    [workspace.id, slug],
  )
  await api.resources.database.pool.query('update workspaces set total_links = 1201 where id = $1', [workspace.id])
  await api.call(`DELETE /domains/${slug}`, { key })
  t.is((await api.call(`GET /domains/${slug}`, { key })).status, 404)
  t.is((await api.call('POST /links', { key, body: { url: 'https://example.com', domain: slug } })).status, 403)
  t.is((await api.call(`GET /domains/allowed?domain=${slug}`)).status, 404)
  t.true((await runQueuedJobs(api.resources)).includes('links.delete-links-of-domain'))
  t.is((await publishedEvents(api.resources.database.pool, workspace)).filter(([trigger]) => trigger === 'link.deleted').length, 1201)
  t.deepEqual(await rowsOf('select total_links from workspaces where id = $1', [workspace.id]), [{ total_links: 0 }])
  t.deepEqual(await rowsOf('select id from links where domain = $1', [slug]), [])
  t.is((await add(key, { slug })).status, 201)
})

test.serial('a transferred domain takes its links along with reset statistics', async (t) => {
  const { key, workspace, user } = await api.make.caller(subscribed)
  const target = await api.make.workspace({ linksUsage: 5, ...subscribed })
  const slug = fresh()
  await add(key, { slug })
  const tag = await api.make.tag(workspace)
  const { body: link } = await api.call('POST /links', {
    key,
    body: { url: 'https://example.com', domain: slug, tagIds: [tag.id], externalId: 'mine' },
  })
  await api.resources.database.pool.query('update links set clicks = 9, last_clicked = now() where id = $1', [link.id])
  const transfer = (newWorkspaceId: string) => api.call(`POST /domains/${slug}/transfer`, { key, body: { newWorkspaceId } })
  t.is((await transfer(workspace.id)).status, 400)
  t.is((await transfer(target.id)).status, 404)
  await api.make.member(target, user, 'owner')
  t.deepEqual((await transfer(target.id)).body, { slug, workspaceId: target.id, links: 2 })
  t.is((await api.call(`GET /domains/${slug}`, { key })).status, 404)
  t.true((await runQueuedJobs(api.resources)).includes('links.move-links-to-workspace'))
  const eventIds = async (of: { id: string }, trigger: string) =>
    (await publishedEvents(api.resources.database.pool, of)).filter(([eventTrigger]) => eventTrigger === trigger).map(([, id]) => id)
  t.deepEqual((await eventIds(workspace, 'link.deleted')).sort(), (await eventIds(target, 'link.created')).sort())
  t.true((await eventIds(target, 'link.created')).includes(link.id))
  const targetKey = (await api.make.token(user, target)).key
  t.like((await api.call(`GET /links/${link.id}`, { key: targetKey })).body, {
    workspaceId: target.id,
    clicks: 0,
    lastClicked: null,
    tags: [],
    externalId: 'mine',
  })
  t.like((await api.call(`GET /domains/${slug}`, { key: targetKey })).body, { primary: true })
  t.deepEqual(
    await rowsOf('select id, total_links, links_usage from workspaces where id = any($1) order by id', [[workspace.id, target.id]]),
    [
      { id: workspace.id, total_links: 0, links_usage: 1 },
      { id: target.id, total_links: 2, links_usage: 7 },
    ],
  )
})

test.serial(
  'a domain is not transferred again until its links have followed, and takes them along if it is renamed meanwhile',
  async (t) => {
    const { key, user, workspace } = await api.make.caller()
    const [second, third] = [await api.make.workspace(), await api.make.workspace()]
    for (const target of [second, third]) await api.make.member(target, user, 'owner')
    const secondKey = (await api.make.token(user, second)).key
    const [slug, renamed] = [fresh(), fresh()]
    await add(key, { slug })
    await api.resources.database.pool.query(
      `insert into links (id, workspace_id, domain, key, lookup_key, url, short_link, created_at, updated_at)
     select 'link_T' || n, $1, $2, 't' || n, 't' || n, 'https://example.com', 'x', now(), now() from generate_series(1, 3) n`,
      [workspace.id, slug],
    )
    const transfer = (callerKey: string, newWorkspaceId: string, name = slug) =>
      api.call(`POST /domains/${name}/transfer`, { key: callerKey, body: { newWorkspaceId } })
    t.is((await transfer(key, second.id)).status, 200)
    t.is((await transfer(secondKey, third.id)).status, 409)
    t.is((await api.call(`PATCH /domains/${slug}`, { key: secondKey, body: { slug: renamed } })).status, 200)
    // The job of the renaming has moved some of the links.
    await api.resources.database.pool.query('update links set domain = $1 where domain = $2 and id = $3', [renamed, slug, 'link_T1'])
    await runQueuedJobs(api.resources)
    t.deepEqual(
      await rowsOf('select domain, workspace_id, count(*)::int from links where domain = any ($1) group by 1, 2', [[slug, renamed]]),
      [{ domain: renamed, workspace_id: second.id, count: 4 }],
    )
    t.is((await transfer(secondKey, third.id, renamed)).status, 200)
  },
)

test('a domain that was registered here keeps its name and its workspace until the registration ends', async (t) => {
  const { key, workspace, user } = await api.make.caller()
  const target = await api.make.workspace()
  await api.make.member(target, user, 'owner')
  const { slug } = await api.make.domain(workspace, { registeredAt: new Date(), registrationEndsAt: new Date(Date.now() + days(300)) })
  const calls: [string, object][] = [
    [`PATCH /domains/${slug}`, { slug: fresh() }],
    [`POST /domains/${slug}/transfer`, { newWorkspaceId: target.id }],
    [`DELETE /domains/${slug}`, {}],
  ]
  for (const [call, body] of calls) t.is((await api.call(call, { key, body })).status, 403, call)
  t.is((await api.call(`PATCH /domains/${slug}`, { key, body: { placeholder: 'https://acme.example' } })).status, 200)
  await api.resources.database.pool.query("update domains set registration_ends_at = now() - interval '1 day' where slug = $1", [slug])
  t.is((await api.call(`DELETE /domains/${slug}`, { key })).status, 200)
})

test('a domain whose registration ended can be deleted although the answer to its last renewal was lost', async (t) => {
  const { key, workspace } = await api.make.caller()
  const [registeredAt, registrationEndsAt] = [new Date(Date.now() - days(400)), new Date(Date.now() - days(1))]
  const { slug } = await api.make.domain(workspace, { registeredAt, registrationEndsAt, orderedAt: new Date() })
  t.is((await api.call(`DELETE /domains/${slug}`, { key })).status, 403, 'the order may still be carried out')
  await api.resources.database.pool.query("update domains set ordered_at = now() - interval '11 minutes' where slug = $1", [slug])
  t.is((await api.call(`DELETE /domains/${slug}`, { key })).status, 200)
  const ordered = await api.make.domain(workspace, { orderedAt: new Date(Date.now() - days(1)) })
  t.is((await api.call(`DELETE /domains/${ordered.slug}`, { key })).status, 403, 'a purchase is settled by a job')
})

test('the TLS proxy may request certificates for archived domains, whose links keep redirecting', async (t) => {
  const { key } = await api.make.caller()
  const slug = fresh()
  await add(key, { slug, archived: true })
  t.is((await api.call(`GET /domains/allowed?domain=${slug}`)).status, 200)
})

test('the domain of a partner program is neither deleted nor transferred with the links of its partners', async (t) => {
  const { key, workspace, user } = await api.make.caller()
  const { slug } = await api.make.domain(workspace)
  await api.make.program(workspace, { domain: slug })
  t.is((await api.call(`DELETE /domains/${slug}`, { key })).status, 403)
  const target = await api.make.workspace()
  await api.make.member(target, user, 'owner')
  t.is((await api.call(`POST /domains/${slug}/transfer`, { key, body: { newWorkspaceId: target.id } })).status, 403)
  t.is((await api.call(`GET /domains/${slug}`, { key })).status, 200)
})

test('a transfer beyond the limits of the target workspace, or without ownership of it, is refused', async (t) => {
  const { key, user } = await api.make.caller()
  const slug = fresh()
  await add(key, { slug })
  for (const limit of [{ domainsLimit: 0 }, { linksLimit: 0 }]) {
    const target = await api.make.workspace({ plan: 'pro', ...limit })
    await api.make.member(target, user, 'owner')
    t.is((await api.call(`POST /domains/${slug}/transfer`, { key, body: { newWorkspaceId: target.id } })).body.error.code, 'exceeded_limit')
  }
  const member = await api.make.workspace()
  await api.make.member(member, user, 'member')
  t.is((await api.call(`POST /domains/${slug}/transfer`, { key, body: { newWorkspaceId: member.id } })).status, 403)
})

test('without a registrar, registration endpoints validate the input and then return 403', async (t) => {
  const { key } = await api.make.caller()
  const register = await api.call('POST /domains/register', { key, body: { domain: 'acme.link' } })
  t.is(register.status, 403)
  t.regex(register.body.error.message, /registrar/)
  t.is((await api.call('POST /domains/register', { key, body: { domain: 'acme.com' } })).status, 422)
  t.is((await api.call('GET /domains/status?domains=acme.link', { key })).status, 403)
  t.is((await api.call('GET /domains/status?domains=acme.com', { key })).status, 400)
  t.is((await api.call('GET /domains/status', { key })).status, 422)
  t.is((await api.call('GET /domains/search-availability?domain=acme.link', { key })).status, 403)
  // Use up the limit directly: on a slow machine, the window could end between two requests.
  await exhaustRateLimit(api.resources, 'throttle', 'domain-search:acme.link', { requests: 1, windowMs: seconds(5) })
  t.is((await api.call('GET /domains/search-availability?domain=acme.link', { key })).status, 429, 'one search per name in five seconds')
  t.is((await api.call('GET /domains/search-availability?domain=acme.com', { key })).status, 422)
})

test.serial('a workspace offers all shared domains by default, or exactly the selected ones', async (t) => {
  const [{ key }, other] = [await api.make.caller(), await api.make.caller()]
  const { slug } = await api.make.domain(null)
  const offered = async (callerKey: string) =>
    (await api.call('GET /domains/default', { key: callerKey })).body.filter((domain: string) => [slug, 'short.example'].includes(domain))
  t.deepEqual(await offered(key), [slug, 'short.example'].sort())
  t.deepEqual((await api.call('PATCH /domains/default', { key, body: { defaultDomains: [slug] } })).body, [slug])
  t.deepEqual([await offered(key), await offered(other.key)], [[slug], [slug, 'short.example'].sort()])
  t.is((await api.call('PATCH /domains/default', { key, body: { defaultDomains: ['foreign.example'] } })).status, 422)
  t.deepEqual(await offered(key), [slug])
})

test('a logged-in user can check whether a name could be added', async (t) => {
  const { workspace, user } = await api.make.caller()
  const { headers } = await api.make.session(user)
  const taken = await api.make.domain(workspace)
  dns.zone.set('used.acme.example', { A: ['203.0.113.9'] })
  const validate = async (slug: string) => (await api.call(`GET /domains/${slug}/validate`, { headers })).body
  t.deepEqual(await validate(taken.slug), { status: 'conflict' })
  t.deepEqual(await validate('short.example'), { status: 'conflict' })
  t.deepEqual(await validate('used.acme.example'), { status: 'has site' })
  t.deepEqual(await validate('free.acme.example'), { status: 'available' })
  for (const bad of ['acme', 'www.acme.example']) t.like(await validate(bad), { status: 'invalid' })
  t.is((await api.call('GET /domains/free.acme.example/validate')).status, 401)
})

test.serial('the DNS records of a domain are emailed to the given address', async (t) => {
  const { key, workspace } = await api.make.caller()
  const { slug } = await api.make.domain(workspace)
  const email = 'admin@dns.example'
  const send = (recordType: string) => api.call(`POST /domains/${slug}/forward-instructions`, { key, body: { email, recordType } })
  t.deepEqual((await send('CNAME')).body, { email })
  await runQueuedJobs(api.resources)
  const message = await latestEmailTo(api.config.dataDir, email)
  for (const part of [slug, 'TXT', 'CNAME', 'short.example', workspace.name]) t.true(message.text.includes(part), part)
  t.is((await send('MX')).status, 422)
  for (let count = 0; count < 9; count++) await send('A')
  t.is((await send('A')).status, 429)
})

test.serial('no transaction is open while the DNS records to be emailed are looked up', async (t) => {
  const open: number[] = []
  let countOpen: () => Promise<number> = async () => 0
  const server = createSocket('udp4')
  server.on('message', (query, from) => {
    void (async () => {
      open.push(await countOpen())
      // The query as its own answer: no such name.
      const answer = Buffer.from(query)
      answer.writeUInt16BE(0x8183, 2)
      server.send(answer, from.port, from.address)
    })()
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  const slow = await testApi({ DNS_SERVERS: `127.0.0.1:${server.address().port}` })
  t.teardown(async () => {
    await slow.close()
    server.close()
  })
  const { key, workspace } = await slow.make.caller()
  const { slug } = await slow.make.domain(workspace)
  const sql = "select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'"
  countOpen = async () => (await slow.resources.database.pool.query(sql)).rows.length
  const body = { email: 'owner@dns.example', recordType: 'CNAME' }
  t.is((await slow.call(`POST /domains/${slug}/forward-instructions`, { key, body })).status, 200)
  t.true(open.length > 0)
  t.deepEqual([...new Set(open)], [0])
  await runQueuedJobs(slow.resources)
  t.true((await latestEmailTo(slow.config.dataDir, body.email)).text.includes(slug))
})
