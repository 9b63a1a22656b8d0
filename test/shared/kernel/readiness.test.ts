import test from 'ava'
import { readiness } from '../../../shared/kernel/readiness.js'
import type { Resources } from '../../../shared/kernel/resources.js'
import { minutes } from '../../../shared/kernel/time.js'
import { testService } from '../../support/service.js'

const service = await testService()
test.after.always(() => service.close())
const { database, queues } = service.resources

// However slow the machine is, a part that answers has answered.
const asking = (parts: { query?: () => Promise<unknown>; ping?: () => Promise<void> }, within: number | undefined = minutes(1)) =>
  readiness(
    {
      database: parts.query ? { ...database, pool: { query: parts.query } } : database,
      queues: parts.ping ? { ...queues, ping: parts.ping } : queues,
    } as unknown as Resources,
    within,
  )

test('who reaches database and queue is ready', async (t) => {
  t.deepEqual(await asking({}), { ready: true, parts: { database: 'ok', queue: 'ok' } })
})

test('a part that refuses is named, without its reason', async (t) => {
  t.deepEqual(await asking({ ping: () => Promise.reject(new Error('password of queue')) }), {
    ready: false,
    parts: { database: 'ok', queue: 'unreachable' },
  })
  t.deepEqual(await asking({ query: () => Promise.reject(new Error('no')) }), {
    ready: false,
    parts: { database: 'unreachable', queue: 'ok' },
  })
})

test('a part that stays silent counts as away after two seconds', async (t) => {
  t.deepEqual(await asking({ query: () => new Promise(() => {}) }), { ready: false, parts: { database: 'unreachable', queue: 'ok' } })
})
