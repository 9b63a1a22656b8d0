import test from 'ava'
import { ensureEventPartition } from '../../../shared/tracking/event-partitions.js'
import { type TestService, testService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

test('an event of a month whose partition the operator dropped creates it again', async (t) => {
  const { pool } = service.resources.database
  const partitions = async () => (await pool.query(`select 1 from pg_class where relname = 'click_events_202403'`)).rowCount
  await ensureEventPartition(pool, 'click_events', new Date('2024-03-05'))
  t.is(await partitions(), 1)
  await pool.query(`select drop_events_before('click_events', '2024-05-01')`)
  t.is(await partitions(), 0)
  await ensureEventPartition(pool, 'click_events', new Date('2024-03-09'))
  t.is(await partitions(), 1)
})
