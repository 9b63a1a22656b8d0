import test from 'ava'
import type { Selection } from '../../../shared/analytics/event-store.js'
import { fairScheduler } from '../../../shared/analytics/fair-scheduler.js'
import { withAdmission } from '../../../shared/analytics/postgres/admission.js'
import { openPool } from '../../../shared/kernel/db/pool.js'
import { minutes } from '../../../shared/kernel/time.js'

/**
 * A scheduler whose tasks run until `end` is called, and the order in which they started. The key of a task is the first letter of its
 * name.
 */
function setUp(options: Partial<Parameters<typeof fairScheduler>[0]> = {}) {
  const schedule = fairScheduler({ maxConcurrent: 3, maxPerKey: 2, timeoutMs: minutes(1), ...options })
  const started: string[] = []
  const ends: Record<string, () => void> = {}
  const run = (name: string) =>
    schedule(name.charAt(0), () => {
      started.push(name)
      return new Promise<string>((resolve) => (ends[name] = () => resolve(name)))
    })
  return { run, started, end: (name: string) => ends[name]?.(), schedule }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('limits tasks in total and per key, and starts the key with the fewest running tasks next', async (t) => {
  const { run, started, end } = setUp()
  const tasks = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map(run)
  await settle()
  t.deepEqual(started, ['a1', 'a2', 'b1'], 'a third task of a key waits, although a slot is free')
  const order = ['a1', 'b1', 'c1', 'a2', 'a3', 'a4', 'b2']
  for (const name of order) {
    end(name)
    await settle()
  }
  t.deepEqual(started, ['a1', 'a2', 'b1', 'c1', 'b2', 'a3', 'a4'])
  t.deepEqual((await Promise.all(tasks)).length, 7)
})

test('tasks of a key start in the order in which they were scheduled, also after one that failed', async (t) => {
  const schedule = fairScheduler({ maxConcurrent: 2, maxPerKey: 2, timeoutMs: minutes(1) })
  const started: number[] = []
  const ends: (() => void)[] = []
  const run = (name: number) =>
    schedule('a', async () => {
      started.push(name)
      await new Promise<void>((resolve) => (ends[name] = resolve))
      if (name === 0) throw new Error('failed')
    })
  const all = [0, 1, 2, 3].map((name) => run(name).catch(() => undefined))
  t.deepEqual(started, [0, 1])
  ends[0]?.()
  await all[0]
  t.deepEqual(started, [0, 1, 2])
  ends[2]?.()
  await all[2]
  t.deepEqual(started, [0, 1, 2, 3])
  for (const end of ends) end?.()
  await Promise.all(all)
})

test('a failed task frees its slot', async (t) => {
  const { schedule } = setUp({ maxConcurrent: 1, maxPerKey: 1 })
  await t.throwsAsync(
    schedule('a', () => Promise.reject(new Error('no'))),
    { message: 'no' },
  )
  t.is(await schedule('a', async () => 'yes'), 'yes')
})

test('a task that waits too long is refused and never starts', async (t) => {
  const { run, started, end } = setUp({ maxConcurrent: 1, maxPerKey: 1, timeoutMs: 20 })
  const first = run('a1')
  await t.throwsAsync(run('b1'), { code: 'rate_limit_exceeded' })
  end('a1')
  await first
  t.deepEqual(started, ['a1'])
  const next = run('c1')
  await settle()
  end('c1')
  t.is(await next, 'c1')
})

test('heavy queries get four of ten connections, queries that rollups answer run at once', async (t) => {
  const pool = openPool({ max: 10 }, () => undefined)
  const selection = (overrides: Partial<Selection>): Selection => ({
    workspaceIds: ['ws_1'],
    from: 0,
    to: minutes(1000),
    links: [],
    attributes: [],
    ...overrides,
  })
  const filter = (attribute: 'country' | 'referer') => ({ attribute, values: ['any'], negated: false })
  const [started, ends]: [string[], (() => void)[]] = [[], []]
  const run = (query: Selection) =>
    withAdmission(pool, query, { by: 'nothing' }, () => {
      started.push(query.workspaceIds[0] as string)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const heavy = [{ attributes: [filter('country'), filter('referer')] }, { unique: true }]
  const running = Array.from({ length: 10 }, (_, at) => run(selection({ ...heavy[at % 2], workspaceIds: [at < 6 ? 'ws_1' : 'ws_2'] })))
  await settle()
  t.deepEqual(started, ['ws_1', 'ws_1', 'ws_1', 'ws_2'])
  const light = [selection({}), selection({ attributes: [filter('country')] })].map(run)
  t.is(started.length, 6)
  for (; ends.length > 0; await settle()) ends.shift()?.()
  t.is((await Promise.all([...running, ...light])).length, 12)
})
