/** Work that goes on after the answer, through the doors of bulk links and of jobs. */
import test from 'ava'
import { type Answer, testApi, type TestApi } from '../../support/api.js'
import { runQueued } from '../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
  await api.make.domain(null, { slug: api.config.shortDomain })
})
test.after.always(() => api.close())

const owner = () => api.make.caller({ role: 'owner' })
const later = { Prefer: 'respond-async' }
const pages = (count: number) => Array.from({ length: count }, (_, at) => ({ url: `https://destination.example/${at}` }))
const work = () => runQueued(api.resources)
const job = async (key: string, answer: Answer) => (await api.call(`GET /jobs/${answer.body.id}`, { key })).body
const count = async (key: string) => (await api.call('GET /links/count', { key })).body

test.serial('more than 100 elements are answered with a job, which creates them', async (t) => {
  const { key, workspace } = await owner()
  const answer = await api.call('POST /links/bulk', { key, body: pages(1201) })
  t.is(answer.status, 202)
  t.is(answer.headers.get('location'), `/jobs/${answer.body.id}`)
  t.like(answer.body, { type: 'links.create', state: 'waiting', total: 1201, done: 0, failed: 0 })
  t.is(await count(key), 0)
  await work()
  t.like(await job(key, answer), { state: 'completed', total: 1201, done: 1201, failed: 0, errors: [], error: null })
  t.is(await count(key), 1201)
  const { rows } = await api.resources.database.pool.query(
    'select links_usage::int as used, total_links::int as total from workspaces where id = $1',
    [workspace.id],
  )
  t.deepEqual(rows, [{ used: 1201, total: 1201 }])
})

test.serial('few elements are done later where the caller prefers it; lines of JSON will do', async (t) => {
  const { key } = await owner()
  const body = pages(3)
    .map((one) => JSON.stringify(one))
    .join('\n')
  const answer = await api.call('POST /links/bulk', { key, body, headers: { ...later, 'Content-Type': 'application/x-ndjson' } })
  t.deepEqual([answer.status, answer.body.total, answer.headers.get('preference-applied')], [202, 3, 'respond-async'])
  const atOnce = await api.call('POST /links/bulk', { key, body, headers: { 'Content-Type': 'application/x-ndjson' } })
  t.deepEqual([atOnce.status, atOnce.body.length], [200, 3])
  await work()
  t.is(await count(key), 6)
})

