import test from 'ava'
import { newId } from '../../../shared/kernel/ids.js'
import { days, hours, minutes } from '../../../shared/kernel/time.js'
import { fillRollups } from '../../../shared/rollups/close-bucket.queries.js'
import { clickRollupSchema, packRollups, rollUpClicks, type Sql, type Tier, tiers } from '../../../shared/rollups/index.js'
import { lockForIngestion } from '../../../shared/rollups/ingestion-lock.queries.js'
import { insertClicks } from '../../../shared/tracking/click.queries.js'
import { clickRow, resetEvents, storeClicks } from '../../support/events.js'
import { testService, type TestService } from '../../support/service.js'
import { waitUntil } from '../../support/wait-until.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

const begin = Date.UTC(2026, 4, 4)
const pool = () => service.resources.database.pool
const workspace_id = 'ws_1'
const clickAt = (after: number) => clickRow({ timestamp: new Date(begin + after), workspace_id, link_id: newId('link_') })
const smallLimits = { denseThreshold: 3, clicksPerStep: 100 }
const rollUpUntil = (after: number, limits = smallLimits) =>
  rollUpClicks({ pool: pool(), now: () => new Date(begin + after + minutes(1)) }, limits)

/** All rows that a roll-up writes, in a stable order. */
async function snapshot() {
  const tables = [
    'click_watermark',
    'workspace_numbers',
    'dimension_values',
    'click_facts',
    'click_totals',
    'click_rollups',
    'click_rollup_packs',
  ]
  const rows = await Promise.all(
    tables.map(async (table) => (await pool().query(`select ${table}::text as row from ${table} order by 1`)).rows.map(({ row }) => row)),
  )
  return Object.fromEntries(tables.map((table, at) => [table, rows[at]]))
}
const totals = async (tier: number) =>
  (await pool().query('select bucket, clicks, dense from click_totals where tier = $1 order by bucket', [tier])).rows.map(
    ({ bucket, clicks, dense }) => [(bucket.getTime() - begin) / hours(1), clicks, dense],
  )
const factCount = async () => (await pool().query('select count(*) from click_facts')).rows[0].count

test.serial('rolls up closed quarter hours, but not the current one', async (t) => {
  await resetEvents(pool(), new Date(begin))
  await storeClicks(pool(), [minutes(1), minutes(14), minutes(16), minutes(44), minutes(46)].map(clickAt))
  await rollUpUntil(minutes(50))
  t.is(await factCount(), 4)
  t.deepEqual(await totals(0), [
    [0, 2, false],
    [0.25, 1, false],
    [0.5, 1, false],
  ])
  t.deepEqual(await totals(1), [])
  await rollUpUntil(minutes(60))
  t.deepEqual(await totals(1), [[0, 5, true]])
})

test.serial('repeated and concurrent roll-ups change nothing', async (t) => {
  await resetEvents(pool(), new Date(begin))
  await storeClicks(
    pool(),
    Array.from({ length: 30 }, (_, at) => clickAt(at * minutes(20))),
  )
  await Promise.all([rollUpUntil(hours(10)), rollUpUntil(hours(10)), rollUpUntil(hours(10))])
  t.is(await factCount(), 30)
  const before = await snapshot()
  await rollUpUntil(hours(10))
  t.deepEqual(await snapshot(), before)
})

test.serial('a failed roll-up changes nothing, and the next one completes', async (t) => {
  await resetEvents(pool(), new Date(begin))
  await storeClicks(
    pool(),
    Array.from({ length: 9 }, (_, at) => clickAt(at * minutes(5))),
  )
  const before = await snapshot()
  await pool().query('alter table click_rollup_packs rename to packs_away')
  await t.throwsAsync(rollUpUntil(hours(1)), { message: /click_rollup_packs/ })
  await pool().query('alter table packs_away rename to click_rollup_packs')
  t.deepEqual(await snapshot(), before)
  await rollUpUntil(hours(1))
  t.is(await factCount(), 9)
})

