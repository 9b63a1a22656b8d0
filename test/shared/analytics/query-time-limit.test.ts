import test from 'ava'
import { openClickHouseStore } from '../../../shared/analytics/clickhouse/open-clickhouse-store.js'
import { inSnapshot, querySingle } from '../../../shared/analytics/postgres/snapshot.queries.js'
import type { ClickHouse } from '../../../shared/clickhouse/index.js'
import { UnavailableError } from '../../../shared/kernel/unavailable-error.js'
import { testService, type TestService } from '../../support/service.js'
import { waitUntil } from '../../support/wait-until.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

const tooSlow = { message: /longer than 30 seconds\. Choose a shorter range/, code: 'unprocessable_entity' }

test('a count that PostgreSQL ends after the time limit names the limit', async (t) => {
  const { pool } = service.resources.database
  const count = inSnapshot(pool, async (sql) => {
    await sql.query('set local statement_timeout = 10')
    await sql.query('select pg_sleep(60)')
  })
  await t.throwsAsync(count, tooSlow)
})

test('so does a list', async (t) => {
  const { pool } = service.resources.database
  const list = t.throwsAsync(querySingle(pool, { text: 'select pg_sleep(61)' }), tooSlow)
  // The same error as after the timeout.
  await waitUntil(async () => {
    const { rowCount } = await pool.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where query = 'select pg_sleep(61)' and wait_event = 'PgSleep'`,
    )
    return rowCount === 1
  })
  await list
})

test('so does a query that ClickHouse ends after the time limit', async (t) => {
  const fail = (code: string) => () => Promise.reject(new UnavailableError('The event store is unavailable.', { cause: { code } }))
  const countIn = (code: string) =>
    openClickHouseStore({ query: fail(code) } as unknown as ClickHouse, service.resources.database.pool).count(
      ['clicks'],
      { workspaceIds: ['ws_1'], from: 0, to: 1, attributes: [], links: [] },
      { by: 'nothing' },
      1,
    )
  await t.throwsAsync(countIn('159'), tooSlow)
  await t.throwsAsync(countIn('210'), { instanceOf: UnavailableError })
})
