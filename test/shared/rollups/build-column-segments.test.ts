import test from 'ava'
import { days, hours, minutes } from '../../../shared/kernel/time.js'
import { decodeSegment, encodeSegment } from '../../../shared/rollups/column-segment.js'
import { clickDimensions } from '../../../shared/rollups/dimensions.js'
import { type FactSegments, rollUpClicks, listSegmentedHours, buildColumnSegments, readSegments } from '../../../shared/rollups/index.js'
import { clickRow, resetEvents, storeClicks } from '../../support/events.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

const begin = Date.UTC(2026, 4, 30)
const pool = () => service.resources.database.pool
const clickAt = (after: number, country = 'US') =>
  clickRow({ timestamp: new Date(begin + after), workspace_id: 'ws_1', link_id: 'link_1', country })
const build = () => buildColumnSegments({ pool: pool(), now: () => new Date() }, { minFactsPerHour: 3, factsPerSegment: 2 })

/** Three clicks in the first hour, two in the second, three in the first hour of the next month. */
async function setUp() {
  await resetEvents(pool(), new Date(begin))
  await pool().query('delete from event_retention')
  await storeClicks(pool(), [
    ...[1, 2, 3, 61, 62].map((minute) => clickAt(minutes(minute), minute % 2 ? 'US' : 'DE')),
    ...[1, 2, 3].map((minute) => clickAt(days(2) + minutes(minute))),
  ])
  await rollUpClicks({ pool: pool(), now: () => new Date(begin + days(3)) }, { denseThreshold: 3, clicksPerStep: 100 })
}

async function segmentedHours(): Promise<[hour: number, facts: number][]> {
  const {
    rows: [workspace],
  } = await pool().query('select no from workspace_numbers')
  return (await listSegmentedHours(pool(), workspace.no, begin - days(1), begin + days(3))).map(({ at, facts }) => [
    (at - begin) / hours(1),
    facts,
  ])
}

test('decodes what was encoded, with codes of one and of two bytes', (t) => {
  for (const distinct of [1, 256, 257, 65_536]) {
    const numbers = Array.from({ length: 65_536 }, (_, at) => (at % distinct) * 32_000 + 1)
    const { values, codes } = decodeSegment(encodeSegment(numbers))
    t.deepEqual(
      [...codes].map((code) => values[code]),
      numbers,
    )
  }
})

test.serial('hours with many clicks get segments in parts, with all dimensions in the same order', async (t) => {
  await setUp()
  await build()
  t.deepEqual(await segmentedHours(), [
    [0, 3],
    [48, 3],
  ])
  const client = await pool().connect()
  const workspace = (await client.query('select no from workspace_numbers')).rows[0].no
  const parts: FactSegments[] = []
  await readSegments(client, workspace, [{ at: begin, facts: 3 }], clickDimensions, (part) => parts.push(part))
  const facts = parts.flatMap(({ facts: size, segments: columns }) =>
    Array.from({ length: size }, (_, at) => columns.map(({ values, codes }) => values[codes[at] as number])),
  )
  const { rows } = await client.query({
    text: `select ${clickDimensions.map(({ column }) => column).join()} from click_facts where at < $1`,
    values: [new Date(begin + hours(1))],
    rowMode: 'array',
  })
  client.release()
  t.deepEqual(
    parts.map(({ facts: size }) => size),
    [2, 1],
  )
  t.deepEqual(facts.sort(), rows.sort())
})

test.serial('repeated and concurrent builds change nothing', async (t) => {
  await setUp()
  await Promise.all([build(), build()])
  const written = async () =>
    (await pool().query('select click_column_segments::text as row, xmin from click_column_segments order by 1')).rows
  const before = await written()
  await build()
  t.deepEqual(await written(), before)
  t.deepEqual(await segmentedHours(), [
    [0, 3],
    [48, 3],
  ])
})

test.serial('an hour with a late click has no valid segments until they are rebuilt', async (t) => {
  await setUp()
  await build()
  await storeClicks(pool(), [clickAt(minutes(5)), clickAt(minutes(66))])
  t.deepEqual(await segmentedHours(), [[48, 3]])
  await build()
  t.deepEqual(await segmentedHours(), [
    [0, 4],
    [1, 3],
    [48, 3],
  ])
})

test.serial('segments of a month are dropped like its facts, and not rebuilt', async (t) => {
  await setUp()
  await build()
  for (const parent of ['click_facts', 'click_column_segments'])
    t.deepEqual((await pool().query(`select drop_events_before('${parent}', $1) as name`, [new Date(begin + days(2))])).rows, [
      { name: `${parent}_202605` },
    ])
  await build()
  t.deepEqual(await segmentedHours(), [[48, 3]])
})
