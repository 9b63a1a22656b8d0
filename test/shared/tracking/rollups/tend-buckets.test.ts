import test from 'ava'
import { openEventStore } from '../../../../shared/analytics/postgres/open-event-store.js'
import { days, minutes } from '../../../../shared/kernel/time.js'
import { clickLedger, foldClicks, foldConversions, ledgers, packed } from '../../../../shared/tracking/index.js'
import { tendBuckets } from '../../../../shared/tracking/rollups/tend-buckets.js'
import { clickRow, forgetEvents, leadRow, saleRow, storeClicks, storeConversions } from '../../../support/events.js'
import { testService, type TestService } from '../../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())
test.beforeEach(async () => {
  await forgetEvents(pool(), new Date(begin))
  await store()
  await fold()
})

// A bucket of four days begins here.
const begin = Date.UTC(2026, 4, 3)
const pool = () => service.resources.database.pool
const query = async (sql: string) => (await pool().query(sql)).rows
const given = (at: number) => ({
  timestamp: new Date(begin + at * minutes(13)),
  workspace_id: 'ws_1',
  link_id: `link_${at % 5}`,
  country: ['US', 'DE', 'FR'][at % 3],
})
const late = () => clickRow({ ...given(1), country: 'US' })

async function store(): Promise<void> {
  await storeClicks(
    pool(),
    Array.from({ length: 24 }, (_, at) => clickRow(given(at))),
  )
  await storeConversions(
    pool(),
    'lead_events',
    Array.from({ length: 12 }, (_, at) => leadRow(given(at))),
  )
  await storeConversions(
    pool(),
    'sale_events',
    Array.from({ length: 12 }, (_, at) => saleRow(given(at))),
  )
}

async function fold(): Promise<void> {
  const scope = { pool: pool(), now: () => new Date(begin + days(5)) }
  await foldClicks(scope, { denseFrom: 3, clicksPerChunk: 100, clicksPerStep: 100 })
  await foldConversions(scope, { denseFrom: 3, eventsPerStep: 100 })
}

const tend = (isEarly = () => true) => tendBuckets(pool(), clickLedger, { keepOut: async () => undefined, denseFrom: 3, isEarly })

/** Packs beside what rollups say now, where they differ. */
const untrue = async (): Promise<unknown[]> =>
  (
    await Promise.all(
      ledgers.map((ledger) =>
        query(
          `select tier, bucket, kind from (select workspace, tier, bucket, kind, ${packed(ledger)} as pack from ${ledger.rollups} group by 1, 2, 3, 4) as rows full join ${ledger.packs} as packs using (workspace, tier, bucket, kind) where rows.pack is distinct from packs.pack`,
        ),
      ),
    )
  ).flat()
const untended = () => query('select tier from click_totals where not tended order by tier').then((rows) => rows.map(({ tier }) => tier))

async function countries(): Promise<Record<string, number>> {
  const selection = { workspaceId: 'ws_1', from: begin, to: begin + days(4), attributes: [], links: [] }
  const counted = await openEventStore(pool()).count(['clicks'], selection, { by: 'attributes', attributes: ['country'] }, 10)
  return Object.fromEntries(counted.map(({ key, counts }) => [key[0], counts.clicks ?? 0]))
}

test.serial('every dense bucket that is closed has packs that say what its rollups do', async (t) => {
  t.deepEqual(await untrue(), [])
  t.deepEqual(await untended(), [])
  t.deepEqual(
    (await query('select tier, count(*) from click_packs where kind = 1 group by tier order by tier')).map(({ tier, count }) => [
      tier,
      count,
    ]),
    [
      [1, 5],
      [2, 1],
      [3, 1],
      [4, 1],
    ],
  )
})

test.serial('questions about all values of a kind are answered from packs', async (t) => {
  t.deepEqual(await countries(), { US: 8, DE: 8, FR: 8 })
  await query('update click_packs set pack = set_byte(pack, 11, 50) where tier = 4')
  t.true(Object.values(await countries()).includes(50))
})

test.serial('a click that comes late makes the packs of its buckets void at once, and the next fold makes them anew', async (t) => {
  await storeClicks(pool(), [late()])
  t.deepEqual(await untended(), [1, 2, 3, 4])
  t.deepEqual(await countries(), { US: 9, DE: 8, FR: 8 })
  t.true((await untrue()).length > 0)
  await fold()
  t.deepEqual([await untended(), await untrue()], [[], []])
  t.deepEqual(await countries(), { US: 9, DE: 8, FR: 8 })
})

test.serial('leads and sales that are changed or removed do the same', async (t) => {
  await query(`update sale_events set country = 'IT' where country = 'US'`)
  await query(`delete from lead_events where country = 'DE'`)
  await fold()
  t.deepEqual(await untrue(), [])
})

test.serial('a bucket that is being corrected is packed when that is over', async (t) => {
  await query('update click_totals set tended = false where tier > 2')
  const writer = await pool().connect()
  await writer.query('begin')
  await writer.query(`update click_totals set clicks = clicks + 1, tended = false where tier = 4`)
  await writer.query(
    `update click_rollups set clicks = clicks + 1 where tier = 4 and value = (select min(value) from click_rollups where tier = 4)`,
  )
  await tend()
  t.deepEqual(await untended(), [4])
  await writer.query('commit')
  writer.release()
  await tend()
  t.deepEqual([await untended(), await untrue()], [[], []])
})

test.serial('what is left of the time decides how many are packed', async (t) => {
  await query('update click_totals set tended = false where tier > 0')
  // Once more for the buckets that may have grown.
  let left = 3
  await tend(() => left-- > 0)
  t.is((await untended()).length, 6)
})

const dense = async () =>
  (await query('select tier, count(*) from click_totals where dense group by tier order by tier')).map(({ tier, count }) => [tier, count])

/** Totals and rollups with what their values say: numbers are given anew. */
const written = () =>
  Promise.all(
    ledgers.flatMap(({ totals, rollups }) => [
      query(`select to_jsonb(total) - 'workspace' as row from ${totals} as total order by 1`),
      query(
        `select to_jsonb(rollup) - '{workspace,value}'::text[] || jsonb_build_object('parts', parts) as row from ${rollups} as rollup join rollup_values on id = value order by 1`,
      ),
    ]),
  )

test.serial('old events that are brought into closed time are added up like those that came in time', async (t) => {
  const inTime = await written()
  await forgetEvents(pool(), new Date(begin + days(5)))
  await store()
  await fold()
  t.deepEqual(await written(), inTime)
  t.deepEqual(await untrue(), [])
})

test.serial('a closed bucket becomes dense when it has grown, and its questions answer the same as before', async (t) => {
  await storeClicks(
    pool(),
    Array.from({ length: 5 }, (_, at) => clickRow(given(at + 100))),
  )
  const before = [await countries(), await dense()]
  await fold()
  t.deepEqual(await countries(), before[0])
  t.deepEqual(
    [before[1], await dense()],
    [
      [
        [1, 5],
        [2, 1],
        [3, 1],
        [4, 1],
      ],
      [
        [1, 6],
        [2, 2],
        [3, 1],
        [4, 1],
      ],
    ],
  )
  t.deepEqual([await untended(), await untrue()], [[], []])
})
