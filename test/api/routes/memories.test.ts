import { createHash } from 'node:crypto'
import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { avoidMidnight } from '../../support/avoid-midnight.js'
import { runJobByName, runQueuedJobsAndSubscribers } from '../../support/jobs.js'
import { waitUntil } from '../../support/wait-until.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

const add = (key: string, body: object) => api.call('POST /memories', { key, body })
const texts = ({ body }: { body: { results: { memory: string }[] } }) => body.results.map(({ memory }) => memory)

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000).toISOString()

test('stores a conversation verbatim without system messages, and lists it newest first', async (t) => {
  const { key } = await api.make.caller()
  const messages = [
    { role: 'system', content: 'You are kind.' },
    { role: 'user', content: 'I like tea', name: 'Ann' },
    { role: 'assistant', content: 'Noted.' },
  ]
  const { status, body } = await add(key, { messages, user_id: 'ann', metadata: { topic: 'drinks' } })
  t.is(status, 200)
  t.deepEqual(
    body.results.map(({ memory, event }: { memory: string; event: string }) => [memory, event]),
    [
      ['I like tea', 'ADD'],
      ['Noted.', 'ADD'],
    ],
  )
  const list = await api.call('GET /memories?user_id=ann', { key })
  t.deepEqual(texts(list), ['Noted.', 'I like tea'])
  t.like(list.body.results[1], {
    user_id: 'ann',
    agent_id: null,
    run_id: null,
    role: 'user',
    actor_id: 'Ann',
    metadata: { topic: 'drinks' },
    expiration_date: null,
    hash: createHash('md5').update('I like tea').digest('hex'),
  })
  t.is(list.body.next_cursor, null)
})

test('adds several memories at once, with fields of the request as defaults', async (t) => {
  const { key, workspace } = await api.make.caller()
  const [customer, link] = [await api.make.customer(workspace), await api.make.link(workspace)]
  const { body } = await add(key, {
    user_id: 'ann',
    customer_id: customer.id,
    memories: [{ text: 'one' }, { text: 'two', user_id: 7, link_id: link.id }, { text: 'one' }],
  })
  t.is(body.results.length, 2)
  t.like((await api.call('GET /memories?user_id=ann', { key })).body.results[0], { memory: 'one', customer_id: customer.id, link_id: null })
  t.like((await api.call('GET /memories?user_id=7', { key })).body.results[0], {
    memory: 'two',
    customer_id: customer.id,
    link_id: link.id,
  })
})

test('reads the subjects of a memory from its metadata', async (t) => {
  const { key, workspace } = await api.make.caller()
  const { id } = await api.make.customer(workspace)
  await add(key, {
    user_id: 'ann',
    messages: 'x',
    metadata: { customerId: id, partner_id: 'pn_1', link_id: 'link_unknown', user_id: 'eve' },
  })
  const subjects = { customer_id: id, link_id: null, partner_id: 'pn_1' }
  t.like((await api.call('GET /memories?user_id=ann', { key })).body.results[0], {
    ...subjects,
    user_id: 'ann',
    metadata: { customerId: id, partner_id: 'pn_1', link_id: 'link_unknown' },
  })
})

