import test from 'ava'
import { eachRow } from '../../../shared/kernel/binary-rows.js'
import { testService, type TestService } from '../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

test('bytes arrive as they are, row by row', async (t) => {
  const client = await service.resources.database.pool.connect()
  const rows: string[][] = []
  await eachRow(client, `select int4send(no), decode('00ff80', 'hex') from generate_series(1, 2) as no`, (fields) =>
    rows.push(fields.map((one) => one.toString('hex'))),
  )
  client.release()
  t.deepEqual(rows, [
    ['00000001', '00ff80'],
    ['00000002', '00ff80'],
  ])
})

test('what is thrown over a row, or by the database, is what the caller gets, and the connection is good for more', async (t) => {
  const client = await service.resources.database.pool.connect()
  let taken = 0
  const failing = eachRow(client, 'select * from generate_series(1, 100000)', () => {
    taken++
    throw new Error('unreadable')
  })
  await t.throwsAsync(failing, { message: 'unreadable' })
  await t.throwsAsync(
    eachRow(client, 'select 1 / (3 - no) from generate_series(1, 5) as no', () => undefined),
    { message: 'division by zero' },
  )
  t.is(taken, 1)
  t.is((await client.query('select 7 as n')).rows[0].n, 7)
  client.release()
})
