import test from 'ava'
import { seconds } from '../../../shared/kernel/time.js'
import { UnavailableError } from '../../../shared/kernel/unavailable-error.js'
import { unknownLocation } from '../../../shared/tracking/index.js'
import { ingestBatch } from '../../../shared/tracking/ingest-clicks.js'
import { testApi, type TestApi } from '../../support/api.js'
import { batchOf, rawClick } from '../../support/clicks.js'
import { tracker } from '../../support/conversions.js'
import { waitUntil } from '../../support/wait-until.js'

let api: TestApi
test.before(async () => {
  // Nothing listens there.
  api = await testApi({ CLICKHOUSE_URL: 'http://127.0.0.1:9' })
})
test.after.always(() => api.close())

test('while ClickHouse is away, analytics and events answer 503', async (t) => {
  const { key } = await tracker(api)
  for (const path of ['/analytics?groupBy=countries', '/analytics?event=leads', '/events?event=leads', '/events'] as const) {
    const { status, body } = await api.call(`GET ${path}`, { key })
    t.is(status, 503, path)
    t.regex(body.error.message, /event store is unavailable/)
  }
})

test('a process without the address of ClickHouse notices that events were moved there', async (t) => {
  const api = await testApi({ CLICKHOUSE_URL: '' })
  t.teardown(() => api.close())
  const { key, link } = await tracker(api)
  const { database, config } = api.resources
  const ingest = () => ingestBatch({ pool: database.pool, config }, { locate: () => unknownLocation }, batchOf([rawClick(link)]))
  const count = () => api.call('GET /analytics', { key })
  await ingest()
  t.is((await count()).body.clicks, 1)

  await database.pool.query(`insert into event_store (name, moving_to) values ('postgres', 'clickhouse')`)
  const error = await t.throwsAsync<UnavailableError>(ingest(), { instanceOf: UnavailableError })
  t.regex(String(error.cause), /Set CLICKHOUSE_URL/)
  t.is((await count()).status, 200)

  await database.pool.query(`update event_store set name = 'clickhouse', moving_to = null`)
  await t.throwsAsync(ingest(), { instanceOf: UnavailableError })
  await waitUntil(async () => (await count()).status === 503, seconds(5))
})
