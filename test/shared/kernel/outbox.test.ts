/** Rows leave the outbox once they were passed on, and only then. */
import { randomBytes } from 'node:crypto'
import test from 'ava'
import { z } from 'zod'
import { contract, event } from '../../../shared/kernel/contract.js'
import { passOn, type OutboxRow } from '../../../shared/kernel/outbox.js'
import { inTransaction, openScope } from '../../../shared/kernel/scope.js'
import { silent, testService } from '../../support/service.js'
import { until } from '../../support/until.js'

const service = await testService()
test.after.always(() => service.close())
test.beforeEach(() => pool.query('delete from outbox'))
const { pool } = service.resources.database

const known = contract({ name: 'tests.known', queue: 'bulk', payload: z.string() })
const unknown = contract({ name: 'tests.unknown', queue: 'bulk', payload: z.string() })
const happened = event({ name: 'tests.happened', payload: z.string() })

const write = (...rows: [typeof known | typeof happened, string][]) => {
  const scope = openScope({ resources: service.resources, log: silent, requestId: randomBytes(4).toString('hex') })
  return inTransaction(scope, async () => {
    for (const [one, payload] of rows) {
      if (one.kind === 'job') scope.enqueue(one, payload)
      else scope.announce(one, payload)
    }
  })
}
const collect = (into: unknown[]) => async (rows: OutboxRow[]) => void into.push(...rows.map(({ payload }) => payload))
const left = async () => (await pool.query('select payload from outbox order by id')).rows.map(({ payload }) => payload)

test.serial('the oldest rows are passed on first, at most as many as asked', async (t) => {
  await write([known, 'a'], [happened, 'b'])
  // Ids of one millisecond have no order.
  const written = Date.now()
  await until(() => Date.now() > written)
  await write([known, 'c'])
  const passed: unknown[] = []
  t.is(await passOn(pool, ['tests.known'], 2, collect(passed)), 2)
  t.deepEqual(passed.map(String).toSorted(), ['a', 'b'])
  t.is(await passOn(pool, ['tests.known'], 2, collect(passed)), 1)
  t.is(await passOn(pool, ['tests.known'], 2, collect(passed)), 0)
  t.deepEqual(passed.at(-1), 'c')
  t.deepEqual(await left(), [])
})

test.serial('a job without a row in this process waits for a process that has one', async (t) => {
  await write([unknown, 'later'], [known, 'now'])
  const passed: unknown[] = []
  await passOn(pool, ['tests.known'], 10, collect(passed))
  t.deepEqual(passed, ['now'])
  t.deepEqual(await left(), ['later'])
})

test.serial('rows stay when passing them on fails', async (t) => {
  await write([known, 'kept'])
  await t.throwsAsync(
    passOn(pool, ['tests.known'], 10, () => Promise.reject(new Error('queue away'))),
    { message: 'queue away' },
  )
  t.deepEqual(await left(), ['kept'])
})

test.serial('two relays never pass on the same row at the same time', async (t) => {
  await write(...Array.from({ length: 40 }, (_, at): [typeof known, string] => [known, `row ${at}`]))
  const [one, other]: [unknown[], unknown[]] = [[], []]
  let go = () => {}
  const gate = new Promise<void>((resolve) => (go = resolve))
  const holding = passOn(pool, ['tests.known'], 25, async (rows) => {
    await collect(one)(rows)
    await gate
  })
  await until(() => one.length > 0)
  await passOn(pool, ['tests.known'], 25, collect(other))
  go()
  await holding
  t.deepEqual([one.length, other.length], [25, 15])
  t.is(new Set([...one, ...other]).size, 40)
})

test.serial('a transaction that is not committed yet is not passed on', async (t) => {
  const scope = openScope({ resources: service.resources, log: silent, requestId: 'req' })
  await inTransaction(scope, async () => {
    await scope.em.execute(`insert into outbox (id, kind, name, payload) values ('evt_open', 'event', 'tests.happened', '"open"')`)
    t.is(await passOn(pool, [], 10, async () => undefined), 0)
  })
  t.is(await passOn(pool, [], 10, async () => undefined), 1)
})
