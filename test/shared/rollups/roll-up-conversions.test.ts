import test from 'ava'
import { newId } from '../../../shared/kernel/ids.js'
import { days, hours, minutes } from '../../../shared/kernel/time.js'
import { rollUpConversions } from '../../../shared/rollups/index.js'
import { resetEvents, leadRow, saleRow, storeConversions } from '../../support/events.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())
test.beforeEach(() => resetEvents(pool(), new Date(begin)))

const begin = Date.UTC(2026, 4, 4)
const pool = () => service.resources.database.pool
const eventAt = (after: number) => ({ timestamp: new Date(begin + after), workspace_id: 'ws_1', link_id: newId('link_') })
const leadsAt = (...after: number[]) =>
  storeConversions(
    pool(),
    'lead_events',
    after.map((one) => leadRow(eventAt(one))),
  )
const limits = { denseThreshold: 3, eventsPerStep: 4 }
const rollUpUntil = (after: number) => rollUpConversions({ pool: pool(), now: () => new Date(begin + after) }, limits)

const tables = [
  'conversion_watermark',
  'workspace_numbers',
  'dimension_values',
  'conversion_facts',
  'conversion_totals',
  'conversion_rollups',
  'conversion_rollup_packs',
  'pending_conversions',
]
async function snapshot() {
  const rows = await Promise.all(
    tables.map(async (table) => (await pool().query(`select ${table}::text as row from ${table} order by 1`)).rows.map(({ row }) => row)),
  )
  return Object.fromEntries(tables.map((table, at) => [table, rows[at]]))
}
const count = async (table: string) => (await pool().query(`select count(*) from ${table}`)).rows[0].count as number
// Buckets as hours since `begin`; a bucket of four days starts a day before it.
const totals = async (tier: number) =>
  (
    await pool().query('select bucket, leads, sales, amount, dense from conversion_totals where tier = $1 order by bucket', [tier])
  ).rows.map(({ bucket, leads, sales, amount, dense }) => [(bucket.getTime() - begin) / hours(1), leads, sales, amount, dense])
/** Sums of a tier by dimension: every event has a value in every dimension. */
const sums = async (tier: number) =>
  (
    await pool().query(
      `select distinct sum(leads)::int as leads, sum(sales)::int as sales, sum(amount)::int as amount from conversion_rollup_values
       where tier = $1 group by dimension`,
      [tier],
    )
  ).rows

test.serial('events become facts immediately, and buckets are closed when they end', async (t) => {
  await leadsAt(minutes(1), minutes(14), minutes(16), minutes(61))
  await rollUpUntil(minutes(50))
  t.is(await count('conversion_facts'), 4)
  t.is(await count('pending_conversions'), 0)
  t.deepEqual(await totals(1), [])
  await rollUpUntil(minutes(120))
  t.deepEqual(await totals(1), [
    [0, 3, 0, 0, true],
    [1, 1, 0, 0, false],
  ])
  t.deepEqual(await sums(1), [{ leads: 3, sales: 0, amount: 0 }])
})

test.serial('repeated and concurrent roll-ups change nothing', async (t) => {
  await leadsAt(...Array.from({ length: 30 }, (_, at) => at * minutes(20)))
  await Promise.all([rollUpUntil(hours(10)), rollUpUntil(hours(10)), rollUpUntil(hours(10))])
  t.is(await count('conversion_facts'), 30)
  const before = await snapshot()
  await rollUpUntil(hours(10))
  t.deepEqual(await snapshot(), before)
})

test.serial('a failed roll-up changes nothing, and the next one completes', async (t) => {
  await leadsAt(minutes(1), minutes(2), minutes(3))
  const before = await snapshot()
  await pool().query('alter table conversion_rollups rename to rollups_hidden')
  await t.throwsAsync(rollUpUntil(hours(1)), { message: /conversion_rollups/ })
  await pool().query('alter table rollups_hidden rename to conversion_rollups')
  t.deepEqual(await snapshot(), before)
  await rollUpUntil(hours(1))
  t.is(await count('conversion_facts'), 3)
})

