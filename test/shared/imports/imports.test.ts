/** Imports of links, with a server that plays the API of each provider. */
import type { IncomingMessage } from 'node:http'
import test, { type ExecutionContext } from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { runJobByName, runQueuedJobs } from '../../support/jobs.js'
import { loopbackServer } from '../../support/loopback-server.js'

const size = Number(process.env.IMPORT_TEST_LINKS ?? 60)
const malformed = 7

let api: TestApi
test.before(async () => {
  api = await testApi({ ALLOW_PRIVATE_TARGETS: 'true' })
})
test.after.always(() => api.close())

interface Row {
  domain: string
  key: string
  url: string | null
  clicks: number
}

interface Script {
  token(request: IncomingMessage, url: URL): unknown
  /** The answer to a request, or null for one that the provider does not know. */
  answer(url: URL, rows: Row[], next: (pageSize: number, from: number) => { page: Row[]; from: number | null }): unknown
}

const tags = [{ name: 'Spring' }]
const header = (name: string) => (request: IncomingMessage) => request.headers[name]
const number = (url: URL, name: string) => Number(url.searchParams.get(name) ?? 0)

/** The documented form of each provider's pages. */
const scripts = {
  bitly: {
    token: (request) => String(request.headers.authorization).replace('Bearer ', ''),
    answer(url, rows, next) {
      const clicked = /^\/bitlinks\/[^/]+\/key-(\d+)\/clicks\/summary$/.exec(url.pathname)
      if (clicked) return { total_clicks: rows[Number(clicked[1])]?.clicks }
      if (url.pathname === '/groups')
        return {
          groups: [
            { guid: 'g1', name: 'Acme', bsds: [rows[0]?.domain] },
            { guid: 'g2', name: 'Unbranded', bsds: [] },
          ],
        }
      if (url.pathname.endsWith('/tags')) return { tags: ['Spring'] }
      if (url.pathname === '/groups/g2/bitlinks') return { links: [], pagination: { search_after: '' } }
      if (url.pathname !== '/groups/g1/bitlinks') return null
      const { page, from } = next(Number(url.searchParams.get('size')), number(url, 'search_after'))
      const links = page.map((row) => ({
        id: `${row.domain}/${row.key}`,
        long_url: row.url,
        tags: ['Spring'],
        created_at: '2024-05-01T10:00:00+0000',
      }))
      return { links, pagination: { search_after: from === null ? '' : String(from) } }
    },
  },
  rebrandly: {
    token: header('apikey'),
    answer(url, rows, next) {
      if (url.pathname === '/domains')
        return [
          { id: 'd1', fullName: 'rebrand.ly' },
          { id: 'd2', fullName: rows[0]?.domain },
        ]
      if (url.pathname.endsWith('/count')) return { count: url.pathname === '/tags/count' ? 1 : rows.length }
      const last = url.searchParams.get('last')
      const { page } = next(25, last === null ? 0 : Number(last) + 1)
      return url.pathname === '/links'
        ? page.map((row) => ({
            id: String(rows.indexOf(row)),
            shortUrl: `${row.domain}/${row.key}`,
            destination: row.url,
            tags,
            clicks: row.clicks,
          }))
        : null
    },
  },
  short: {
    token: header('authorization'),
    answer(url, rows, next) {
      const ids = url.searchParams.get('ids')?.split(',') ?? []
      if (url.pathname === '/statistics/domain/5/link_clicks') return Object.fromEntries(ids.map((id) => [id, rows[Number(id)]?.clicks]))
      if (url.pathname === '/domains')
        return [
          { id: 5, hostname: rows[0]?.domain },
          { id: 6, hostname: 'x.short.gy' },
        ]
      if (url.pathname !== '/links') return null
      if (url.searchParams.get('domain_id') !== '5') return { links: [] }
      const { page, from } = next(Number(url.searchParams.get('limit')), number(url, 'pageToken'))
      const links = page.map((row) => ({
        idString: row.key.replace('key-', ''),
        shortURL: `https://${row.domain}/${row.key}`,
        originalURL: row.url,
        tags: ['Spring'],
      }))
      return { links, count: rows.length, ...(from === null ? {} : { nextPageToken: String(from) }) }
    },
  },
  kutt: {
    token: header('x-api-key'),
    answer(url, rows, next) {
      const { page } = next(50, number(url, 'skip'))
      const data = page.map((row) => ({ link: `https://${row.domain}/${row.key}`, target: row.url, visit_count: row.clicks }))
      return url.pathname === '/links' ? { data, total: rows.length } : null
    },
  },
  yourls: {
    token: (_, url) => url.searchParams.get('signature'),
    answer(url, rows, next) {
      const { page, from } = next(100, number(url, 'start'))
      const links = page.map((row, index) => [
        `link_${index}`,
        { shorturl: `http://${row.domain}/${row.key}`, url: row.url, clicks: String(row.clicks) },
      ])
      if (url.pathname !== '/yourls-api.php') return null
      return {
        links: from === null && page.length === 0 ? undefined : Object.fromEntries(links),
        stats: { total_links: String(rows.length) },
      }
    },
  },
  dub: {
    token: (request) => String(request.headers.authorization).replace('Bearer ', ''),
    answer(url, _, next) {
      const { page } = next(100, (number(url, 'page') - 1) * 100)
      return url.pathname === '/links' ? page.map((row) => ({ ...row, tags, createdAt: '2024-05-01T10:00:00.000Z' })) : null
    },
  },
} satisfies Record<string, Script>
type ProviderName = keyof typeof scripts
const providerNames = Object.keys(scripts) as ProviderName[]

