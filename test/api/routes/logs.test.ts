/** The request log of a workspace. */
import test from 'ava'
import { days, hours } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { runJobByName } from '../../support/jobs.js'
import { waitUntil } from '../../support/wait-until.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

const query = (sql: string, values: unknown[] = []) => api.resources.database.pool.query(sql, values)
/** The log entries of a workspace, newest first. Waits until there are at least `count`. */
const entries = async (workspace: { id: string }, count: number) =>
  waitUntil(async () => {
    const { rows } = await query('select * from request_logs where workspace_id = $1 order by at desc, id desc', [workspace.id])
    return rows.length >= count ? rows : null
  })
const ago = (time: number) => new Date(Date.now() - time)

test('every request with an API key is logged with request and response body', async (t) => {
  const { workspace, key, token, user } = await api.make.caller()
  const made = await api.call('POST /tags?from=test', { key, body: { name: 'Spring' }, headers: { 'user-agent': 'my-program/1' } })
  await entries(workspace, 1)
  const { body } = await api.call('GET /logs', { key })
  t.is(body.length, 1)
  t.like(body[0], {
    request_id: made.headers.get('x-request-id'),
    method: 'POST',
    path: '/tags',
    route_pattern: '/tags',
    status_code: 201,
    user_agent: 'my-program/1',
    request_type: 'api',
    token_id: token.id,
    user_id: user.id,
    query_params: '{"from":"test"}',
    request_body: '{"name":"Spring"}',
    token: { id: token.id, name: 'Test key', partialKey: token.partialKey },
    user: { id: user.id, name: user.name, email: user.email },
  })
  t.deepEqual(JSON.parse(body[0].response_body), made.body)
  t.true(body[0].duration >= 0)
  t.deepEqual((await api.call(`GET /logs/${body[0].id}`, { key })).body, body[0])
})

test('reads are logged without the response body', async (t) => {
  const { workspace, key } = await api.make.caller()
  await api.call('GET /tags', { key })
  const [entry] = await entries(workspace, 1)
  t.like(entry, { method: 'GET', path: '/tags', status_code: 200, response_body: null, request_body: null, query_params: null })
})

test('errors are logged once the workspace is known: 403, 404 and 422', async (t) => {
  const { workspace, key } = await api.make.caller({ scopes: ['links.read', 'tags.write'] })
  await api.call('POST /folders', { key, body: { name: 'x' } })
  await api.call('POST /tags', { key, body: { name: 7 } })
  await api.call('PATCH /api/tags/tag_none', { key, body: { name: 'x' } })
  const found = await entries(workspace, 3)
  // Two entries can have the same millisecond.
  const sorted = found.toSorted((a, b) => a.status_code - b.status_code)
  t.deepEqual(
    sorted.map(({ status_code, path, route_pattern }) => [status_code, path, route_pattern]),
    [
      [403, '/folders', '/folders'],
      [404, '/api/tags/tag_none', '/tags/{id}'],
      [422, '/tags', '/tags'],
    ],
  )
  t.like(JSON.parse(sorted[1]?.response_body), { error: { code: 'not_found' } })
})

test('requests of non-members are not logged', async (t) => {
  const { workspace } = await api.make.caller()
  const { key: personal } = await api.make.token(await api.make.user(), null)
  await api.call(`GET /links?workspaceId=${workspace.id}`, {})
  await api.call(`GET /links?workspaceId=${workspace.id}`, { key: 'svc_nobodyHasThisKey1234' })
  await api.call(`GET /links?workspaceId=${workspace.id}`, { key: personal })
  const other = await api.make.caller()
  await api.call('GET /tags', { key: other.key })
  await entries(other.workspace, 1)
  t.is((await query('select 1 from request_logs where workspace_id = $1', [workspace.id])).rows.length, 0)
})

test('for sessions only changes are logged', async (t) => {
  const { workspace, user } = await api.make.caller()
  const { headers } = await api.make.session(user)
  await api.call(`GET /tags?workspaceId=${workspace.id}`, { headers })
  await api.call(`POST /tags?workspaceId=${workspace.id}`, { headers, body: { name: 'Mine' } })
  const found = await entries(workspace, 1)
  t.deepEqual(
    found.map(({ method, token_id, user_id }) => [method, token_id, user_id]),
    [['POST', null, user.id]],
  )
})

