/** Installations that folded before hours were added up by every kind. */
import test from 'ava'
import { TrackingHoursOfAllKinds } from '../../../../migrations/20261121017000_tracking_hours_of_all_kinds.js'
import { newId } from '../../../../shared/kernel/ids.js'
import { days, minutes } from '../../../../shared/kernel/time.js'
import { foldClicks, foldConversions } from '../../../../shared/tracking/index.js'
import { clickRow, forgetEvents, leadRow, saleRow, storeClicks, storeConversions } from '../../../support/events.js'
import { testService, type TestService } from '../../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

const begin = Date.UTC(2026, 4, 4)
const pool = () => service.resources.database.pool
const query = async (sql: string) => (await pool().query(sql)).rows
const rollups = async () => [
  await query('select click_rollups::text as row from click_rollups order by 1'),
  await query('select conversion_rollups::text as row from conversion_rollups order by 1'),
]

async function migrate(): Promise<void> {
  const migration = new TrackingHoursOfAllKinds(null as never, null as never)
  migration.up()
  for (const statement of migration.getQueries()) await pool().query(statement as string)
}

test('hours that were added up by few kinds get all the others', async (t) => {
  await forgetEvents(pool(), new Date(begin))
  const given = (at: number) => ({
    timestamp: new Date(begin + at * minutes(13)),
    workspace_id: `ws_${at % 2}`,
    link_id: newId('link_'),
    city: `City ${at % 3}`,
    url: `https://shop.example/${at % 4}`,
  })
  const rows = Array.from({ length: 60 }, (_, at) => given(at))
  await storeClicks(pool(), rows.map(clickRow))
  await storeConversions(pool(), 'lead_events', rows.map(leadRow))
  await storeConversions(pool(), 'sale_events', rows.map(saleRow))
  const scope = { pool: pool(), now: () => new Date(begin + days(1)) }
  await foldClicks(scope, { denseFrom: 2, clicksPerChunk: 100, clicksPerStep: 100 })
  await foldConversions(scope, { denseFrom: 4, eventsPerStep: 100 })
  const before = await rollups()
  await query('delete from click_rollups where tier = 1 and kind between 6 and 10')
  await query('delete from conversion_rollups where tier = 1 and kind between 6 and 10')
  t.notDeepEqual(await rollups(), before)
  await migrate()
  t.deepEqual(await rollups(), before)
})
