/** Background operations through the bulk link endpoints and the job endpoints. */
import test from 'ava'
import { type ApiResponse, testApi, type TestApi } from '../../support/api.js'
import { runQueuedJobs } from '../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
  await api.make.domain(null, { slug: api.config.shortDomain })
})
test.after.always(() => api.close())

const owner = () => api.make.caller({ role: 'owner' })
const respondAsync = { Prefer: 'respond-async' }
const linkInputs = (count: number) => Array.from({ length: count }, (_, at) => ({ url: `https://destination.example/${at}` }))
const runJobs = () => runQueuedJobs(api.resources)
const getJob = async (key: string, response: ApiResponse) => (await api.call(`GET /jobs/${response.body.id}`, { key })).body
const countLinks = async (key: string) => (await api.call('GET /links/count', { key })).body

test.serial('a request with more than 100 elements returns a job, which creates the links', async (t) => {
  const { key, workspace } = await owner()
  const response = await api.call('POST /links/bulk', { key, body: linkInputs(1201) })
  t.is(response.status, 202)
  t.is(response.headers.get('location'), `/jobs/${response.body.id}`)
  t.like(response.body, { type: 'links.create', state: 'waiting', total: 1201, done: 0, failed: 0 })
  t.is(await countLinks(key), 0)
  await runJobs()
  t.like(await getJob(key, response), { state: 'completed', total: 1201, done: 1201, failed: 0, errors: [], error: null })
  t.is(await countLinks(key), 1201)
  const { rows } = await api.resources.database.pool.query(
    'select links_usage::int as used, total_links::int as total from workspaces where id = $1',
    [workspace.id],
  )
  t.deepEqual(rows, [{ used: 1201, total: 1201 }])
})

test.serial('a job that created many links leaves current statistics of the table behind, a small one does not', async (t) => {
  const { key, workspace } = await owner()
  const { pool } = api.resources.database
  await pool.query('update workspaces set links_limit = 100000 where id = $1', [workspace.id])
  for (const table of ['links', 'link_tags']) await pool.query(`alter table ${table} set (autovacuum_enabled = false)`)
  const run = async (count: number) => {
    const response = await api.call('POST /links/bulk', { key, body: linkInputs(count), headers: respondAsync })
    await runJobs()
    t.like(await getJob(key, response), { state: 'completed', done: count })
    const { rows } = await pool.query<{ count: number }>(
      `select analyze_count::int as count from pg_stat_user_tables where relname = 'links'`,
    )
    return rows[0]?.count
  }
  t.is(await run(200), 0)
  t.is(await run(10_000), 1)
})

test.serial('Prefer: respond-async returns a job for few elements, also with NDJSON input', async (t) => {
  const { key } = await owner()
  const body = linkInputs(3)
    .map((one) => JSON.stringify(one))
    .join('\n')
  const response = await api.call('POST /links/bulk', { key, body, headers: { ...respondAsync, 'Content-Type': 'application/x-ndjson' } })
  t.deepEqual([response.status, response.body.total, response.headers.get('preference-applied')], [202, 3, 'respond-async'])
  const immediate = await api.call('POST /links/bulk', { key, body, headers: { 'Content-Type': 'application/x-ndjson' } })
  t.deepEqual([immediate.status, immediate.body.length], [200, 3])
  await runJobs()
  t.is(await countLinks(key), 6)
})

test.serial('a job lists its failed elements page by page, and its result file the others', async (t) => {
  const { key, workspace } = await owner()
  const red = await api.make.tag(workspace, { name: 'Red' })
  const elements = [
    { url: 'https://a.example', key: 'later-a', tagNames: ['red'] },
    { url: 'nothing' },
    { url: 'https://b.example', key: 'LATER-A' },
    { nothing: true },
    { url: 'https://c.example', externalId: 'c' },
    { url: 'https://d.example', externalId: 'C' },
  ]
  const response = await api.call('POST /links/bulk', { key, body: elements, headers: respondAsync })
  await runJobs()
  const { state, done, failed, errors, result } = await getJob(key, response)
  t.deepEqual([state, done, failed], ['completed', 2, 4])
  t.deepEqual(
    errors.map(({ index, code }: { index: number; code: string }) => [index, code]),
    [
      [1, 'unprocessable_entity'],
      [2, 'conflict'],
      [3, 'unprocessable_entity'],
      [5, 'conflict'],
    ],
  )
  t.deepEqual(errors[0].element, elements[1])
  t.regex(errors[2].error, /^invalid_type: url: /)
  const second = await api.call(`GET /jobs/${response.body.id}?page=2&pageSize=3`, { key })
  t.deepEqual(
    second.body.errors.map(({ index }: { index: number }) => index),
    [5],
  )
  const file = await api.call(`GET ${result.url}`, { key })
  t.is(file.headers.get('content-type'), 'application/x-ndjson')
  const lines = file.body
    .trim()
    .split('\n')
    .map((line: string) => JSON.parse(line))
  t.deepEqual(
    lines.map(({ index, key: made, externalId }: Record<string, unknown>) => [index, made, externalId]),
    [
      [0, 'later-a', null],
      [4, lines[1].key, 'c'],
    ],
  )
  const link = await api.call(`GET /links/${lines[0].id}`, { key })
  t.is(link.body.tags[0].id, red.id)
})