test('the log contains no keys and no passwords', async (t) => {
  const { workspace, key } = await api.make.caller()
  const { body: token } = await api.call('POST /tokens', { key, body: { name: 'x' } })
  const { body: rotated } = await api.call(`POST /workspaces/${workspace.slug}/publishable-key`, { key })
  const { slug } = await api.make.domain(workspace)
  await api.call(`POST /links?token=abcdefghijklmnopqrstuvwx`, {
    key,
    body: { url: `https://example.com/?k=${token.token}`, domain: slug, password: 'open sesame' },
  })
  const text = JSON.stringify(await entries(workspace, 3))
  for (const secret of [token.token, rotated.publishableKey, 'open sesame', 'abcdefghijklmnopqrstuvwx'])
    t.false(text.includes(secret), secret)
  t.true(text.includes(token.token.slice(-6)))
})

test('invalid UTF-8 and NUL do not prevent logging', async (t) => {
  const { workspace, key } = await api.make.caller()
  t.is((await api.call('GET /tags?search=a%00b', { key })).status, 400)
  t.is((await api.call('GET /tags?search=%F0%9F', { key })).status, 200)
  t.is((await entries(workspace, 2)).length, 2)
})

test('a workspace cannot read the log of another', async (t) => {
  const [one, two] = [await api.make.caller(), await api.make.caller()]
  const { id, requestId } = await api.make.requestLog(one.workspace)
  const [foreign, missing] = [await api.call(`GET /logs/${id}`, { key: two.key }), await api.call('GET /logs/req_none', { key: two.key })]
  t.deepEqual([foreign.status, foreign.body], [missing.status, missing.body])
  t.deepEqual((await api.call(`GET /logs?requestId=${requestId}&workspaceId=${one.workspace.id}`, { key: two.key })).body, [])
})

test('the log is filtered, paged and counted', async (t) => {
  const { workspace, key } = await api.make.caller()
  const { headers } = await api.make.session(
    (await query('select user_id as id from members where workspace_id = $1', [workspace.id])).rows[0],
  )
  const [first] = await Promise.all([
    api.make.requestLog(workspace, { method: 'POST', status: 201, route: '/tags', tokenId: 'token_a', at: ago(180_000) }),
    api.make.requestLog(workspace, { method: 'POST', status: 409, route: '/tags', at: ago(120_000) }),
    api.make.requestLog(workspace, { method: 'DELETE', status: 200, route: '/tags/{id}', type: 'webhook', at: ago(60_000) }),
  ])
  const get = async (path: string) =>
    (await api.call(`GET ${path}${path.includes('?') ? '&' : '?'}workspaceId=${workspace.id}`, { headers })).body
  const statuses = async (search: string) => (await get(`/logs?${search}`)).map(({ status_code }: { status_code: number }) => status_code)
  t.deepEqual(await statuses(''), [200, 409, 201])
  t.deepEqual(await statuses('routePattern=/tags'), [409, 201])
  t.deepEqual(await statuses('method=DELETE'), [200])
  t.deepEqual(await statuses('statusCode=409'), [409])
  t.deepEqual(await statuses('tokenId=token_a'), [201])
  t.deepEqual(await statuses(`requestId=${first.requestId}`), [201])
  t.deepEqual(await statuses(`requestId=${first.id}`), [201])
  t.deepEqual(await statuses('requestType=webhook'), [200])
  t.deepEqual(await statuses('page=2&pageSize=2'), [201])
  t.deepEqual(await statuses(`start=${ago(150_000).toISOString()}&end=${ago(90_000).toISOString()}&exactRange=1`), [409])
  t.is(await get('/logs/count'), 3)
  t.deepEqual(await get('/logs/count?groupBy=routePattern'), [
    { routePattern: '/tags', count: 2 },
    { routePattern: '/tags/{id}', count: 1 },
  ])
  t.deepEqual(await get('/logs/count?groupBy=statusCode&method=POST'), [
    { statusCode: 201, count: 1 },
    { statusCode: 409, count: 1 },
  ])
  t.deepEqual((await api.call('GET /logs/count?groupBy=password', { key })).status, 422)
  t.is((await api.call('GET /logs?start=blue', { key })).status, 422)
  t.is((await api.call('GET /logs?timezone=Nowhere/City', { key })).status, 422)
})