test('a memory is not about a customer who is being deleted', async (t) => {
  const { key, workspace } = await api.make.caller()
  const customer = await api.make.customer(workspace)
  const client = await api.resources.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('delete from customers where id = $1', [customer.id])
    const added = add(key, { user_id: 'ann', messages: 'Likes tea', customer_id: customer.id })
    const isWaiting = async () => {
      const { rows } = await api.resources.database.pool.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like '%for key share%'`,
      )
      return rows.length > 0
    }
    await Promise.race([added, waitUntil(isWaiting)])
    await client.query('commit')
    t.is((await added).status, 404)
  } finally {
    client.release()
  }
})

test('a change of the metadata changes the subjects of a memory', async (t) => {
  const [{ key, workspace }, other] = [await api.make.caller(), await api.make.caller()]
  const [first, second, foreign] = await Promise.all([workspace, workspace, other.workspace].map((one) => api.make.customer(one)))
  const { body } = await add(key, { user_id: 'ann', messages: 'Likes tea' })
  const path = `/memories/${body.results[0].id}`
  const subjectsAfter = async (metadata: object | null) => {
    t.is((await api.call(`PATCH ${path}`, { key, body: { metadata } })).status, 200)
    const { customer_id, partner_id } = (await api.call(`GET ${path}`, { key })).body
    return [customer_id, partner_id]
  }
  t.deepEqual(await subjectsAfter({ customerId: first?.id, partner_id: 'pn_1' }), [first?.id, 'pn_1'])
  t.deepEqual(await subjectsAfter({ topic: 'drinks' }), [first?.id, 'pn_1'])
  t.deepEqual(await subjectsAfter({ customerId: second?.id }), [second?.id, 'pn_1'])
  t.deepEqual(await subjectsAfter({ customerId: foreign?.id }), [null, 'pn_1'])
  t.deepEqual(await subjectsAfter({ customerId: second?.id, partner_id: null }), [second?.id, null])
  await api.call(`DELETE /customers/${second?.id}`, { key })
  await runQueuedJobsAndSubscribers(api.resources)
  t.is((await api.call(`GET ${path}`, { key })).status, 404)

  const { results } = (await add(key, { user_id: 'bob', messages: 'Likes tea', customer_id: first?.id })).body
  await api.call(`PATCH /memories/${results[0].id}`, { key, body: { metadata: null } })
  t.is((await api.call(`GET /memories/${results[0].id}`, { key })).body.customer_id, first?.id)
})

test('accepts only customers and links of its own workspace as subjects, and filters by them', async (t) => {
  const [{ key, workspace }, other] = [await api.make.caller(), await api.make.caller()]
  const [link, foreignLink, foreignCustomer] = [
    await api.make.link(workspace),
    await api.make.link(other.workspace),
    await api.make.customer(other.workspace),
  ]
  for (const subject of [{ link_id: foreignLink.id }, { customer_id: foreignCustomer.id }, { customer_id: link.id }]) {
    const { status, body } = await add(key, { user_id: 'ann', messages: 'x', ...subject })
    t.deepEqual([status, body.error.code], [404, 'not_found'])
  }
  await add(key, {
    user_id: 'ann',
    memories: [
      { text: 'clicked', link_id: link.id },
      { text: 'said so', metadata: { customerId: foreignCustomer.id } },
    ],
  })
  const by = (filters: object) => api.call(`GET /memories?user_id=ann&filters=${encodeURIComponent(JSON.stringify(filters))}`, { key })
  t.deepEqual(texts(await by({ link_id: link.id })), ['clicked'])
  t.deepEqual(texts(await by({ customer_id: foreignCustomer.id })), [])
})

test('a repeated addition with an Idempotency-Key is executed once and replayed', async (t) => {
  const { key } = await api.make.caller()
  const addOnce = (messages: string) =>
    api.call('POST /memories', { key, body: { messages, user_id: 'ann' }, headers: { 'Idempotency-Key': 'once' } })
  const [first, second, other] = [await addOnce('I like tea'), await addOnce('I like tea'), await addOnce('I like coffee')]
  t.is(first.body.results[0].event, 'ADD')
  t.deepEqual([second.body, second.headers.get('idempotent-replayed')], [first.body, 'true'])
  t.is(other.status, 409)
  t.deepEqual(texts(await api.call('GET /memories?user_id=ann', { key })), ['I like tea'])
})

test('adding an existing memory returns it unchanged, also concurrently', async (t) => {
  const { key } = await api.make.caller()
  const responses = await Promise.all(Array.from({ length: 8 }, () => add(key, { messages: 'I like tea', user_id: 'ann', run_id: 'r1' })))
  t.deepEqual(responses.map(({ body }) => body.results[0].event).sort(), ['ADD', ...Array.from({ length: 7 }, () => 'NOOP')])
  t.is(new Set(responses.map(({ body }) => body.results[0].id)).size, 1)
  t.is((await add(key, { messages: 'I like tea', user_id: 'ann' })).body.results[0].event, 'ADD')
  t.is((await api.call('GET /memories?user_id=ann', { key })).body.results.length, 2)
})

for (const [what, body, status] of [
  ['neither messages nor memories', { user_id: 'ann' }, 400],
  ['both messages and memories', { user_id: 'ann', messages: 'x', memories: [{ text: 'y' }] }, 400],
  ['no identifier', { messages: 'x' }, 400],
  ['a blank identifier', { messages: 'x', user_id: ' ' }, 400],
  ['an identifier with white space in it', { messages: 'x', user_id: 'a b' }, 400],
  ['an invalid expiry date', { messages: 'x', user_id: 'ann', expiration_date: '2030-02-30' }, 400],
  ['too large metadata', { messages: 'x', user_id: 'ann', metadata: { much: 'x'.repeat(17_000) } }, 400],
  ['a memory without text', { memories: [{ text: ' ' }], user_id: 'ann' }, 422],
] as const) {
  test(`an addition with ${what} answers ${status} and stores nothing`, async (t) => {
    const { key, workspace } = await api.make.caller()
    t.is((await add(key, body)).status, status)
    t.is((await api.resources.database.pool.query('select 1 from memories where workspace_id = $1', [workspace.id])).rowCount, 0)
  })
}

test('pages of a list have no gaps while memories are added, and top_k 0 returns an empty list', async (t) => {
  const { key } = await api.make.caller()
  const names = Array.from({ length: 25 }, (_, at) => `fact ${at}`)
  await add(key, { user_id: 'ann', memories: names.map((text) => ({ text })) })
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof api.call>> = await api.call(
      `GET /memories?user_id=ann&top_k=10${cursor && `&cursor=${cursor}`}`,
      { key },
    )
    seen.push(...texts(page))
    cursor = page.body.next_cursor
    await add(key, { user_id: 'ann', messages: `newer ${seen.length}` })
  }
  t.deepEqual(seen, names.toReversed())
  t.deepEqual(texts(await api.call('GET /memories?user_id=ann&top_k=0', { key })), [])
  for (const invalid of ['1001', '', '%20'])
    t.is((await api.call(`GET /memories?user_id=ann&top_k=${invalid}`, { key })).status, 422, invalid)
  const farPast = Buffer.from('-999999999999999.1').toString('base64url')
  for (const invalid of ['nonsense', farPast]) t.is((await api.call(`GET /memories?user_id=ann&cursor=${invalid}`, { key })).status, 400)
})

test('only the admin can list memories without an identifier, across all workspaces', async (t) => {
  const [first, second] = [await api.make.caller(), await api.make.caller()]
  await Promise.all([add(first.key, { messages: 'mine', user_id: 'ann' }), add(second.key, { messages: 'theirs', user_id: 'ann' })])
  const refused = await api.call('GET /memories', { key: first.key })
  t.deepEqual([refused.status, refused.body.error.code], [403, 'forbidden'])
  const all = await api.call('GET /memories?top_k=1000', { key: api.config.adminApiKey })
  const found = all.body.results.filter(({ workspace_id }: { workspace_id: string }) =>
    [first.workspace.id, second.workspace.id].includes(workspace_id),
  )
  t.deepEqual(found.map(({ memory }: { memory: string }) => memory).sort(), ['mine', 'theirs'])
  t.false('workspace_id' in (await api.call('GET /memories?user_id=ann', { key: first.key })).body.results[0])
})

test('accepts the key as X-API-Key', async (t) => {
  const { key } = await api.make.caller()
  t.is((await api.call('GET /memories?user_id=ann', { headers: { 'x-api-key': key } })).status, 200)
  t.is((await api.call('GET /memories?user_id=ann', { headers: { 'x-api-key': 'svc_no' } })).status, 401)
})

test('the memories of another workspace cannot be read, changed or deleted', async (t) => {
  const [first, second] = [await api.make.caller(), await api.make.caller()]
  const { id } = (await add(first.key, { messages: 'secret', user_id: 'ann' })).body.results[0]
  t.deepEqual(texts(await api.call('GET /memories?user_id=ann', { key: second.key })), [])
  const responses = await Promise.all(
    [`GET /memories/${id}`, `GET /memories/${id}/history`, `DELETE /memories/${id}`].map((route) => api.call(route, { key: second.key })),
  )
  t.deepEqual(
    responses.map(({ status }) => status),
    [404, 404, 404],
  )
  t.is((await api.call(`PUT /memories/${id}`, { key: second.key, body: { text: 'mine' } })).status, 404)
  t.is((await api.call('DELETE /memories?user_id=ann', { key: second.key })).body.deleted, 0)
  t.is((await api.call(`GET /memories/${id}`, { key: first.key })).body.memory, 'secret')
})

test('an expired memory is hidden by default, and becomes valid again when it is added again', async (t) => {
  await avoidMidnight()
  const { key } = await api.make.caller()
  const yesterday = daysAgo(1).slice(0, 10)
  const { id } = (await add(key, { messages: 'offer', user_id: 'ann', expiration_date: yesterday })).body.results[0]
  await add(key, { messages: 'today', user_id: 'ann', expiration_date: new Date().toISOString().slice(0, 10) })
  t.deepEqual(texts(await api.call('GET /memories?user_id=ann', { key })), ['today'])
  t.is((await api.call(`GET /memories/${id}`, { key })).status, 404)
  t.is((await api.call(`PATCH /memories/${id}`, { key, body: { text: 'other' } })).status, 404)
  t.is((await api.call('GET /memories/entities', { key })).body[0].total_memories, 1)
  t.deepEqual(texts(await api.call('GET /memories?user_id=ann&show_expired=true', { key })), ['today', 'offer'])
  t.is((await api.call(`GET /memories/${id}?show_expired=true`, { key })).body.expiration_date, yesterday)
  t.deepEqual((await add(key, { messages: 'offer', user_id: 'ann' })).body.results, [{ id, memory: 'offer', event: 'UPDATE' }])
  t.is((await api.call(`GET /memories/${id}`, { key })).body.expiration_date, null)
})

test('an update changes only the given fields and is recorded in the history', async (t) => {
  const { key } = await api.make.caller()
  const { id } = (await add(key, { messages: 'I like tea', user_id: 'ann', metadata: { a: 1, b: 2 } })).body.results[0]
  t.is((await api.call(`PATCH /memories/${id}`, { key, body: { metadata: { b: null, c: [3] } } })).status, 200)
  t.is((await api.call(`PUT /memories/${id}`, { key, body: { text: 'I like coffee', expiration_date: '2099-12-31' } })).status, 200)
  t.like((await api.call(`GET /memories/${id}`, { key })).body, {
    memory: 'I like coffee',
    metadata: { a: 1, c: [3] },
    expiration_date: '2099-12-31',
    user_id: 'ann',
  })
  await api.call(`PUT /memories/${id}`, { key, body: { expiration_date: null } })
  t.is((await api.call(`GET /memories/${id}`, { key })).body.expiration_date, null)
  t.is((await api.call(`PUT /memories/${id}`, { key, body: {} })).status, 400)
  const { body } = await api.call(`GET /memories/${id}/history`, { key })
  t.deepEqual(
    body.map(({ event, old_memory, new_memory }: Record<string, unknown>) => [event, old_memory, new_memory]),
    [
      ['ADD', null, 'I like tea'],
      ['UPDATE', 'I like tea', 'I like tea'],
      ['UPDATE', 'I like tea', 'I like coffee'],
      ['UPDATE', 'I like coffee', 'I like coffee'],
    ],
  )
})

test('an update to the text of another memory is a conflict', async (t) => {
  const { key } = await api.make.caller()
  const { results } = (await add(key, { user_id: 'ann', memories: [{ text: 'one' }, { text: 'two' }] })).body
  t.is((await api.call(`PATCH /memories/${results[1].id}`, { key, body: { text: 'one' } })).status, 409)
})

test('an update to the text of an expired memory replaces that one, whose history remains', async (t) => {
  const { key } = await api.make.caller()
  // Not a month ago: the nightly job of another test would delete it.
  const yesterday = daysAgo(1).slice(0, 10)
  const { results: expired } = (await add(key, { messages: 'tea', user_id: 'ann', expiration_date: yesterday })).body
  const { results } = (await add(key, { messages: 'coffee', user_id: 'ann' })).body
  t.is((await api.call(`PATCH /memories/${results[0].id}`, { key, body: { text: 'tea' } })).status, 200)
  t.deepEqual(texts(await api.call('GET /memories?user_id=ann&show_expired=true', { key })), ['tea'])
  t.is((await api.call(`GET /memories/${results[0].id}`, { key })).body.memory, 'tea')
  const { body: history } = await api.call(`GET /memories/${expired[0].id}/history`, { key })
  t.is(history.at(-1).event, 'DELETE')
})

test('the history of a deleted memory remains', async (t) => {
  const { key } = await api.make.caller()
  const { id } = (await add(key, { messages: 'I like tea', user_id: 'ann' })).body.results[0]
  t.is((await api.call(`DELETE /memories/${id}`, { key })).status, 200)
  t.is((await api.call(`DELETE /memories/${id}`, { key })).status, 404)
  t.is((await api.call(`GET /memories/${id}`, { key })).status, 404)
  t.like((await api.call(`GET /memories/${id}/history`, { key })).body[1], {
    event: 'DELETE',
    old_memory: 'I like tea',
    new_memory: null,
    is_deleted: true,
  })
})

test('deletes memories that have all given identifiers, and refuses a deletion without any', async (t) => {
  const { key } = await api.make.caller()
  await add(key, {
    user_id: 'ann',
    memories: Array.from({ length: 250 }, (_, at) => ({ text: `fact ${at}`, run_id: at % 2 ? 'odd' : 'even' })),
  })
  await add(key, { user_id: 'bob', run_id: 'odd', messages: 'stays' })
  t.is((await api.call('DELETE /memories', { key })).status, 400)
  t.is((await api.call('DELETE /memories?user_id=', { key })).status, 400)
  t.deepEqual((await api.call('DELETE /memories?user_id=ann&run_id=odd', { key })).body, {
    message: 'All relevant memories deleted',
    deleted: 125,
  })
  t.is((await api.call('DELETE /memories?user_id=ann', { key })).body.deleted, 125)
  t.deepEqual(texts(await api.call('GET /memories?run_id=odd', { key })), ['stays'])
})

test('the admin deletes the memories of an identifier in all workspaces, but never without an identifier', async (t) => {
  const [first, second] = [await api.make.caller(), await api.make.caller()]
  for (const { key } of [first, second]) {
    await add(key, { messages: 'goes', user_id: 'shared-user' })
    await add(key, { messages: 'stays', user_id: 'other-user' })
  }
  const key = api.config.adminApiKey
  t.is((await api.call('DELETE /memories?user_id=absent-user', { key: first.key })).status, 200)
  t.is((await api.call('DELETE /memories', { key })).status, 400)
  t.deepEqual(await api.call('DELETE /memories?user_id=shared-user', { key }).then(({ status, body }) => [status, body.deleted]), [200, 2])
  for (const { key: own } of [first, second]) {
    t.deepEqual(texts(await api.call('GET /memories?user_id=shared-user', { key: own })), [])
    t.deepEqual(texts(await api.call('GET /memories?user_id=other-user', { key: own })), ['stays'])
  }
  const { body: audit } = await api.call('GET /admin/audit-entries?operation=deleteMemories', { key })
  t.is(audit.length, 1, 'a refused request and those of members are not in the audit log')
  t.like(audit[0], { path: '/memories', role: 'owner', input: { query: { user_id: 'shared-user' } } })
})

test('lists users, agents and runs that have memories, and deletes all memories of one', async (t) => {
  const { key } = await api.make.caller()
  await add(key, { user_id: 'bob', agent_id: 'helper', memories: [{ text: 'one' }, { text: 'two' }] })
  await add(key, { user_id: 'ann', messages: 'three' })
  const { body } = await api.call('GET /memories/entities', { key })
  t.deepEqual(
    body.map(({ type, id, total_memories }: Record<string, unknown>) => [type, id, total_memories]),
    [
      ['agent', 'helper', 2],
      ['user', 'ann', 1],
      ['user', 'bob', 2],
    ],
  )
  t.is((await api.call('DELETE /memories/entities/user/bob', { key })).body.deleted, 2)
  t.is((await api.call('DELETE /memories/entities/user/bob', { key })).status, 404)
})

test('an expired memory that is added again is about the customer of the new request', async (t) => {
  const { key, workspace } = await api.make.caller()
  const [former, current] = [await api.make.customer(workspace), await api.make.customer(workspace)]
  const memory = { messages: 'Likes tea', user_id: 'ann' }
  // The nightly job, which another test runs, deletes memories that expired a month ago.
  const { body } = await add(key, { ...memory, customer_id: former.id, expiration_date: daysAgo(1) })
  t.is((await add(key, { ...memory, customer_id: current.id })).body.results[0].event, 'UPDATE')
  t.is((await api.call(`GET /memories/${body.results[0].id}`, { key })).body.customer_id, current.id)
})

test('a memory can be valid until the last day that a date can name', async (t) => {
  const { key } = await api.make.caller()
  const { status, body } = await add(key, { messages: 'Likes tea', user_id: 'ann', expiration_date: '9999-12-31' })
  t.is(status, 200)
  t.is((await api.call(`GET /memories/${body.results[0].id}`, { key })).body.expiration_date, '9999-12-31')
})

test('the nightly job deletes memories that expired and histories of memories that were deleted a month ago', async (t) => {
  const { key } = await api.make.caller()
  const { results } = (
    await add(key, {
      user_id: 'ann',
      memories: [{ text: 'old', expiration_date: daysAgo(31) }, { text: 'late', expiration_date: daysAgo(29) }, { text: 'deleted' }],
    })
  ).body
  await api.call(`DELETE /memories/${results[2].id}`, { key })
  await api.resources.database.pool.query(`update memory_changes set changed_at = now() - interval '31 days' where memory_id = $1`, [
    results[2].id,
  ])
  await runJobByName(api.resources, 'memories.delete-expired')
  await runJobByName(api.resources, 'memories.delete-expired')
  t.deepEqual(texts(await api.call('GET /memories?user_id=ann&show_expired=true', { key })), ['late'])
  const histories = await Promise.all(results.map(({ id }: { id: string }) => api.call(`GET /memories/${id}/history`, { key })))
  t.deepEqual(
    histories.map(({ status }) => status),
    [404, 200, 404],
  )
})

test.serial('the nightly job keeps a memory that becomes valid again while it is being deleted', async (t) => {
  const { key } = await api.make.caller()
  const { id } = (await add(key, { user_id: 'ann', messages: 'Likes tea', expiration_date: daysAgo(40) })).body.results[0]
  const client = await api.resources.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('update memories set expires_at = null, expiration_date = null where id = $1', [id])
    const job = runJobByName(api.resources, 'memories.delete-expired')
    await waitUntil(async () => {
      const { rows } = await api.resources.database.pool.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like '%deleted_changes%'`,
      )
      return rows.length > 0
    })
    await client.query('commit')
    await job
  } finally {
    client.release()
  }
  t.is((await api.call(`GET /memories/${id}`, { key })).status, 200)
})