test.serial('bulk updates and deletions run as jobs', async (t) => {
  const { key } = await owner()
  const made = (await api.call('POST /links/bulk', { key, body: linkInputs(5) })).body.map(({ id }: { id: string }) => id)
  const changed = await api.call('PATCH /links/bulk', {
    key,
    headers: respondAsync,
    body: { linkIds: [...made, 'link_none'], data: { utm_source: 'later' } },
  })
  await runJobs()
  t.like(await getJob(key, changed), { type: 'links.update', state: 'completed', total: 6, done: 5, failed: 1 })
  t.is((await api.call(`GET /links/${made[3]}`, { key })).body.utm_source, 'later')
  const deleted = await api.call('DELETE /links/bulk', { key, body: [...made.slice(1), 'link_none', 7] })
  await runJobs()
  const after = await getJob(key, deleted)
  t.like(after, { type: 'links.delete', state: 'completed', total: 6, done: 4, failed: 2 })
  t.deepEqual(after.errors.map(({ code }: { code: string }) => code).sort(), ['not_found', 'unprocessable_entity'])
  t.is(await countLinks(key), 1)
  const tooFew = await api.call('PATCH /links/bulk', { key, headers: respondAsync, body: { linkIds: [], data: {} } })
  t.is(tooFew.status, 400)
})

test.serial('links without an external id are not found by one', async (t) => {
  const { key } = await owner()
  const [made] = (await api.call('POST /links/bulk', { key, body: linkInputs(1) })).body
  const response = await api.call('DELETE /links/bulk', { key, body: [made.id, 'ext_undefined'] })
  await runJobs()
  t.like(await getJob(key, response), { state: 'completed', done: 1, failed: 1 })
})

test.serial('Prefer: respond-async deletes the links that the query names in a job', async (t) => {
  const { key } = await owner()
  const made = (await api.call('POST /links/bulk', { key, body: linkInputs(3) })).body.map(({ id }: { id: string }) => id)
  const response = await api.call(`DELETE /links/bulk?linkIds=${made[0]},${made[1]},link_none`, { key, headers: respondAsync })
  t.deepEqual([response.status, response.body.total, response.headers.get('preference-applied')], [202, 3, 'respond-async'])
  t.is(await countLinks(key), 3)
  await runJobs()
  t.like(await getJob(key, response), { type: 'links.delete', state: 'completed', done: 2, failed: 1 })
  t.is(await countLinks(key), 1)
})

test.serial('an identifier of no link is not found, also one that spells the absent id of another link', async (t) => {
  const { key } = await owner()
  const [link] = (await api.call('POST /links/bulk', { key, body: linkInputs(1) })).body
  for (const identifier of ['ext_undefined', 'ext_null', 'ext_']) {
    const { body } = await api.call('POST /links', { key, body: { url: 'https://example.com/' } })
    const response = await api.call(`DELETE /links/bulk?linkIds=${body.id},${identifier}`, { key, headers: respondAsync })
    await runJobs()
    const job = await getJob(key, response)
    t.like(job, { state: 'completed', total: 2, done: 1, failed: 1 }, identifier)
    t.is(job.errors[0].code, 'not_found')
  }
  t.is((await api.call(`GET /links/${link.id}`, { key })).status, 200)
})

test.serial('updating more than 100 links returns a job; an unknown tag is rejected immediately', async (t) => {
  const { key } = await owner()
  const linkIds = Array.from({ length: 101 }, (_, at) => `link_${at}`)
  const response = await api.call('PATCH /links/bulk', { key, body: { linkIds, data: { archived: true } } })
  t.deepEqual([response.status, response.body.total], [202, 101])
  t.is((await api.call('PATCH /links/bulk', { key, body: { linkIds, data: { tagIds: ['tag_none'] } } })).status, 422)
  t.is((await api.call('GET /jobs?state=waiting', { key })).body.length, 1)
  await runJobs()
})

test.serial('a body with invalid JSON leaves no job behind', async (t) => {
  const { key } = await owner()
  for (const body of [
    `[${JSON.stringify(linkInputs(300)).slice(1, -1)},]`,
    JSON.stringify(linkInputs(300)).slice(0, -1),
    `${JSON.stringify(linkInputs(1))}x`,
    '[{"url":"https://a.example/\\u0000"}]',
    '[]',
  ]) {
    const response = await api.call('POST /links/bulk', { key, body, headers: respondAsync })
    t.is(response.status, 400, body.slice(-20))
  }
  t.is((await api.call('POST /links/bulk', { key, body: Array.from({ length: 100_001 }, () => 1) })).status, 400)
  t.deepEqual((await api.call('GET /jobs', { key })).body, [])
  const { rows } = await api.resources.database.pool.query('select count(*)::int as left from background_operation_parts')
  t.deepEqual(rows, [{ left: 0 }])
})

