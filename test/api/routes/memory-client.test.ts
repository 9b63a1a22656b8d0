/** Requests as the published memory client sends them, with its auth scheme, trailing slashes and field names. */
import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { waitUntil } from '../../support/wait-until.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example' })
})
test.after.always(() => api.close())

async function client() {
  const { key, workspace, user } = await api.make.caller()
  const call = (route: string, body?: unknown) => api.call(route, { headers: { authorization: `Token ${key}` }, body })
  const add = async (content: string, fields: object = {}) =>
    (await call('POST /v3/memories/add/', { messages: [{ role: 'user', content }], user_id: 'ann', ...fields })).body.results[0]
      .id as string
  return { call, add, workspace, user }
}

test('ping returns the workspace of a valid key and refuses an invalid one', async (t) => {
  const { call, workspace, user } = await client()
  t.deepEqual((await call('GET /v1/ping/')).body, { status: 'ok', org_id: workspace.id, project_id: workspace.id, user_email: user.email })
  t.is((await api.call('GET /v1/ping/', { headers: { authorization: 'Token svc_invalid' } })).status, 401)
})

test('the auth scheme of the client is only accepted on its own paths', async (t) => {
  const { key } = await api.make.caller()
  t.is((await api.call('GET /memories?user_id=ann', { headers: { authorization: `Token ${key}` } })).status, 400)
})

test('add, get, update, history, delete', async (t) => {
  const { call, add } = await client()
  const id = await add('I like tea', { metadata: { topic: 'drinks' } })
  t.like((await call(`GET /v1/memories/${id}/`)).body, { id, memory: 'I like tea', user_id: 'ann', metadata: { topic: 'drinks' } })
  t.is((await call(`PUT /v1/memories/${id}/`, { text: 'I like coffee', metadata: { sure: true } })).status, 200)
  t.like((await call(`GET /v1/memories/${id}/`)).body, { memory: 'I like coffee', metadata: { topic: 'drinks', sure: true } })
  t.is((await call(`DELETE /v1/memories/${id}/`)).status, 200)
  t.deepEqual(
    (await call(`GET /v1/memories/${id}/history/`)).body.map(({ event }: { event: string }) => event),
    ['ADD', 'UPDATE', 'DELETE'],
  )
  t.is((await call(`GET /v1/memories/${id}/`)).status, 404)
})

test('getAll returns pages with a count, and requires an identifier', async (t) => {
  const { call, add } = await client()
  for (const content of ['one', 'two', 'three']) await add(content)
  await add('theirs', { user_id: 'bob' })
  const first = (await call('POST /v3/memories/?page=1&page_size=2', { filters: { user_id: 'ann' } })).body
  t.deepEqual(
    [first.count, first.next, first.previous, first.results.map(({ memory }: { memory: string }) => memory)],
    [3, 'http://api.example/v3/memories/?page=2&page_size=2', null, ['three', 'two']],
  )
  const second = (await call('POST /v3/memories/?page=2&page_size=2', { filters: { AND: [{ user_id: 'ann' }] } })).body
  t.deepEqual([second.next, second.previous, second.results.length], [null, 'http://api.example/v3/memories/?page=1&page_size=2', 1])
  t.is((await call('POST /v3/memories/', { filters: { OR: [{ user_id: 'ann' }, { user_id: 'bob' }] } })).body.count, 4)
  t.is((await call('POST /v3/memories/', { filters: { user_id: 'ann' }, start_date: '2099-01-01' })).body.count, 0)
  t.is((await call('POST /v3/memories/', {})).status, 400)
})

test('search accepts the extra fields that the client sends', async (t) => {
  const { call, add } = await client()
  await add('I like tea')
  const { body } = await call('POST /v3/memories/search/', {
    query: 'Which tea?',
    output_format: 'v1.1',
    top_k: 5,
    rerank: true,
    threshold: 0.1,
    filters: { user_id: 'ann' },
  })
  t.like(body.results[0], { memory: 'I like tea', score: 1 })
})

