/** Rows are deleted from the outbox when they have been relayed, and only then. */
import { randomBytes } from 'node:crypto'
import test from 'ava'
import { z } from 'zod'
import { contract, event } from '../../../../shared/kernel/queue/contract.js'
import { relayRows, type OutboxRow } from '../../../../shared/kernel/queue/outbox.js'
import { inTransaction, openScope } from '../../../../shared/kernel/scope.js'
import { silentLog, testService } from '../../../support/service.js'
import { waitUntil } from '../../../support/wait-until.js'

const service = await testService()
test.after.always(() => service.close())
test.beforeEach(() => pool.query('delete from outbox'))
const { pool } = service.resources.database

const known = contract({ name: 'tests.known', queue: 'bulk', payload: z.string() })
const unknown = contract({ name: 'tests.unknown', queue: 'bulk', payload: z.string() })
const happened = event({ name: 'tests.happened', payload: z.string() })

const write = (...rows: [typeof known | typeof happened, string][]) => {
  const scope = openScope({ resources: service.resources, log: silentLog, requestId: randomBytes(4).toString('hex') })
  return inTransaction(scope, async () => {
    for (const [one, payload] of rows) {
      if (one.kind === 'job') scope.enqueue(one, payload)
      else scope.announce(one, payload)
    }
  })
}
const collect = (into: unknown[]) => async (rows: OutboxRow[]) => void into.push(...rows.map(({ payload }) => payload))
const remaining = async () => (await pool.query('select payload from outbox order by id')).rows.map(({ payload }) => payload)

test.serial('the oldest rows are relayed first, up to the limit', async (t) => {
  await write([known, 'a'], [happened, 'b'])
  // Ids of the same millisecond are not ordered.
  const written = Date.now()
  await waitUntil(() => Date.now() > written)
  await write([known, 'c'])
  const relayed: unknown[] = []
  t.is(await relayRows(pool, ['tests.known'], 2, collect(relayed)), 2)
  t.deepEqual(relayed.map(String).toSorted(), ['a', 'b'])
  t.is(await relayRows(pool, ['tests.known'], 2, collect(relayed)), 1)
  t.is(await relayRows(pool, ['tests.known'], 2, collect(relayed)), 0)
  t.deepEqual(relayed.at(-1), 'c')
  t.deepEqual(await remaining(), [])
})

test.serial('a job that this process does not know is left to one that does', async (t) => {
  await write([unknown, 'later'], [known, 'now'])
  const relayed: unknown[] = []
  await relayRows(pool, ['tests.known'], 10, collect(relayed))
  t.deepEqual(relayed, ['now'])
  t.deepEqual(await remaining(), ['later'])
})

test.serial('an event that only a newer version declares is left to its processes', async (t) => {
  await pool.query(`insert into outbox (id, kind, name, payload) values ('evt_newer', 'event', 'tests.newer', '"later"')`)
  await write([happened, 'now'])
  const relayed: unknown[] = []
  await relayRows(pool, ['tests.known'], 10, collect(relayed))
  t.deepEqual(relayed, ['now'])
  t.deepEqual(await remaining(), ['later'])
})

test.serial('rows stay in the outbox when relaying fails', async (t) => {
  await write([known, 'kept'])
  await t.throwsAsync(
    relayRows(pool, ['tests.known'], 10, () => Promise.reject(new Error('queue unavailable'))),
    { message: 'queue unavailable' },
  )
  t.deepEqual(await remaining(), ['kept'])
})

test.serial('two concurrent relays never relay the same row', async (t) => {
  await write(...Array.from({ length: 40 }, (_, at): [typeof known, string] => [known, `row ${at}`]))
  const [one, other]: [unknown[], unknown[]] = [[], []]
  let go = () => {}
  const gate = new Promise<void>((resolve) => (go = resolve))
  const firstRelay = relayRows(pool, ['tests.known'], 25, async (rows) => {
    await collect(one)(rows)
    await gate
  })
  await waitUntil(() => one.length > 0)
  await relayRows(pool, ['tests.known'], 25, collect(other))
  go()
  await firstRelay
  t.deepEqual([one.length, other.length], [25, 15])
  t.is(new Set([...one, ...other]).size, 40)
})

test.serial('uncommitted rows are not relayed', async (t) => {
  const scope = openScope({ resources: service.resources, log: silentLog, requestId: 'req' })
  await inTransaction(scope, async () => {
    await scope.em.execute(`insert into outbox (id, kind, name, payload) values ('evt_open', 'event', 'tests.happened', '"open"')`)
    t.is(await relayRows(pool, [], 10, async () => undefined), 0)
  })
  t.is(await relayRows(pool, [], 10, async () => undefined), 1)
})
