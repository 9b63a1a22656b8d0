import test from 'ava'
import { forEachRow } from '../../../../shared/kernel/db/binary-rows.js'
import { testService, type TestService } from '../../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

test('bytes arrive unchanged, row by row', async (t) => {
  const client = await service.resources.database.pool.connect()
  const rows: string[][] = []
  await forEachRow(client, `select int4send(no), decode('00ff80', 'hex') from generate_series(1, 2) as no`, (fields) =>
    rows.push(fields.map((one) => one.toString('hex'))),
  )
  client.release()
  t.deepEqual(rows, [
    ['00000001', '00ff80'],
    ['00000002', '00ff80'],
  ])
})

test('errors of the callback and of the database reach the caller, and the connection stays usable', async (t) => {
  const client = await service.resources.database.pool.connect()
  let calls = 0
  const failing = forEachRow(client, 'select * from generate_series(1, 100000)', () => {
    calls++
    throw new Error('unreadable')
  })
  await t.throwsAsync(failing, { message: 'unreadable' })
  await t.throwsAsync(
    forEachRow(client, 'select 1 / (3 - no) from generate_series(1, 5) as no', () => undefined),
    { message: 'division by zero' },
  )
  t.is(calls, 1)
  t.is((await client.query('select 7 as n')).rows[0].n, 7)
  client.release()
})