let sources = 0

/** An account with links at a provider. The second request is refused with 429, the third fails. */
async function source(t: ExecutionContext, name: ProviderName, { count = size, status = 0 } = {}) {
  const domain = `go${++sources}.example.com`
  const rows = Array.from({ length: count }, (_, index) => ({
    domain,
    key: `key-${index}`,
    url: index === malformed ? null : `https://example.com/${index}`,
    clicks: index,
  }))
  const script: Script = scripts[name]
  let requests = 0
  const server = await loopbackServer(t, (request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    const next = (pageSize: number, from: number) => ({
      page: rows.slice(from, from + pageSize),
      from: from + pageSize < rows.length ? from + pageSize : null,
    })
    requests++
    if (status > 0) return response.writeHead(status).end()
    if (script.token(request, url) !== 'token-of-the-source') return response.writeHead(401).end()
    if (requests === 2) return response.writeHead(429, { 'retry-after': '0.05' }).end()
    if (requests === 3) return response.writeHead(503).end()
    const body = script.answer(url, rows, next)
    return response.writeHead(body === null ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  return { domain, apiUrl: server.origin, token: 'token-of-the-source' }
}

async function tenant() {
  const { workspace, key } = await api.make.caller({ plan: 'enterprise' })
  const path = `/workspaces/${workspace.id}`
  const start = (name: ProviderName, body: object) => api.call(`POST ${path}/import/${name}`, { key, body })
  const jobOf = async (id: string) => (await api.call(`GET /jobs/${id}`, { key })).body
  const latest = async () => (await api.call(`GET ${path}/imports`, { key })).body[0]
  const errorFile = async (id: string) => (await api.call(`GET ${path}/import/${id}/download`, { key })).body as string
  const links = async (domain: string) =>
    (
      await api.resources.database.pool.query(
        `select key, clicks::int, opening_clicks::int as "openingClicks" from links left join imported_links on link_id = links.id
         where domain = $1 and workspace_id = $2 and key <> '_root' order by key`,
        [domain, workspace.id],
      )
    ).rows
  return { workspace, key, path, start, jobOf, latest, errorFile, links }
}

for (const name of providerNames) {
  test.serial(`links of ${name} are imported once, although requests fail and rows are malformed`, async (t) => {
    const { domain, ...access } = await source(t, name)
    const { start, jobOf, latest, errorFile, links, path, key } = await tenant()

    const preview = await start(name, { ...access, dryRun: true })
    t.is(preview.status, 202, JSON.stringify(preview.body))
    await runQueuedJobs(api.resources)
    t.like(await jobOf(preview.body.id), { state: 'completed', done: size - 1, failed: 1 })
    t.deepEqual((await latest()).counts.link, { created: size - 1, existing: 0, refused: 1 })
    t.deepEqual(await links(domain), [])

    const { body: started } = await start(name, access)
    // Two workers at once: one was believed dead.
    await Promise.all([1, 2].map(() => runJobByName(api.resources, 'imports.run', { operationId: started.id })))
    t.like(await jobOf(started.id), { state: 'completed', done: size - 1, failed: 1 })
    const imported = await links(domain)
    t.is(imported.length, size - 1)
    const clicks = (size * (size - 1)) / 2 - malformed
    t.is(
      imported.reduce((sum, row) => sum + row.openingClicks, 0),
      clicks,
    )
    t.true(imported.every((row) => row.clicks === 0))
    const first = await latest()
    t.like(first, { provider: name, dryRun: false, links: size - 1, openingClicks: clicks, jobId: started.id })
    t.true(first.finishedAt !== null)
    t.regex(await errorFile(first.id), new RegExp(`\r\n\\d+,link,${domain}/key-7,unprocessable_entity,`))

    const { body: repeated } = await start(name, access)
    await runQueuedJobs(api.resources)
    t.like(await jobOf(repeated.id), { state: 'completed', done: 0, failed: size })
    t.is((await links(domain)).length, size - 1)
    t.deepEqual((await latest()).counts.link, { created: 0, existing: size - 1, refused: 1 })
    t.regex(await errorFile((await latest()).id), new RegExp(`${domain}/key-3,conflict`))

    t.is((await api.call(`POST ${path}/imports/${first.id}/undo`, { key, body: {} })).status, 202)
    await runQueuedJobs(api.resources)
    t.deepEqual(await links(domain), [])
    t.true((await api.call(`GET ${path}/imports/${first.id}`, { key })).body.undoneAt !== null)
  })
}

test.serial('an import that is killed while it stores a page continues with that page', async (t) => {
  const { domain, ...access } = await source(t, 'rebrandly')
  const { start, jobOf, links } = await tenant()
  const { body } = await start('rebrandly', access)
  const { pool } = api.resources.database
  await pool.query(`create function refuse_row() returns trigger language plpgsql as $$ begin
    if new.opening_clicks = 40 then raise exception 'killed'; end if; return new; end $$`)
  await pool.query('create trigger refuse_row before insert on imported_links for each row execute function refuse_row()')
  await t.throwsAsync(runJobByName(api.resources, 'imports.run', { operationId: body.id }), { message: /killed/ })
  t.like(await jobOf(body.id), { state: 'active', done: 24, failed: 1 })
  await pool.query('drop function refuse_row cascade')
  await runJobByName(api.resources, 'imports.run', { operationId: body.id })
  t.like(await jobOf(body.id), { state: 'completed', done: size - 1, failed: 1 })
  t.is((await links(domain)).length, size - 1)
})

test.serial('a refused token ends the import with a clear error and is not kept', async (t) => {
  const { apiUrl } = await source(t, 'dub', { count: 1 })
  const { start, jobOf, workspace } = await tenant()
  const { body } = await start('dub', { apiUrl, token: 'another' })
  await runJobByName(api.resources, 'imports.run', { operationId: body.id })
  t.like(await jobOf(body.id), {
    state: 'failed',
    error: 'Dub refused the token. Create a token that may read the account, then start the import again.',
  })
  const { rows } = await api.resources.database.pool.query('select credential from imports where workspace_id = $1', [workspace.id])
  t.deepEqual(rows, [{ credential: null }])
})

test.serial('a provider that keeps failing ends the import', async (t) => {
  const { apiUrl, token } = await source(t, 'kutt', { status: 404 })
  const { start, jobOf } = await tenant()
  const { body } = await start('kutt', { apiUrl, token })
  await runJobByName(api.resources, 'imports.run', { operationId: body.id })
  t.like(await jobOf(body.id), { state: 'failed' })
  t.regex((await jobOf(body.id)).error, /^Kutt could not be read: It answered with status 404\./)
})

test.serial('domains of the source can be replaced; those of the provider cannot be added', async (t) => {
  const { domain, ...access } = await source(t, 'dub', { count: 2 })
  const { start, jobOf, links, workspace } = await tenant()
  const own = await api.make.domain(workspace)
  const { body } = await start('dub', { ...access, domains: { [domain]: own.slug } })
  const { body: refused } = await start('dub', { ...access, domains: { [domain]: 'dub.sh' } })
  await runQueuedJobs(api.resources)
  t.like(await jobOf(body.id), { done: 2, failed: 0 })
  t.is((await links(own.slug)).length, 2)
  const { failed, errors } = await jobOf(refused.id)
  t.is(failed, 2)
  t.regex(errors[0].error, /^The domain dub\.sh belongs to the provider/)
})

test.serial('an import of YOURLS needs the address of the installation', async (t) => {
  const { start } = await tenant()
  const { status, body } = await start('yourls', { token: 'x' })
  t.is(status, 400)
  t.regex(body.error.message, /^apiUrl is required/)
})

for (const { name, account } of [
  { name: 'bitly', account: (domain: string) => [{ guid: 'g1', name: 'Acme', domains: [domain], tags: ['Spring'] }] },
  { name: 'rebrandly', account: (domain: string) => ({ domains: [{ id: 'd2', domain, links: size }], tagsCount: 1 }) },
  { name: 'short', account: (domain: string) => [{ id: 5, domain, links: size - 1 }] },
  { name: 'kutt', account: () => ({ connected: true }) },
] as const)
  test.serial(`a stored credential of ${name} shows what the account has, and is forgotten when an import with it ends`, async (t) => {
    const { domain, apiUrl, token } = await source(t, name)
    const { start, jobOf, links, path, key } = await tenant()
    const found = () => api.call(`GET ${path}/import/${name}`, { key })
    t.is((await found()).status, 400)
    t.is((await start(name, {})).status, 400)
    await api.call(`PUT ${path}/import/${name}`, { key, body: { apiKey: 'wrong', apiUrl } })
    t.is((await found()).status, 401)
    const stored = await api.call(`PUT ${path}/import/${name}`, { key, body: { apiKey: token, apiUrl } })
    t.is(stored.status, 200)
    t.false(JSON.stringify(stored.body).includes(token))
    t.deepEqual((await found()).body, account(domain))
    const { body: none } = await start(name, { selectedDomains: [{ domain: 'other.example' }], dryRun: true })
    const { body } = await start(name, { selectedDomains: [{ id: 5, domain, bitlyGroup: 'g1' }] })
    await runQueuedJobs(api.resources)
    t.like(await jobOf(none.id), { state: 'completed', done: 0, failed: 0 })
    t.like(await jobOf(body.id), { state: 'completed', done: size - 1, failed: 1 })
    t.is((await links(domain)).length, size - 1)
    t.is((await found()).status, 400)
  })