test.serial('late sales and refunds are counted in every closed bucket', async (t) => {
  await leadsAt(minutes(1), minutes(2), minutes(3))
  await rollUpUntil(days(4))
  const sale = saleRow({ ...eventAt(minutes(10)), amount: 900 })
  await storeConversions(pool(), 'sale_events', [sale, saleRow({ ...eventAt(minutes(20)), amount: -400, sales: 0, refund_of: sale.id })])
  await rollUpUntil(days(4))
  t.deepEqual(await totals(4), [[-24, 3, 1, 500, true]])
  for (const tier of [2, 3, 4]) t.deepEqual(await sums(tier), [{ leads: 3, sales: 1, amount: 500 }], `tier ${tier}`)
})

test.serial('changed and deleted events are corrected in every bucket', async (t) => {
  const rows = [1, 2, 3, 4].map((at) => leadRow(eventAt(minutes(at))))
  await storeConversions(pool(), 'lead_events', rows)
  await rollUpUntil(days(4))
  const [moved, deleted] = rows as [(typeof rows)[0], (typeof rows)[0]]
  await pool().query(`update lead_events set country = 'DE', link_id = 'link_other' where id = $1`, [moved.id])
  await pool().query('delete from lead_events where id = $1', [deleted.id])
  await rollUpUntil(days(4))
  t.deepEqual(await totals(4), [[-24, 3, 0, 0, true]])
  t.deepEqual(await sums(4), [{ leads: 3, sales: 0, amount: 0 }])
  const { rows: countries } = await pool().query(
    `select parts[2] as country, sum(leads)::int as leads from conversion_rollup_values as stored join dimension_values on id = value
     where tier = 4 and stored.dimension = 2 group by 1 order by 1`,
  )
  t.deepEqual(countries, [
    { country: 'DE', leads: 1 },
    { country: 'US', leads: 2 },
  ])
})

test.serial('uncommitted events are left to the next roll-up', async (t) => {
  const row = leadRow(eventAt(minutes(3)))
  await pool().query(`select ensure_month_partition('lead_events', $1)`, [row.timestamp])
  const writer = await pool().connect()
  await writer.query('begin')
  await writer.query('insert into lead_events select new.* from jsonb_populate_recordset(null::lead_events, $1::jsonb) as new', [
    JSON.stringify([row]),
  ])
  await rollUpUntil(hours(7))
  t.is(await count('conversion_facts'), 0)
  await writer.query('commit')
  writer.release()
  await rollUpUntil(hours(7))
  t.deepEqual(await totals(2), [[0, 1, 0, 0, false]])
})

test.serial('an event with a time between two milliseconds is added and removed like others', async (t) => {
  const row = leadRow(eventAt(minutes(3)))
  await pool().query(`select ensure_month_partition('lead_events', $1)`, [row.timestamp])
  const timestamp = row.timestamp.toISOString().replace('Z', '123Z')
  await pool().query('insert into lead_events select new.* from jsonb_populate_recordset(null::lead_events, $1::jsonb) as new', [
    JSON.stringify([{ ...row, timestamp }]),
  ])
  await rollUpUntil(hours(1))
  t.is(await count('conversion_facts'), 1)
  await pool().query('delete from lead_events')
  await rollUpUntil(hours(1))
  t.is(await count('conversion_facts'), 0)
})

test.serial('an event that changes during a roll-up is rolled up again', async (t) => {
  const row = leadRow(eventAt(minutes(3)))
  await storeConversions(pool(), 'lead_events', [row])
  const writer = await pool().connect()
  await writer.query('begin')
  await writer.query(`update lead_events set country = 'DE' where id = $1`, [row.id])
  await rollUpUntil(hours(1))
  await writer.query('commit')
  writer.release()
  t.is(await count('pending_conversions'), 1)
  await rollUpUntil(hours(1))
  const { rows } = await pool().query(
    'select parts[2] as country from conversion_facts join dimension_values on dimension_values.id = country',
  )
  t.deepEqual(rows, [{ country: 'DE' }])
})
