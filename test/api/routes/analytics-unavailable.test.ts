import test from 'ava'
import { testApi, type TestApi } from '../../support/api.js'
import { tracker } from '../../support/conversions.js'

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
