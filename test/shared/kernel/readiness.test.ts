import test from 'ava'
import { readiness } from '../../../shared/kernel/readiness.js'
import type { Resources } from '../../../shared/kernel/resources.js'
import { minutes } from '../../../shared/kernel/time.js'
import { testService } from '../../support/service.js'

const service = await testService()
test.after.always(() => service.close())
const { database, queues } = service.resources

interface Parts {
  query?: () => Promise<unknown>
  ping?: () => Promise<void>
}

const withParts = ({ query, ping }: Parts) =>
  ({
    database: query ? { ...database, pool: { query } } : database,
    queues: ping ? { ...queues, ping } : queues,
  }) as unknown as Resources

// The timeout is long enough for a slow machine.
const probe = (parts: Parts) => readiness(withParts(parts), minutes(1))

test('a process that reaches database and queue is ready', async (t) => {
  t.deepEqual(await probe({}), { ready: true, parts: { database: 'ok', queue: 'ok' } })
})

test('a failing part is named, without the error', async (t) => {
  t.deepEqual(await probe({ ping: () => Promise.reject(new Error('password of queue')) }), {
    ready: false,
    parts: { database: 'ok', queue: 'unreachable' },
  })
  t.deepEqual(await probe({ query: () => Promise.reject(new Error('no')) }), {
    ready: false,
    parts: { database: 'unreachable', queue: 'ok' },
  })
})

test('a part that does not answer counts as unreachable after two seconds', async (t) => {
  t.deepEqual(await readiness(withParts({ query: () => new Promise(() => {}) })), {
    ready: false,
    parts: { database: 'unreachable', queue: 'ok' },
  })
})