test('deleteAll, users and deleteUsers', async (t) => {
  const { call, add } = await client()
  await Promise.all([add('one'), add('two'), add('three', { user_id: 'bob' }), add('four', { user_id: null, agent_id: 'helper' })])
  const { body } = await call('GET /v1/entities/')
  t.like(body, { count: 3, next: null, previous: null })
  t.deepEqual(
    body.results.map(({ type, name, total_memories }: Record<string, unknown>) => [type, name, total_memories]),
    [
      ['agent', 'helper', 1],
      ['user', 'ann', 2],
      ['user', 'bob', 1],
    ],
  )
  t.is((await call('DELETE /v1/memories/?user_id=ann')).body.deleted, 2)
  t.is((await call('DELETE /v2/entities/user/bob/')).status, 200)
  t.is((await call('DELETE /v1/memories/')).status, 400)
  t.is((await call('GET /v1/entities/')).body.count, 1)
})

test('batches are updated or deleted completely or not at all', async (t) => {
  const { call, add } = await client()
  const [one, two] = await Promise.all([add('one'), add('two')])
  t.is(
    (
      await call('PUT /v1/batch/', {
        memories: [
          { memory_id: one, text: 'changed' },
          { memory_id: 'memory_no', text: 'x' },
        ],
      })
    ).status,
    404,
  )
  t.is((await call(`GET /v1/memories/${one}/`)).body.memory, 'one')
  t.is(
    (
      await call('PUT /v1/batch/', {
        memories: [
          { memory_id: one, text: 'changed' },
          { memory_id: two, metadata: { a: 1 } },
        ],
      })
    ).status,
    200,
  )
  t.is((await call(`GET /v1/memories/${one}/`)).body.memory, 'changed')
  t.is((await call('DELETE /v1/batch/', { memories: [{ memory_id: one }, { memory_id: 'memory_no' }] })).status, 404)
  t.is((await call('DELETE /v1/batch/', { memories: [{ memory_id: one }, { memory_id: two }] })).status, 200)
  t.is((await call('POST /v3/memories/', { filters: { user_id: 'ann' } })).body.count, 0)
})

test('concurrent additions, batch updates and deletions of the same memories, in any order, do not deadlock', async (t) => {
  const { call } = await client()
  const memories = Array.from({ length: 60 }, (_, at) => ({ text: `number ${at}` }))
  const add = () => call('POST /v3/memories/add/', { memories, user_id: 'ann' })
  const ids: string[] = (await add()).body.results.map(({ id }: { id: string }) => id)
  const update = (order: string[]) => call('PUT /v1/batch/', { memories: order.map((memory_id) => ({ memory_id, metadata: { n: 1 } })) })
  const requests = Array.from({ length: 12 }, () => [
    add(),
    update(ids),
    update(ids.toReversed()),
    call('DELETE /v1/memories/?user_id=ann'),
  ])
  const responses = await Promise.all(requests.flat())
  t.deepEqual(
    responses.filter(({ status }) => status !== 200 && status !== 404),
    [],
  )
})

test('a request that the database ends because of a deadlock gets 503 with Retry-After, and changes nothing', async (t) => {
  const { call, add } = await client()
  const ids = await Promise.all([add('one'), add('two')])
  const other = await api.resources.database.pool.connect()
  try {
    const { rows } = await other.query('select id from memories where id = any ($1) order by content_key', [ids])
    const [first, last] = rows.map(({ id }) => id)
    await other.query('begin')
    await other.query('select from memories where id = $1 for update', [last])
    const pending = call('PUT /v1/batch/', { memories: ids.map((memory_id) => ({ memory_id, metadata: { n: 1 } })) })
    const { rows: backend } = await other.query('select pg_backend_pid() as pid')
    const isWaiting = 'select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))'
    await waitUntil(async () => (await api.resources.database.pool.query(isWaiting, [backend[0].pid])).rowCount === 1)
    await other.query('select from memories where id = $1 for update', [first])
    const { status, headers } = await pending
    t.deepEqual([status, headers.get('retry-after')], [503, '5'])
  } finally {
    await other.query('rollback')
    other.release()
  }
  for (const id of ids) t.is((await call(`GET /v1/memories/${id}/`)).body.metadata, null)
})
