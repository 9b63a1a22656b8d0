import test from 'ava'
import { openPostgresStore } from '../../../shared/analytics/postgres/open-postgres-store.js'
import { days, minutes } from '../../../shared/kernel/time.js'
import { clickRollupSchema, rollUpClicks, rollUpConversions, rollupSchemas } from '../../../shared/rollups/index.js'
import { maintainBuckets } from '../../../shared/rollups/maintain-buckets.js'
import { clickRow, resetEvents, leadRow, saleRow, storeClicks, storeConversions } from '../../support/events.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())
test.beforeEach(async () => {
  await resetEvents(pool(), new Date(begin))
  await insertEvents()
  await rollUp()
})

// Start of a bucket of four days.
const begin = Date.UTC(2026, 4, 3)
const pool = () => service.resources.database.pool
const query = async (sql: string) => (await pool().query(sql)).rows
const eventAt = (at: number) => ({
  timestamp: new Date(begin + at * minutes(13)),
  workspace_id: 'ws_1',
  link_id: `link_${at % 5}`,
  country: ['US', 'DE', 'FR'][at % 3],
})
const lateClick = () => clickRow({ ...eventAt(1), country: 'US' })

async function insertEvents(): Promise<void> {
  await storeClicks(
    pool(),
    Array.from({ length: 24 }, (_, at) => clickRow(eventAt(at))),
  )
  await storeConversions(
    pool(),
    'lead_events',
    Array.from({ length: 12 }, (_, at) => leadRow(eventAt(at))),
  )
  await storeConversions(
    pool(),
    'sale_events',
    Array.from({ length: 12 }, (_, at) => saleRow(eventAt(at))),
  )
}

async function rollUp(): Promise<void> {
  const scope = { pool: pool(), now: () => new Date(begin + days(5)) }
  await rollUpClicks(scope, { denseThreshold: 3, clicksPerStep: 100 })
  await rollUpConversions(scope, { denseThreshold: 3, eventsPerStep: 100 })
}

const maintain = (hasTimeLeft = () => true) =>
  maintainBuckets(pool(), clickRollupSchema, { blockWrites: async () => undefined, denseThreshold: 3, hasTimeLeft })

const unmaintained = () =>
  query('select tier from click_totals where not maintained order by tier').then((rows) => rows.map(({ tier }) => tier))

async function countries(): Promise<Record<string, number>> {
  const selection = { workspaceIds: ['ws_1'], from: begin, to: begin + days(4), attributes: [], links: [] }
  const counted = await openPostgresStore(pool()).count(['clicks'], selection, { by: 'attributes', attributes: ['country'] }, 10)
  return Object.fromEntries(counted.map(({ key, counts }) => [key[0], counts.clicks ?? 0]))
}

test.serial('rollups of a dense bucket are read again only after the bucket changed', async (t) => {
  t.deepEqual(await countries(), { US: 8, DE: 8, FR: 8 })
  await query('update click_rollup_packs set clicks = array_fill(50::bigint, array[cardinality(clicks)]) where tier = 4')
  t.deepEqual(await countries(), { US: 8, DE: 8, FR: 8 })
  await query('update click_totals set clicks = clicks where tier = 4')
  t.deepEqual(await countries(), { US: 50, DE: 50, FR: 50 })
})

test.serial('closed buckets need no maintenance until they change, and dense ones never again', async (t) => {
  t.deepEqual([await unmaintained(), await countries()], [[], { US: 8, DE: 8, FR: 8 }])
  await storeClicks(pool(), [lateClick()])
  t.deepEqual(await unmaintained(), [])
  t.deepEqual(await countries(), { US: 9, DE: 8, FR: 8 })
  await storeClicks(pool(), [clickRow(eventAt(100))])
  t.deepEqual(await unmaintained(), [1, 2])
  await rollUp()
  t.deepEqual(await unmaintained(), [])
})

test.serial('stops when no time is left', async (t) => {
  await storeClicks(
    pool(),
    Array.from({ length: 5 }, (_, at) => clickRow(eventAt(at + 100))),
  )
  await maintain(() => false)
  t.deepEqual(await dense(), initiallyDense)
  await maintain()
  t.deepEqual(await dense(), denseAfterGrowth)
})

const dense = async () =>
  (await query('select tier, count(*) from click_totals where dense group by tier order by tier')).map(({ tier, count }) => [tier, count])

/** Tiers of the dense buckets, and how many of each. */
const initiallyDense = [
  [1, 5],
  [2, 1],
  [3, 1],
  [4, 1],
]
const denseAfterGrowth = [
  [1, 6],
  [2, 2],
  [3, 1],
  [4, 1],
]

/** Totals and rollups with the texts of their values, because value ids differ between runs. */
const snapshot = () =>
  Promise.all(
    rollupSchemas.flatMap(({ totals, rollups }) => [
      query(`select to_jsonb(total) - 'workspace' as row from ${totals} as total order by 1`),
      query(
        `select to_jsonb(rollup) - '{workspace,value}'::text[] || jsonb_build_object('parts', parts) as row from ${rollups} as rollup
         join dimension_values on id = value order by 1`,
      ),
    ]),
  )

test.serial('old events imported into closed time are aggregated like those that arrived in time', async (t) => {
  const inTime = await snapshot()
  await resetEvents(pool(), new Date(begin + days(5)))
  await insertEvents()
  await rollUp()
  t.deepEqual(await snapshot(), inTime)
})

test.serial('a closed bucket that grows becomes dense, and queries return the same as before', async (t) => {
  await storeClicks(
    pool(),
    Array.from({ length: 5 }, (_, at) => clickRow(eventAt(at + 100))),
  )
  const before = [await countries(), await dense()]
  await rollUp()
  t.deepEqual(await countries(), before[0])
  t.deepEqual([before[1], await dense()], [initiallyDense, denseAfterGrowth])
  t.deepEqual(await unmaintained(), [])
})
