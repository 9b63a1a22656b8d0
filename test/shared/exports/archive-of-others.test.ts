/** Archives contain no data of other workspaces, and older archives that do can be imported. */
import test from 'ava'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { testApi } from '../../support/api.js'
import { runQueuedJobs, runQueuedJobsAndSubscribers } from '../../support/jobs.js'
import { loopbackServer } from '../../support/loopback-server.js'
import { programOwner, unique } from '../../support/program-owner.js'

const api = await testApi({ ALLOW_PRIVATE_TARGETS: 'true' })
const { pool } = api.resources.database
test.after.always(() => api.close())

async function exported({ workspace, key }: { workspace: { id: string }; key: string }): Promise<Record<string, string>> {
  const started = await api.call(`POST /workspaces/${workspace.id}/export`, { key })
  await runQueuedJobs(api.resources)
  const response = await fetch(`${api.url}/jobs/${started.body.id}/result`, { headers: { Authorization: `Bearer ${key}` } })
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

/** A program with a partner who was starred only, and one who has an own fraud event and one because of a ban by another program. */
async function programWithStrangers() {
  const owner = await programOwner(api, { plan: 'enterprise', role: 'owner' })
  const [starred, enrolled] = [await api.make.partner(), await api.make.partner()]
  await api.make.enrolment(owner.program, enrolled)
  await pool.query(
    `insert into discovered_partners (id, program_id, partner_id, starred_at, created_at) values ($1, $2, $3, now(), now())`,
    [unique('dpn_'), owner.program.id, starred.id],
  )
  const group = await api.make.fraudGroup(owner.program, enrolled, 'partnerCrossProgramBan')
  const other = (await programOwner(api)).program
  for (const [id, subject, source] of [
    ['own', 'subject-own', null],
    ['ban', other.id, other.id],
  ])
    await pool.query(`insert into fraud_events (id, group_id, subject, source_program_id, created_at) values ($1, $2, $3, $4, now())`, [
      unique(`fre_${id}_`),
      group.id,
      subject,
      source,
    ])
  return { owner, starred, enrolled, other, group }
}

test('an archive names neither partners who were only starred nor programs of other workspaces', async (t) => {
  const { owner, starred, enrolled, other } = await programWithStrangers()
  const files = await exported(owner)
  t.true(files['partners.csv']?.includes(enrolled.id))
  t.regex(files['fraud_events.csv'] ?? '', /subject-own/)
  for (const [name, text] of Object.entries(files))
    for (const id of [starred.id, starred.email ?? '', other.id]) t.false(text.includes(id), `${name}: ${id}`)
  t.false(files['fraud_events.csv']?.includes('source_program_id'))
  t.truthy(JSON.parse(files['manifest.json'] ?? '').omitted.discovered_partners)
})

test('the import of an older archive leaves out partners who were only starred', async (t) => {
  const { owner, starred, group } = await programWithStrangers()
  const files = await exported(owner)
  await api.call(`DELETE /workspaces/${owner.workspace.id}`, { key: owner.key })
  await runQueuedJobsAndSubscribers(api.resources)
  const manifest = JSON.parse(files['manifest.json'] ?? '')
  manifest.tables.push({ table: 'discovered_partners', rows: 1, columns: ['id', 'program_id', 'partner_id'] })
  const [header, ...events] = (files['fraud_events.csv'] ?? '').trimEnd().split(/\r?\n/)
  const older = {
    ...files,
    'fraud_events.csv': [`${header},source_program_id`, ...events.map((row) => `${row},`), ''].join('\r\n'),
    'discovered_partners.csv': `id,program_id,partner_id\r\ndpn_older,${owner.program.id},${starred.id}\r\n`,
    'manifest.json': JSON.stringify(manifest),
  }
  const archive = zipSync(Object.fromEntries(Object.entries(older).map(([name, text]) => [name, strToU8(text)])))
  const { origin } = await loopbackServer(t, (_, response) => void response.end(archive))
  const target = await api.make.caller()
  await api.make.member(target.workspace, owner.user, 'member')
  const started = await api.call('POST /admin/workspaces/import', {
    key: api.config.adminApiKey as string,
    body: { slug: target.workspace.slug, url: `${origin}/archive.zip` },
  })
  await runQueuedJobs(api.resources)
  const { body } = await api.call(`GET /jobs/${started.body.id}`, { key: target.key })
  t.like(body, { state: 'completed', failed: 0, errors: [] }, JSON.stringify(body))
  t.is(body.done, body.total)
  t.is((await pool.query('select from fraud_events where group_id = $1', [group.id])).rowCount, 1)
  const { rows } = await pool.query('select id from discovered_partners where program_id = $1', [owner.program.id])
  t.deepEqual(rows, [])
})

test('an order at the registrar of the installation is not in archives, and that of an older archive is left out', async (t) => {
  const source = await api.make.caller({ plan: 'enterprise' })
  const { id, slug } = await api.make.domain(source.workspace)
  await pool.query(`update domains set ordered_at = now() where id = $1`, [id])
  const files = await exported(source)
  const domains = files['domains.csv'] ?? ''
  t.regex(domains, /registration_ends_at/)
  t.notRegex(domains, /ordered_at/)
  await pool.query('delete from domains where id = $1', [id])
  const older = domains
    .trimEnd()
    .split('\r\n')
    .map((line, index) => `${line},${index === 0 ? 'ordered_at' : '2026-01-01T00:00:00Z'}\r\n`)
  const changed = { ...files, 'domains.csv': older.join('') }
  const archive = zipSync(Object.fromEntries(Object.entries(changed).map(([name, text]) => [name, strToU8(text)])))
  const { origin } = await loopbackServer(t, (_, response) => void response.end(archive))
  const target = await api.make.caller()
  await api.call('POST /admin/workspaces/import', {
    key: api.config.adminApiKey as string,
    body: { slug: target.workspace.slug, url: `${origin}/archive.zip` },
  })
  await runQueuedJobs(api.resources)
  const { rows } = await pool.query('select slug, ordered_at from domains where workspace_id = $1', [target.workspace.id])
  t.deepEqual(rows, [{ slug, ordered_at: null }])
})