test.serial('a bucket is closed by reading its hours only, however many clicks the workspace has', async (t) => {
  const client = await pool().connect()
  const plans: string[] = []
  const explaining = {
    async query(text: string, values: unknown[]) {
      const { rows } = await client.query(`explain ${text}`, values)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
      return { rows: [] }
    },
  } as unknown as Sql
  await client.query('begin')
  await client.query('set local enable_seqscan = off')
  for (const tier of [1, 2])
    await fillRollups(
      explaining,
      clickRollupSchema,
      { tier: tiers[tier] as Tier, previousTier: tiers[tier - 1] as Tier, bucket: begin },
      null,
    )
  await client.query('rollback')
  client.release()
  for (const plan of plans) t.regex(plan, /Index Cond: \(.*workspace = .*hour >= .*hour < /)
})

test.serial('late clicks are counted in every closed bucket', async (t) => {
  await resetEvents(pool(), new Date(begin))
  const clicks = Array.from({ length: 40 }, (_, at) => clickAt(at * minutes(45)))
  const late = clicks.filter((_, at) => at % 5 === 0)
  await storeClicks(
    pool(),
    clicks.filter((_, at) => at % 5 !== 0),
  )
  await rollUpUntil(days(4))
  await storeClicks(pool(), late)
  t.is(await factCount(), 40)
  const { rows } = await pool().query(
    'select tier, dimension, sum(clicks)::int as clicks from click_rollup_values where tier >= 3 group by 1, 2',
  )
  t.true(rows.length >= 20 && rows.every(({ clicks }) => clicks === 40))
  t.deepEqual(await totals(3), [
    [0, 32, true],
    [24, 8, true],
  ])
})

test.serial('late clicks move into the packs of their buckets without changing any sum', async (t) => {
  await resetEvents(pool(), new Date(begin))
  // More links than a pack holds.
  await storeClicks(
    pool(),
    Array.from({ length: 600 }, (_, at) => clickAt(at * minutes(1))),
  )
  await rollUpUntil(days(1))
  await storeClicks(
    pool(),
    Array.from({ length: 300 }, (_, at) => clickAt(at * minutes(1))),
  )
  const sums = async () =>
    (
      await pool().query(
        'select tier, bucket, dimension, value, sum(clicks) from click_rollup_values group by 1, 2, 3, 4 order by 1, 2, 3, 4',
      )
    ).rows
  const before = await sums()
  const scope = { pool: pool(), now: () => new Date(begin + days(1)) }
  await packRollups(scope, 10_000)
  t.true((await pool().query('select from click_rollups')).rowCount !== 0)
  await Promise.all([packRollups(scope, 1), packRollups(scope, 1)])
  t.is((await pool().query('select from click_rollups')).rowCount, 0)
  t.deepEqual(await sums(), before)
  const { rows } = await pool().query(
    'select first, last, "values" from click_rollup_packs where tier = 3 and dimension = 5 order by first',
  )
  t.deepEqual(
    rows.map(({ values }) => values.length),
    [256, 256, 256, 132],
  )
  for (const { first, last, values } of rows) t.deepEqual([values[0], values.at(-1)], [first, last])
})

test.serial('clicks older than all rollups are counted', async (t) => {
  await resetEvents(pool(), new Date(begin))
  await storeClicks(pool(), [clickAt(-days(40)), clickAt(-days(1))])
  t.is(await factCount(), 2)
  t.deepEqual(
    (await totals(1)).map(([at]) => at),
    [-40 * 24, -24],
  )
})

test.serial('an existing click is not added again', async (t) => {
  await resetEvents(pool(), new Date(begin))
  const click = clickAt(minutes(3))
  await rollUpUntil(hours(1))
  await storeClicks(pool(), [click])
  await storeClicks(pool(), [click])
  t.is(await factCount(), 1)
})

test.serial('a roll-up waits for running ingestion and includes its clicks', async (t) => {
  await resetEvents(pool(), new Date(begin))
  const row = clickAt(minutes(3))
  await pool().query(`select ensure_month_partition('click_events', $1)`, [row.timestamp])
  const writer = await pool().connect()
  await writer.query('begin')
  const {
    rows: [{ pid }],
  } = await writer.query('select pg_backend_pid() as pid')
  await lockForIngestion(writer)
  await insertClicks(writer, [row])
  const rollUp = rollUpUntil(hours(1))
  await waitUntil(
    async () => (await pool().query('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [pid])).rowCount,
  ).finally(() => writer.query('commit').then(() => writer.release()))
  await rollUp
  t.is(await factCount(), 1)
})

test.serial('a busy period is rolled up minute by minute, so that ingestion is not blocked for long', async (t) => {
  await resetEvents(pool(), new Date(begin))
  await storeClicks(
    pool(),
    Array.from({ length: 50 }, (_, at) => clickAt(at * 1000)),
  )
  await rollUpUntil(minutes(2), { ...smallLimits, clicksPerStep: 20 })
  t.is(await factCount(), 50)
  t.deepEqual((await pool().query('select at from click_watermark')).rows[0].at, new Date(begin + minutes(1)))
})

test.serial('a bucket with few clicks gets no rollups by dimension', async (t) => {
  await resetEvents(pool(), new Date(begin))
  await storeClicks(pool(), [clickAt(0), clickAt(1), clickAt(hours(2)), clickAt(hours(2) + 1), clickAt(hours(2) + 2)])
  await rollUpUntil(hours(6))
  t.deepEqual(await totals(1), [
    [0, 2, false],
    [2, 3, true],
  ])
  const { rows } = await pool().query('select distinct tier, bucket from click_rollup_values order by 1, 2')
  t.deepEqual(
    rows.map(({ tier, bucket }) => [tier, (bucket.getTime() - begin) / hours(1)]),
    [
      [1, 2],
      [2, 0],
    ],
  )
})