test('start and end without a UTC offset are times of the time zone', async (t) => {
  const { workspace, key } = await api.make.caller()
  const day = new Date(new Date().toISOString().slice(0, 10)).getTime() - days(3)
  const date = new Date(day).toISOString().slice(0, 10)
  // 02:00 UTC is on the day before in Los Angeles, winter or summer; 20:00 UTC is on the same day.
  await api.make.requestLog(workspace, { at: new Date(day + hours(2)), status: 404 })
  await api.make.requestLog(workspace, { at: new Date(day + hours(20)), status: 409 })
  const statuses = async (range: string) =>
    (await api.call(`GET /logs?${range}&timezone=America/Los_Angeles`, { key })).body.map((one: Record<string, number>) => one.status_code)
  t.deepEqual(await statuses(`start=${date}&end=${date}`), [409])
  t.deepEqual(await statuses(`start=${date}T09:00:00&end=${date}T15:00:00&exactRange=1`), [409])
  t.deepEqual(await statuses(`start=${date}T01:00:00Z&end=${date}T03:00:00Z&exactRange=1`), [404])
})

test('a time series has every bucket of its range, by days of the time zone', async (t) => {
  const { workspace, key } = await api.make.caller()
  const today = new Date().toISOString().slice(0, 10)
  const day = new Date(`${today}T00:00:00Z`).getTime() - days(3)
  // 22:30 UTC is the next day in Berlin, winter or summer.
  await api.make.requestLog(workspace, { at: new Date(day + 22.5 * 3_600_000 + 1_800_000), status: 200 })
  await api.make.requestLog(workspace, { at: new Date(day + 3_600_000 * 12), status: 404 })
  await api.make.requestLog(workspace, { at: new Date(day + 3_600_000 * 12), status: 503 })
  const iso = (time: number) => new Date(time).toISOString().slice(0, 10)
  const range = `start=${iso(day)}&end=${iso(day + days(2))}`
  const { body: utc } = await api.call(`GET /logs/timeseries?${range}`, { key })
  t.is(utc.length, 3)
  t.deepEqual(utc[0], {
    date: new Date(day).toISOString(),
    dateEnd: new Date(day + days(1)).toISOString(),
    status2xx: 1,
    status4xx: 1,
    status5xx: 1,
    statusOther: 0,
  })
  const { body: berlin } = await api.call(`GET /logs/timeseries?${range}&timezone=Europe/Berlin`, { key })
  t.deepEqual(
    berlin.slice(0, 2).map((one: Record<string, number>) => [one.status2xx, one.status4xx, one.status5xx]),
    [
      [0, 1, 1],
      [1, 0, 0],
    ],
  )
  const { body: minutes } = await api.call(
    `GET /logs/timeseries?start=${new Date(day + 43_200_000).toISOString()}&end=${new Date(day + 43_260_000).toISOString()}&exactRange=true`,
    { key },
  )
  t.deepEqual(
    minutes.map((one: Record<string, number>) => one.status4xx),
    [1],
  )
})

test('days of the log are those of a time zone that PostgreSQL does not know', async (t) => {
  const { key } = await api.make.caller()
  const series = async (timezone: string) => {
    const day = ago(days(1)).toISOString().slice(0, 10)
    const { status, body } = await api.call(`GET /logs/timeseries?start=${day}&timezone=${timezone}`, { key })
    return status === 200 ? body.map(({ date, dateEnd }: Record<string, string>) => ({ date, dateEnd })) : status
  }
  const rows = await series('US/Pacific-New')
  t.regex(rows[0].date, /T0[78]:00:00\.000Z$/)
  t.is(rows[0].dateEnd, rows[1].date)
  t.deepEqual(rows, await series('America/Los_Angeles'))
})

