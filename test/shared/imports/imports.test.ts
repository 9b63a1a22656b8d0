/** Imports of links, with a server that plays the API of each provider. */
import test, { type ExecutionContext } from 'ava'
import { hours } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { latestEmailTo } from '../../support/emails.js'
import { runJobByName, runQueuedJobs } from '../../support/jobs.js'
import { type LinkProvider, linkProvider, linkProviders, malformedLink as malformed } from '../../support/link-player.js'

const size = Number(process.env.IMPORT_TEST_LINKS ?? 60)

let api: TestApi
test.before(async () => {
  api = await testApi({ ALLOW_PRIVATE_TARGETS: 'true' })
})
test.after.always(() => api.close())

const source = (t: ExecutionContext, name: LinkProvider, { count = size, status = 0 } = {}) => linkProvider(t, name, { count, status })

async function tenant() {
  const { workspace, key } = await api.make.caller({ plan: 'enterprise' })
  const path = `/workspaces/${workspace.id}`
  const start = (name: LinkProvider, body: object) => api.call(`POST ${path}/import/${name}`, { key, body })
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

for (const name of linkProviders) {
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

const withArchive = new Set<string>(['bitly', 'short', 'dub'])
for (const name of linkProviders)
  test.serial(`links of ${name} keep when they were created and whether they are archived`, async (t) => {
    const { domain: _, ...access } = await source(t, name, { count: 7 })
    const { start, key } = await tenant()
    await start(name, access)
    await runQueuedJobs(api.resources)
    const { body } = await api.call('GET /links?showArchived=true&sortBy=createdAt&sortOrder=desc', { key })
    const imported = (body as { key: string; createdAt: string; archived: boolean }[]).filter((link) => link.key !== '_root')
    t.deepEqual(
      imported.map((link) => [link.key, link.createdAt, link.archived]),
      [6, 5, 4, 3, 2, 1, 0].map((index) => [
        `key-${index}`,
        new Date(Date.UTC(2024, 4, 1, 10, index)).toISOString(),
        withArchive.has(name) && index % 5 === 0,
      ]),
    )
  })

test.serial('only links of Rebrandly that were created after a time are imported', async (t) => {
  const { domain, ...access } = await source(t, 'rebrandly', { count: 6 })
  const { start, links } = await tenant()
  await start('rebrandly', { ...access, createdAfter: '2024-05-01T12:03:00+02:00' })
  await runQueuedJobs(api.resources)
  t.deepEqual(
    (await links(domain)).map(({ key }) => key),
    ['key-4', 'key-5'],
  )
})

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

test.serial('a provider that refuses all requests for hours ends the import', async (t) => {
  const { apiUrl, token } = await source(t, 'kutt', { status: 429 })
  const { start, jobOf } = await tenant()
  const { body } = await start('kutt', { apiUrl, token })
  const waitingSince = new Date(Date.now() - hours(13)).toISOString()
  await runJobByName(api.resources, 'imports.run', { operationId: body.id, waitingSince })
  const { state, error } = await jobOf(body.id)
  t.is(state, 'failed')
  t.regex(error, /^Kutt could not be read: It has refused or delayed requests for 12 hours/)
})

test.serial('a provider that answers again after hours lets the import go on', async (t) => {
  const { domain: _, ...access } = await source(t, 'kutt', { count: 3 })
  const { start, jobOf } = await tenant()
  const { body } = await start('kutt', access)
  const waitingSince = new Date(Date.now() - hours(13)).toISOString()
  await runJobByName(api.resources, 'imports.run', { operationId: body.id, waitingSince })
  await runQueuedJobs(api.resources)
  t.is((await jobOf(body.id)).state, 'completed')
})

test.serial('a dry run with overwrite counts links that exist as the import does', async (t) => {
  const { domain: _, ...access } = await source(t, 'rebrandly')
  const { start, jobOf, latest } = await tenant()
  await start('rebrandly', access)
  await runQueuedJobs(api.resources)
  for (const dryRun of [true, false]) {
    const { body } = await start('rebrandly', { ...access, overwrite: true, dryRun })
    await runQueuedJobs(api.resources)
    t.like(await jobOf(body.id), { state: 'completed', done: size - 1, failed: 1 }, `dryRun ${dryRun}`)
    t.deepEqual((await latest()).counts.link, { created: 0, existing: size - 1, refused: 1 })
  }
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

test.serial('links beyond the quota are refused, and a dry run counts them', async (t) => {
  const { domain, ...access } = await source(t, 'rebrandly')
  const { start, jobOf, latest, links, workspace } = await tenant()
  await api.resources.database.pool.query('update workspaces set links_limit = links_usage + 30 where id = $1', [workspace.id])
  for (const dryRun of [true, false]) {
    const { body } = await start('rebrandly', { ...access, dryRun })
    await runJobByName(api.resources, 'imports.run', { operationId: body.id })
    t.like(await jobOf(body.id), { state: 'completed', done: 30, failed: size - 30 })
    t.deepEqual((await latest()).counts.link, { created: 30, existing: 0, refused: size - 30 })
  }
  t.is((await links(domain)).length, 30)
})

test.serial('the end of an import that a key of the workspace started is reported to an owner', async (t) => {
  const { workspace, user } = await api.make.caller({ plan: 'enterprise' })
  const machine = await api.make.user({ isMachine: true, email: null })
  await api.make.member(workspace, machine, 'member')
  const { key } = await api.make.token(machine, workspace, { scopes: ['links.write', 'links.read'] })
  const { domain: _, ...access } = await source(t, 'kutt', { count: 3 })
  const { status } = await api.call(`POST /workspaces/${workspace.id}/import/kutt`, { key, body: access })
  t.is(status, 202)
  await runQueuedJobs(api.resources)
  t.like(await latestEmailTo(api.config.dataDir, user.email as string), { subject: 'Your Kutt import is complete' })
})
