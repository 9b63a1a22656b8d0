import { randomBytes } from 'node:crypto'
import test from 'ava'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { archiveTables, omittedTables } from '../../../shared/exports/archive-tables.js'
import { directoryFileStore } from '../../../shared/kernel/directory-file-store.js'
import { days } from '../../../shared/kernel/time.js'
import { testApi } from '../../support/api.js'
import { batchOf, rawClick } from '../../support/clicks.js'
import { tracker } from '../../support/conversions.js'
import { emailsTo, linkIn, type SentEmail } from '../../support/emails.js'
import { runJobByName, runQueuedJobs, runQueuedJobsAndSubscribers } from '../../support/jobs.js'
import { loopbackServer } from '../../support/loopback-server.js'
import { inspectWorkspaceRows } from '../../support/workspace-rows.js'

const api = await testApi({ ALLOW_PRIVATE_TARGETS: 'true' })
const { resources } = api
const { pool } = resources.database
test.after.always(() => api.close())

const png = `data:image/png;base64,${Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(200)]).toString('base64')}`

interface Workspace {
  workspace: { id: string }
  key: string
}

async function exported({ workspace, key }: Workspace): Promise<Record<string, string>> {
  const started = await api.call(`POST /workspaces/${workspace.id}/export`, { key })
  if (started.status !== 202) throw new Error(JSON.stringify(started.body))
  await runQueuedJobs(resources)
  const response = await fetch(`${api.url}/jobs/${started.body.id}/result`, { headers: { Authorization: `Bearer ${key}` } })
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

/** A workspace with rows in every table. */
async function fullWorkspace() {
  const shop = await tracker(api)
  const url = `https://example.com/?a=${shop.link.id}`
  const created = await api.call('POST /links', {
    key: shop.key,
    body: { url, domain: shop.domain.slug, password: 'open sesame', title: '=1+1, "x"', description: 'two\r\nlines', image: png },
  })
  if (created.status !== 201 && created.status !== 200) throw new Error(JSON.stringify(created.body))
  const batch = batchOf([rawClick(shop.link), rawClick(shop.link, { at: Date.now() - days(40) })], {
    excluded: [{ workspaceId: shop.workspace.id, linkId: shop.link.id, day: '2026-11-01', reason: 'head', count: 2 }],
  })
  await runJobByName(resources, 'tracking.ingest-clicks', batch)
  await shop.track('lead', { clickId: batch.clicks[0]?.id, eventName: 'Sign up', customerExternalId: "'=person", customerName: '' })
  await shop.track('sale', { customerExternalId: "'=person", amount: 1000, invoiceId: 'invoice-1', metadata: { note: 'A\n"B"' } })
  await shop.track('refund', { invoiceId: 'invoice-1', amount: 300, refundId: 'refund-1' })
  const program = await api.make.program(shop.workspace)
  const partner = await api.make.partner()
  const formerReferrer = await api.make.partner()
  await api.make.enrolment(program, partner, { referredByPartnerId: formerReferrer.id })
  for (const status of ['archived', 'deactivated', 'rejected'] as const)
    await api.make.enrolment(program, await api.make.partner(), { status })
  await pool.query(
    `insert into partner_platforms (partner_id, type, identifier, created_at, updated_at) values ($1, 'website', 'a.example', now(), now())`,
    [partner.id],
  )
  await api.make.dashboard(shop.workspace, shop.link)
  await api.make.bounty(program)
  await api.make.programResource(program)
  await api.make.submittedLead(program, partner)
  await runQueuedJobsAndSubscribers(resources)
  const rows = await inspectWorkspaceRows(pool, shop.workspace.id)
  await rows.fillEmpty('closed_workspaces')
  return { ...shop, rows, formerReferrer }
}

test.serial('every table of a workspace is exported or omitted with a reason', async (t) => {
  const { workspace } = await api.make.caller()
  const { workspaceTables } = await inspectWorkspaceRows(pool, workspace.id)
  const exportedTables = archiveTables.map(({ name }) => name).filter((name) => !['clicks', 'partners', 'partner_platforms'].includes(name))
  t.deepEqual([...exportedTables, ...Object.keys(omittedTables)].sort(), workspaceTables)
})

test.serial('an archive has the rows of every table and a manifest', async (t) => {
  const source = await fullWorkspace()
  const files = await exported(source)
  const manifest = JSON.parse(files['manifest.json'] ?? '')
  t.deepEqual(
    manifest.tables.filter(({ rows }: { rows: number }) => rows === 0).map(({ table }: { table: string }) => table),
    [],
    'every table has rows',
  )
  t.regex(files['links.csv'] ?? '', /open sesame/)
  t.true(files['partners.csv']?.includes(source.formerReferrer.id), 'a referrer who has left the program')
  t.regex(files['links.csv'] ?? '', /'=1\+1/)
})

test.serial('a key with scopes can neither start nor download an archive, whatever its scopes', async (t) => {
  const { key, workspace, user } = await api.make.caller()
  const scoped = await api.make.token(user, workspace, { scopes: ['apis.all'] })
  t.is((await api.call(`POST /workspaces/${workspace.id}/export`, { key: scoped.key })).status, 403)
  const started = await api.call(`POST /workspaces/${workspace.id}/export`, { key })
  await runQueuedJobs(resources)
  t.is((await api.call(`GET /jobs/${started.body.id}/result`, { key: scoped.key })).status, 404)
})

test.serial('export, import into an empty workspace, and export again: the files are identical', async (t) => {
  const source = await fullWorkspace()
  const before = await exported(source)
  const url = await addressFor(source)
  const target = await api.make.caller()
  const taken = await importInto(target, url)
  await runQueuedJobs(resources)
  t.like((await api.call(`GET /jobs/${taken.body.id}`, { key: target.key })).body, { state: 'completed' })
  t.true((await api.call(`GET /jobs/${taken.body.id}`, { key: target.key })).body.failed > 50, 'keys of an existing workspace are taken')

  const [image] = Object.keys(before).filter((name) => name.startsWith('files/')) as [string]
  t.regex(image, /^files\/[\w-]{43}\.png$/)
  const archive = Buffer.from(await (await fetch(url.replace(api.config.baseUrl, api.url))).arrayBuffer())
  const elsewhere = await loopbackServer(t, (_, response) => void response.end(archive))
  const empty = await api.make.caller()
  // Users are accounts of the installation: those who are members keep what they have.
  const { rows: users } = await pool.query<{ id: string }>(
    `select distinct user_id as id from folder_users join folders on folders.id = folder_id where workspace_id = $1
     union select user_id from members where workspace_id = $1 and user_id = $2`,
    [source.workspace.id, source.user.id],
  )
  for (const user of users) await api.make.member(empty.workspace, user, 'member')
  await api.call(`DELETE /workspaces/${target.workspace.id}`, { key: target.key })
  await api.call(`DELETE /workspaces/${source.workspace.id}`, { key: source.key })
  await runQueuedJobsAndSubscribers(resources)
  t.is((await importInto(empty, url)).status, 404, 'the file was deleted with its workspace')
  // Another installation does not have the image.
  await directoryFileStore(api.config).delete(image.slice('files/'.length), new Date(Date.now() + days(1)))
  t.is((await api.call(`GET /${image}`)).status, 404)
  const started = await importInto(empty, `${elsewhere.origin}/archive.zip`)
  t.is(started.status, 202, JSON.stringify(started.body))
  await runQueuedJobs(resources)
  const job = await api.call(`GET /jobs/${started.body.id}`, { key: empty.key })
  t.like(job.body, { state: 'completed', failed: 0, error: null, errors: [] })
  t.is(job.body.done, job.body.total)
  t.is((await api.call(`GET /workspaces/${empty.workspace.slug}`, { key: empty.key })).body.partnersUsage, 3)
  const after = await exported(empty)
  t.deepEqual(Object.keys(after), Object.keys(before))
  t.is(after[image], before[image])
  t.is((await api.call(`GET /${image}`)).status, 200)
  for (const { name } of archiveTables) t.is(after[`${name}.csv`], before[`${name}.csv`], name)
  t.deepEqual(JSON.parse(after['manifest.json'] ?? '').settings, JSON.parse(before['manifest.json'] ?? '').settings)
  t.is((await importInto(empty, `${elsewhere.origin}/archive.zip`)).status, 409)
  const damaged = await importInto(await api.make.caller(), url.replace('signature=', 'signature=x'))
  t.is(damaged.status, 404)
})

test.serial('domains that were being renamed or deleted during the export are renamed or deleted after the import', async (t) => {
  const source = await api.make.caller({ plan: 'enterprise' })
  const [renamed, deleted] = [await api.make.domain(source.workspace), await api.make.domain(source.workspace)]
  const create = (domain: string) =>
    api.call('POST /links', { key: source.key, body: { url: 'https://example.com/', domain, key: 'offer' } })
  for (const { slug } of [renamed, deleted]) t.is((await create(slug)).status, 200)
  const newName = `new-${renamed.slug}`
  await pool.query('update domains set slug = $1, moved_from = slug where id = $2', [newName, renamed.id])
  await pool.query('update domains set deleted_at = now() where id = $1', [deleted.id])
  const files = await exported(source)
  await api.call(`DELETE /workspaces/${source.workspace.id}`, { key: source.key })
  await runQueuedJobsAndSubscribers(resources)
  const archive = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
  const { origin } = await loopbackServer(t, (_, response) => void response.end(archive))
  const target = await api.make.caller()
  const started = await importInto(target, `${origin}/archive.zip`)
  await runQueuedJobs(resources)
  t.like((await api.call(`GET /jobs/${started.body.id}`, { key: target.key })).body, { state: 'completed', failed: 0, errors: [] })
  const { rows } = await pool.query('select slug, moved_from from domains where workspace_id = $1', [target.workspace.id])
  t.deepEqual(rows, [{ slug: newName, moved_from: null }])
  const { body: links } = await api.call('GET /links', { key: target.key })
  t.deepEqual(
    (links as { domain: string; key: string }[]).filter(({ key }) => key === 'offer').map(({ domain }) => domain),
    [newName],
  )
})

test.serial('rows that are refused are named with a clear reason', async (t) => {
  const source = await api.make.caller({ plan: 'enterprise', role: 'owner' })
  const folder = async (body: object) => (await api.call('POST /folders', { key: source.key, body })).body.id as string
  const [open, closed] = [await folder({ name: 'Open', accessLevel: 'write' }), await folder({ name: 'Closed', accessLevel: null })]
  const other = await api.make.user()
  for (const id of [open, closed])
    await pool.query(`insert into folder_users (folder_id, user_id, role, created_at) values ($1, $2, 'editor', now())`, [id, other.id])
  const files = await exported(source)
  await api.call(`DELETE /workspaces/${source.workspace.id}`, { key: source.key })
  await runQueuedJobsAndSubscribers(resources)
  const changed = { ...files, 'folders.csv': (files['folders.csv'] ?? '').replace(',write,', ',anything,') }
  const archive = zipSync(Object.fromEntries(Object.entries(changed).map(([name, text]) => [name, strToU8(text)])))
  const { origin } = await loopbackServer(t, (_, response) => void response.end(archive))
  const target = await api.make.caller()
  await api.make.member(target.workspace, source.user, 'member')
  const started = await importInto(target, `${origin}/archive.zip`)
  t.is(started.status, 202, JSON.stringify(started.body))
  await runQueuedJobs(resources)
  const { body } = await api.call(`GET /jobs/${started.body.id}`, { key: target.key })
  t.is(body.state, 'completed')
  const reasonOf = ({ table, user_id: userId }: Record<string, string>) =>
    table === 'folders'
      ? 'A value of the row does not fit its column, or it contradicts another one.'
      : userId === other.id
        ? 'The user in user_id is not a member of this workspace. Add the member before the import, or create the row again here.'
        : 'The row refers in folder_id to one that does not exist here: it was refused, or is missing in the archive.'
  t.is(new Set(body.errors.map(({ error }: { error: string }) => error)).size, 3)
  for (const { element, error, code } of body.errors) t.deepEqual([error, code], [reasonOf(element), 'unprocessable_entity'])
})

test.serial('events whose timestamp is damaged are named, and the others are stored', async (t) => {
  const source = await tracker(api, { plan: 'enterprise' })
  const [first, second] = [rawClick(source.link), rawClick(source.link)]
  await runJobByName(resources, 'tracking.ingest-clicks', batchOf([first, second]))
  for (const eventName of ['Sign up', 'Demo'])
    await source.track('lead', { clickId: first.id, eventName, customerExternalId: 'ann', mode: 'wait' })
  const files = await exported(source)
  await api.call(`DELETE /workspaces/${source.workspace.id}`, { key: source.key })
  await runQueuedJobsAndSubscribers(resources)
  for (const name of ['clicks.csv', 'lead_events.csv']) files[name] = (files[name] ?? '').replace(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/, 'soon')
  const archive = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
  const { origin } = await loopbackServer(t, (_, response) => void response.end(archive))
  const target = await api.make.caller()
  const started = await importInto(target, `${origin}/archive.zip`)
  await runQueuedJobs(resources)
  const { body } = await api.call(`GET /jobs/${started.body.id}`, { key: target.key })
  t.is(body.state, 'completed', JSON.stringify(body))
  const refused = body.errors.filter(({ element }: { element: { table: string } }) => ['clicks', 'lead_events'].includes(element.table))
  t.deepEqual(
    refused.map(({ element, code }: { element: { table: string }; code: string }) => [element.table, code]),
    [
      ['clicks', 'unprocessable_entity'],
      ['lead_events', 'unprocessable_entity'],
    ],
  )
  const count = async (table: string) =>
    (await pool.query(`select count(*)::int as rows from ${table} where workspace_id = $1`, [target.workspace.id])).rows[0].rows
  t.is(await count('lead_events'), 1)
})

test.serial('clicks of deleted links count for the workspace that imports them', async (t) => {
  const source = await tracker(api, { plan: 'enterprise' })
  await runJobByName(resources, 'tracking.ingest-clicks', batchOf([rawClick(source.link), rawClick(source.link)]))
  t.is((await api.call(`DELETE /links/${source.link.id}`, { key: source.key })).status, 200)
  const files = await exported(source)
  await api.call(`DELETE /workspaces/${source.workspace.id}`, { key: source.key })
  await runQueuedJobsAndSubscribers(resources)
  const archive = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
  const { origin } = await loopbackServer(t, (_, response) => void response.end(archive))
  const target = await api.make.caller()
  await importInto(target, `${origin}/archive.zip`)
  await runQueuedJobs(resources)
  const { rows } = await pool.query('select total_clicks as clicks from workspaces where id = $1', [target.workspace.id])
  t.deepEqual(rows, [{ clicks: 2 }])
})

const importInto = ({ workspace }: { workspace: { slug: string } }, url: string) =>
  api.call('POST /admin/workspaces/import', { key: api.config.adminApiKey as string, body: { slug: workspace.slug, url } })

/** The address of the last archive that was sent to the owner. */
async function addressFor({ user }: { user: { email?: string | null } }): Promise<string> {
  const email = (await emailsTo(api.config.dataDir, user.email ?? '')).at(-1) as SentEmail
  return api.config.baseUrl + linkIn(email)
}