test('entries beyond the retention of the plan are hidden, and a job deletes them', async (t) => {
  for (const [plan, retentionDays] of [
    ['free', 30],
    ['pro', 30],
    ['business plus', 60],
    ['advanced', 60],
    ['enterprise', 90],
  ] as const) {
    const { workspace, key } = await api.make.caller({ plan })
    const [old, young] = [
      await api.make.requestLog(workspace, { at: ago(days(retentionDays) + 60_000), expiresAt: ago(60_000) }),
      await api.make.requestLog(workspace, { at: ago(days(retentionDays) - 3_600_000), expiresAt: ago(-3_600_000) }),
    ]
    t.is((await api.call(`GET /logs/${old.id}`, { key })).status, 404, plan)
    t.is((await api.call(`GET /logs/${young.id}`, { key })).status, 200, plan)
    const { body } = await api.call('GET /logs?interval=90d', { key })
    t.deepEqual(
      body.map(({ id }: { id: string }) => id).filter((id: string) => [old.id, young.id].includes(id)),
      [young.id],
      plan,
    )
    await runJobByName(api.resources, 'accounts.delete-expired-request-logs')
    t.deepEqual((await query('select id from request_logs where id in ($1, $2)', [old.id, young.id])).rows, [{ id: young.id }], plan)
  }
})

test('deleting the data of a workspace deletes its log', async (t) => {
  const { workspace } = await api.make.caller()
  await api.make.requestLog(workspace)
  await query('delete from members where workspace_id = $1', [workspace.id])
  await runJobByName(api.resources, 'maintenance.delete-workspace-data', { workspaceId: workspace.id })
  t.is((await query('select 1 from request_logs where workspace_id = $1', [workspace.id])).rows.length, 0)
})

test('queries of the log use its index', async (t) => {
  const { workspace } = await api.make.caller()
  const client = await api.resources.database.pool.connect()
  try {
    await client.query('set enable_seqscan = off')
    const { rows } = await client.query(
      `explain select * from request_logs where workspace_id = '${workspace.id}' and at >= now() - interval '30 days' and ` +
        `at < now() order by at desc, id desc limit 50`,
    )
    t.true(JSON.stringify(rows).includes('request_logs_of_workspace'))
    t.false(JSON.stringify(rows).includes('Sort'))
  } finally {
    await client.query('reset enable_seqscan')
    client.release()
  }
})

test('a member without access to a folder sees the contents of their own requests only', async (t) => {
  const { workspace, key: ownerKey } = await api.make.caller()
  await api.make.folder(workspace, { accessLevel: null })
  const member = await api.make.user()
  await api.make.member(workspace, member, 'member')
  const { key } = await api.make.token(member, workspace)
  await api.call('POST /tags?secret=1', { key: ownerKey, body: { name: 'Theirs' } })
  await entries(workspace, 1)
  await api.call('POST /tags', { key, body: { name: 'Mine' } })
  await entries(workspace, 2)
  const bodies = async (as: string) =>
    (await api.call('GET /logs', { key: as })).body
      .map(({ request_body: body }: { request_body: string | null }) => body)
      .filter((body: string | null) => body !== null)
  t.deepEqual(await bodies(key), ['{"name":"Mine"}'])
  t.deepEqual(await bodies(ownerKey), ['{"name":"Mine"}', '{"name":"Theirs"}'])
  const theirs = (await api.call('GET /logs', { key: ownerKey })).body.find((entry: { query_params: string | null }) => entry.query_params)
  t.like((await api.call(`GET /logs/${theirs.id}`, { key })).body, { request_body: null, response_body: null, query_params: null })
})

test('a key inside a path is masked', async (t) => {
  const { workspace, key } = await api.make.caller()
  await api.call(`GET /tokens/${key}`, { key })
  const [entry] = await entries(workspace, 1)
  t.is(entry?.path, `/tokens/svc_*****${key.slice(-6)}`)
})