test('filters a list', async (t) => {
  const { key } = await api.make.caller()
  await add(key, {
    user_id: 'ann',
    memories: [
      { text: 'young', metadata: { age: 9 } },
      { text: 'old', metadata: { age: 90 } },
      { text: 'unknown', metadata: { age: 'many' } },
    ],
  })
  const list = (filters: unknown) => api.call(`GET /memories?filters=${encodeURIComponent(JSON.stringify(filters))}`, { key })
  t.deepEqual(texts(await list({ user_id: 'ann', age: { gt: 10 } })), ['old'])
  t.is((await list({ age: { gt: 10 } })).status, 403)
  t.is((await list({ user_id: 'ann', age: { near: 10 } })).status, 400)
  t.is((await api.call('GET /memories?user_id=ann&filters=%7B', { key })).status, 400)
})

test('a list refuses filters with text that cannot be stored', async (t) => {
  const { key } = await api.make.caller()
  for (const filters of ['{"memory":"\\u0000"}', '{"memory":"a\\ud800"}', '{"\\u0000":1}', '{"n":{"in":["\\udc00"]}}']) {
    const { status, body } = await api.call(`GET /memories?user_id=ann&filters=${encodeURIComponent(filters)}`, { key })
    t.deepEqual([status, body.error?.code], [400, 'bad_request'], filters)
    t.regex(body.error.message, /^`filters`: contains a/, filters)
  }
})