test.serial('what is refused is told by its place, a page at a time, and the result file says what became of the rest', async (t) => {
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
  const answer = await api.call('POST /links/bulk', { key, body: elements, headers: later })
  await work()
  const { state, done, failed, errors, result } = await job(key, answer)
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
  const second = await api.call(`GET /jobs/${answer.body.id}?page=2&pageSize=3`, { key })
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

test.serial('links are changed and deleted later', async (t) => {
  const { key } = await owner()
  const made = (await api.call('POST /links/bulk', { key, body: pages(5) })).body.map(({ id }: { id: string }) => id)
  const changed = await api.call('PATCH /links/bulk', {
    key,
    headers: later,
    body: { linkIds: [...made, 'link_none'], data: { utm_source: 'later' } },
  })
  await work()
  t.like(await job(key, changed), { type: 'links.update', state: 'completed', total: 6, done: 5, failed: 1 })
  t.is((await api.call(`GET /links/${made[3]}`, { key })).body.utm_source, 'later')
  const deleted = await api.call('DELETE /links/bulk', { key, body: [...made.slice(1), 'link_none', 7] })
  await work()
  const after = await job(key, deleted)
  t.like(after, { type: 'links.delete', state: 'completed', total: 6, done: 4, failed: 2 })
  t.deepEqual(after.errors.map(({ code }: { code: string }) => code).sort(), ['not_found', 'unprocessable_entity'])
  t.is(await count(key), 1)
  const tooFew = await api.call('PATCH /links/bulk', { key, headers: later, body: { linkIds: [], data: {} } })
  t.is(tooFew.status, 400)
})

test.serial('a change of more than 100 links is answered with a job; a tag that is not there refuses it', async (t) => {
  const { key } = await owner()
  const linkIds = Array.from({ length: 101 }, (_, at) => `link_${at}`)
  const answer = await api.call('PATCH /links/bulk', { key, body: { linkIds, data: { archived: true } } })
  t.deepEqual([answer.status, answer.body.total], [202, 101])
  t.is((await api.call('PATCH /links/bulk', { key, body: { linkIds, data: { tagIds: ['tag_none'] } } })).status, 422)
  t.is((await api.call('GET /jobs?state=waiting', { key })).body.length, 1)
  await work()
})

test.serial('a body that is not JSON to its end leaves no job', async (t) => {
  const { key } = await owner()
  for (const body of [
    `[${JSON.stringify(pages(300)).slice(1, -1)},]`,
    JSON.stringify(pages(300)).slice(0, -1),
    `${JSON.stringify(pages(1))}x`,
    '[{"url":"https://a.example/\\u0000"}]',
    '[]',
  ]) {
    const answer = await api.call('POST /links/bulk', { key, body, headers: later })
    t.is(answer.status, 400, body.slice(-20))
  }
  t.is((await api.call('POST /links/bulk', { key, body: Array.from({ length: 100_001 }, () => 1) })).status, 400)
  t.deepEqual((await api.call('GET /jobs', { key })).body, [])
  const { rows } = await api.resources.database.pool.query('select count(*)::int as left from errand_parts')
  t.deepEqual(rows, [{ left: 0 }])
})

test.serial('more than the period has left is refused before, and stops the job where others were quicker', async (t) => {
  const { key, workspace } = await api.make.caller({ role: 'owner', plan: 'business' })
  const limit = (links: number) =>
    api.resources.database.pool.query('update workspaces set links_limit = $2 where id = $1', [workspace.id, links])
  await limit(2)
  t.is((await api.call('POST /links/bulk', { key, body: pages(3), headers: later })).body.error.code, 'exceeded_limit')
  await limit(3)
  const answer = await api.call('POST /links/bulk', { key, body: pages(3), headers: later })
  await limit(2)
  await work()
  t.like(await job(key, answer), { state: 'failed', done: 0 })
  t.is(await count(key), 0)
})

test.serial('a job is canceled: what was not done is not', async (t) => {
  const { key } = await owner()
  const answer = await api.call('POST /links/bulk', { key, body: pages(2), headers: later })
  const gone = await api.call(`DELETE /jobs/${answer.body.id}`, { key })
  t.like(gone.body, { state: 'canceled', done: 0 }, JSON.stringify(gone.body))
  t.is((await api.call(`DELETE /jobs/${answer.body.id}`, { key })).status, 200)
  await work()
  t.is(await count(key), 0)
  t.like(await job(key, answer), { state: 'canceled' })
  const other = await api.call('POST /links/bulk', { key, body: pages(1), headers: later })
  await work()
  t.is((await api.call(`DELETE /jobs/${other.body.id}`, { key })).body.error.code, 'conflict')
  t.is((await api.call(`GET /jobs/${answer.body.id}/result`, { key })).status, 404)
})

test.serial('whoever asked sees the job, and so does the owner; others do not, nor does a key that may not write links', async (t) => {
  const [boss, stranger] = [await owner(), await owner()]
  const member = await api.make.user()
  await api.make.member(boss.workspace, member, 'member')
  const [mine, weak] = [
    await api.make.token(member, boss.workspace),
    await api.make.token(member, boss.workspace, { scopes: ['links.read'] }),
  ]
  const colleague = await api.make.user()
  await api.make.member(boss.workspace, colleague, 'member')
  const theirs = await api.make.token(colleague, boss.workspace)
  const answer = await api.call('POST /links/bulk', { key: mine.key, body: pages(1), headers: later })
  const statuses = await Promise.all(
    [mine.key, boss.key, weak.key, theirs.key, stranger.key].map(
      async (key) => (await api.call(`GET /jobs/${answer.body.id}`, { key })).status,
    ),
  )
  t.deepEqual(statuses, [200, 200, 404, 404, 404])
  t.is((await api.call(`DELETE /jobs/${answer.body.id}`, { key: theirs.key })).status, 404)
  await api.resources.database.pool.query('delete from members where user_id = $1', [member.id])
  await work()
  t.like(await job(boss.key, answer), { state: 'failed', done: 0 })
})

test.serial('progress is told as it happens, until the job is finished', async (t) => {
  const { key } = await owner()
  const answer = await api.call('POST /links/bulk', { key, body: pages(1100) })
  const stream = await fetch(`${api.url}/jobs/${answer.body.id}`, {
    headers: { Authorization: `Bearer ${key}`, Accept: 'text/event-stream' },
  })
  t.is(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  const [text] = await Promise.all([stream.text(), work()])
  const told = text
    .split('\n\n')
    .filter((one) => one.startsWith('data: '))
    .map((one) => JSON.parse(one.slice(6)))
  t.is(told[0].state, 'waiting')
  t.like(told.at(-1), { state: 'completed', done: 1100 })
  const done = told.map((one) => one.done)
  t.deepEqual(
    done,
    [...done].sort((a, b) => a - b),
  )
  t.is((await fetch(`${api.url}/jobs/job_none`, { headers: { Authorization: `Bearer ${key}`, Accept: 'text/event-stream' } })).status, 404)
})

test.serial('a workspace has no more than twenty jobs that are not finished', async (t) => {
  const { key } = await owner()
  for (let at = 0; at < 20; at++) t.is((await api.call('POST /links/bulk', { key, body: pages(1), headers: later })).status, 202)
  t.is((await api.call('POST /links/bulk', { key, body: pages(1), headers: later })).status, 429)
  await work()
})
