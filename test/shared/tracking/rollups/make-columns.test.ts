import test from 'ava'
import { days, hours, minutes } from '../../../../shared/kernel/time.js'
import { type FactsInColumns, foldClicks, hoursWithColumns, makeColumns, readColumns } from '../../../../shared/tracking/index.js'
import { openColumn, packColumn } from '../../../../shared/tracking/rollups/column-format.js'
import { kindsOfClicks } from '../../../../shared/tracking/rollups/kinds.js'
import { clickRow, forgetEvents, storeClicks } from '../../../support/events.js'
import { testService, type TestService } from '../../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

const begin = Date.UTC(2026, 4, 30)
const pool = () => service.resources.database.pool
const clickAt = (after: number, country = 'US') =>
  clickRow({ timestamp: new Date(begin + after), workspace_id: 'ws_1', link_id: 'link_1', country })
const make = () => makeColumns({ pool: pool(), now: () => new Date() }, { from: 3, inPart: 2 })

/** Three clicks of the first hour, two of the second, three of the first of the next month. */
async function given() {
  await forgetEvents(pool(), new Date(begin))
  await pool().query('delete from kept_events')
  await storeClicks(pool(), [
    ...[1, 2, 3, 61, 62].map((minute) => clickAt(minutes(minute), minute % 2 ? 'US' : 'DE')),
    ...[1, 2, 3].map((minute) => clickAt(days(2) + minutes(minute))),
  ])
  await foldClicks({ pool: pool(), now: () => new Date(begin + days(3)) }, { denseFrom: 3, clicksPerChunk: 10, clicksPerStep: 100 })
}

async function held(): Promise<[hour: number, facts: number][]> {
  const {
    rows: [workspace],
  } = await pool().query('select no from rollup_workspaces')
  return (await hoursWithColumns(pool(), workspace.no, begin - days(1), begin + days(3))).map(({ at, facts }) => [
    (at - begin) / hours(1),
    facts,
  ])
}

test('what was packed is what comes out, whether a byte tells the values apart or not', (t) => {
  for (const different of [1, 256, 257, 65_536]) {
    const numbers = Array.from({ length: 65_536 }, (_, at) => (at % different) * 32_000 + 1)
    const { values, codes } = openColumn(packColumn(numbers))
    t.deepEqual(
      [...codes].map((code) => values[code]),
      numbers,
    )
  }
})

test.serial('hours with many clicks get columns, in parts, those of all kinds in one order', async (t) => {
  await given()
  await make()
  t.deepEqual(await held(), [
    [0, 3],
    [48, 3],
  ])
  const client = await pool().connect()
  const workspace = (await client.query('select no from rollup_workspaces')).rows[0].no
  const parts: FactsInColumns[] = []
  await readColumns(client, workspace, [{ at: begin, facts: 3 }], kindsOfClicks, (part) => parts.push(part))
  const facts = parts.flatMap(({ facts: size, columns }) =>
    Array.from({ length: size }, (_, at) => columns.map(({ values, codes }) => values[codes[at] as number])),
  )
  const { rows } = await client.query({
    text: `select ${kindsOfClicks.map(({ column }) => column).join()} from click_facts where at < $1`,
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

test.serial('making columns twice, or twice at once, changes nothing', async (t) => {
  await given()
  await Promise.all([make(), make()])
  const written = async () => (await pool().query('select click_columns::text as row, xmin from click_columns order by 1')).rows
  const before = await written()
  await make()
  t.deepEqual(await written(), before)
  t.deepEqual(await held(), [
    [0, 3],
    [48, 3],
  ])
})

test.serial('an hour with which a click came late has no columns until they are made anew', async (t) => {
  await given()
  await make()
  await storeClicks(pool(), [clickAt(minutes(5)), clickAt(minutes(66))])
  t.deepEqual(await held(), [[48, 3]])
  await make()
  t.deepEqual(await held(), [
    [0, 4],
    [1, 3],
    [48, 3],
  ])
})

test.serial('columns of a month are dropped like its facts, and not made again', async (t) => {
  await given()
  await make()
  for (const parent of ['click_facts', 'click_columns'])
    t.deepEqual((await pool().query(`select drop_events_before('${parent}', $1) as name`, [new Date(begin + days(2))])).rows, [
      { name: `${parent}_202605` },
    ])
  await make()
  t.deepEqual(await held(), [[48, 3]])
})