test.serial('exceeding the link limit is rejected on start, and fails a running job', async (t) => {
  const { key, workspace } = await api.make.caller({ role: 'owner', plan: 'business' })
  const limit = (links: number) =>
    api.resources.database.pool.query('update workspaces set links_limit = $2 where id = $1', [workspace.id, links])
  await limit(2)
  t.is((await api.call('POST /links/bulk', { key, body: linkInputs(3), headers: respondAsync })).body.error.code, 'exceeded_limit')
  await limit(3)
  const response = await api.call('POST /links/bulk', { key, body: linkInputs(3), headers: respondAsync })
  await limit(2)
  await runJobs()
  t.like(await getJob(key, response), { state: 'failed', done: 0 })
  t.is(await countLinks(key), 0)
})

test.serial('a canceled job stops, and a finished one cannot be canceled', async (t) => {
  const { key } = await owner()
  const response = await api.call('POST /links/bulk', { key, body: linkInputs(2), headers: respondAsync })
  const canceled = await api.call(`DELETE /jobs/${response.body.id}`, { key })
  t.like(canceled.body, { state: 'canceled', done: 0 }, JSON.stringify(canceled.body))
  t.is((await api.call(`DELETE /jobs/${response.body.id}`, { key })).status, 200)
  await runJobs()
  t.is(await countLinks(key), 0)
  t.like(await getJob(key, response), { state: 'canceled' })
  const other = await api.call('POST /links/bulk', { key, body: linkInputs(1), headers: respondAsync })
  await runJobs()
  t.is((await api.call(`DELETE /jobs/${other.body.id}`, { key })).body.error.code, 'conflict')
  t.is((await api.call(`GET /jobs/${response.body.id}/result`, { key })).status, 404)
})

test.serial('a job is visible to its creator and the workspace owner, not to others or keys without links.write', async (t) => {
  const [workspaceOwner, stranger] = [await owner(), await owner()]
  const member = await api.make.user()
  await api.make.member(workspaceOwner.workspace, member, 'member')
  const [memberKey, readOnly] = [
    await api.make.token(member, workspaceOwner.workspace),
    await api.make.token(member, workspaceOwner.workspace, { scopes: ['links.read'] }),
  ]
  const colleague = await api.make.user()
  await api.make.member(workspaceOwner.workspace, colleague, 'member')
  const colleagueKey = await api.make.token(colleague, workspaceOwner.workspace)
  const response = await api.call('POST /links/bulk', { key: memberKey.key, body: linkInputs(1), headers: respondAsync })
  const statuses = await Promise.all(
    [memberKey.key, workspaceOwner.key, readOnly.key, colleagueKey.key, stranger.key].map(
      async (key) => (await api.call(`GET /jobs/${response.body.id}`, { key })).status,
    ),
  )
  t.deepEqual(statuses, [200, 200, 404, 404, 404])
  t.is((await api.call(`DELETE /jobs/${response.body.id}`, { key: colleagueKey.key })).status, 404)
  await api.resources.database.pool.query('delete from members where user_id = $1', [member.id])
  await runJobs()
  t.like(await getJob(workspaceOwner.key, response), { state: 'failed', done: 0 })
})

test.serial('streams the progress until the job finishes', async (t) => {
  const { key } = await owner()
  const response = await api.call('POST /links/bulk', { key, body: linkInputs(1100) })
  const stream = await fetch(`${api.url}/jobs/${response.body.id}`, {
    headers: { Authorization: `Bearer ${key}`, Accept: 'text/event-stream' },
  })
  t.is(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  const [text] = await Promise.all([stream.text(), runJobs()])
  const events = text
    .split('\n\n')
    .filter((one) => one.startsWith('data: '))
    .map((one) => JSON.parse(one.slice(6)))
  t.is(events[0].state, 'waiting')
  t.like(events.at(-1), { state: 'completed', done: 1100 })
  const done = events.map((one) => one.done)
  t.deepEqual(
    done,
    [...done].sort((a, b) => a - b),
  )
  t.is((await fetch(`${api.url}/jobs/job_none`, { headers: { Authorization: `Bearer ${key}`, Accept: 'text/event-stream' } })).status, 404)
})

test.serial('a workspace can have at most twenty unfinished jobs', async (t) => {
  const { key } = await owner()
  for (let at = 0; at < 20; at++)
    t.is((await api.call('POST /links/bulk', { key, body: linkInputs(1), headers: respondAsync })).status, 202)
  t.is((await api.call('POST /links/bulk', { key, body: linkInputs(1), headers: respondAsync })).status, 429)
  await runJobs()
})