test('the history of a deleted memory is erased with the customer it was about, also after a merge', async (t) => {
  const { key, workspace } = await api.make.caller()
  const [kept, merged, other] = await Promise.all([1, 2, 3].map(() => api.make.customer(workspace)))
  const ids: string[] = []
  for (const customer of [kept, merged, other]) {
    const { body } = await add(key, { user_id: 'ann', messages: `about ${customer?.id}`, customer_id: customer?.id })
    ids.push(body.results[0].id)
    await api.call(`DELETE /memories/${body.results[0].id}`, { key })
  }
  t.is((await api.call(`POST /customers/${kept?.id}/merge`, { key, body: { customerId: merged?.id } })).status, 200)
  await runQueuedJobsAndSubscribers(api.resources)
  await api.call(`DELETE /customers/${kept?.id}`, { key })
  await runQueuedJobsAndSubscribers(api.resources)
  const histories = await Promise.all(ids.map(async (id) => JSON.stringify((await api.call(`GET /memories/${id}/history`, { key })).body)))
  t.deepEqual(
    histories.map((history) => /about/.test(history)),
    [false, false, true],
  )
})

test('the memories about a merged customer are erased with the remaining one, also if they were not moved yet', async (t) => {
  const { key, workspace } = await api.make.caller()
  const [kept, merged] = await Promise.all([1, 2].map(() => api.make.customer(workspace)))
  const ids: string[] = []
  for (const messages of ['about the customer', 'deleted, about the customer'])
    ids.push((await add(key, { user_id: 'ann', messages, customer_id: merged?.id })).body.results[0].id)
  await api.call(`DELETE /memories/${ids[1]}`, { key })
  await api.call(`POST /customers/${kept?.id}/merge`, { key, body: { customerId: merged?.id } })
  await api.call(`DELETE /customers/${kept?.id}`, { key })
  const deletion = { workspaceId: workspace.id, customerId: kept?.id, click: null, mergedIds: [merged?.id] }
  await runJobByName(api.resources, 'memories.erase-customer', deletion)
  await runJobByName(api.resources, 'memories.move-merged-customer', {
    workspaceId: workspace.id,
    customerId: kept?.id,
    mergedId: merged?.id,
  })
  t.is((await api.call(`GET /memories/${ids[0]}`, { key })).status, 404)
  for (const id of ids) t.notRegex(JSON.stringify((await api.call(`GET /memories/${id}/history`, { key })).body), /about the customer/)
})
