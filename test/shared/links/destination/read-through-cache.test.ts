import { setImmediate } from 'node:timers/promises'
import test from 'ava'
import { type FollowedChanges, readThroughCache } from '../../../../shared/links/destination/read-through-cache.js'
import { waitUntil } from '../../../support/wait-until.js'

/** A cache whose loaded values and clock the test controls. */
function testCache(
  load: (key: string) => { value: string } | null = (key) => ({ value: key }),
  changes?: FollowedChanges<{ value: string }>,
) {
  const batches: string[][] = []
  const clock = { now: 0 }
  const loader = { load, delay: Promise.resolve() }
  const cache = readThroughCache<{ value: string }>(
    async (keys) => {
      batches.push(keys)
      const values = keys.map((key) => [key, loader.load(key)] as const)
      await loader.delay
      return new Map(values.flatMap(([key, value]) => (value ? [[key, value]] : [])))
    },
    { maxEntries: 2000, ttlMs: 1000, ...(changes && { changes }), now: () => clock.now },
  )
  return { cache, batches, clock, loader }
}

const fail = () => {
  throw new Error('database unavailable')
}

test('loads a key once per TTL, and concurrent calls share one query', async (t) => {
  const { cache, batches, clock } = testCache()
  await Promise.all([cache.get('a'), cache.get('a'), cache.get('a')])
  clock.now = 499
  t.deepEqual(cache.get('a'), { value: 'a' })
  t.deepEqual(batches, [['a']])
  clock.now = 1000
  await cache.get('a')
  t.deepEqual(batches, [['a'], ['a']])
})

test('keys requested concurrently share one query of up to 500 keys', async (t) => {
  const { cache, batches } = testCache()
  const keys = Array.from({ length: 501 }, (_, index) => `key-${index}`)
  t.deepEqual(
    await Promise.all(keys.map(async (key) => cache.get(key))),
    keys.map((key) => ({ value: key })),
  )
  t.deepEqual(
    batches.map(({ length }) => length),
    [500, 1],
  )
})

test('while a query runs, further keys wait and share the next one', async (t) => {
  const { cache, batches, loader } = testCache()
  let release = () => undefined as void
  loader.delay = new Promise((resolve) => (release = resolve))
  const found: Promise<unknown>[] = []
  for (const key of ['a', 'b', 'c', 'd']) {
    found.push(Promise.resolve(cache.get(key)))
    await setImmediate()
    await setImmediate()
  }
  t.deepEqual(batches, [['a']])
  release()
  t.deepEqual(
    await Promise.all(found),
    ['a', 'b', 'c', 'd'].map((value) => ({ value })),
  )
  t.deepEqual(batches, [['a'], ['b', 'c', 'd']])
})

test('refreshes frequently used keys in one query before they expire, without waiting', async (t) => {
  const { cache, batches, clock, loader } = testCache()
  await Promise.all(['a', 'b', 'c'].map(async (key) => cache.get(key)))
  loader.load = (key) => ({ value: `new ${key}` })
  clock.now = 501
  for (const key of ['a', 'b', 'a', 'b']) t.deepEqual(cache.get(key), { value: key })
  await waitUntil(() => batches.length >= 2)
  await setImmediate()
  t.deepEqual(batches, [
    ['a', 'b', 'c'],
    ['a', 'b'],
  ])
  clock.now = 1500
  t.deepEqual(cache.get('a'), { value: 'new a' })
  t.true(cache.get('c') instanceof Promise, 'this key was not used recently')
})

test('a value that is read after it expired is loaded once, and not refreshed again', async (t) => {
  const { cache, batches, clock } = testCache()
  await Promise.all([cache.get('a'), cache.get('b')])
  clock.now = 501
  t.deepEqual(cache.get('b'), { value: 'b' })
  clock.now = 1000
  await cache.get('a')
  await waitUntil(() => batches.length === 3)
  t.deepEqual(batches, [['a', 'b'], ['a'], ['b']])
})

test('after a failed refresh, a call after the TTL waits for a new value', async (t) => {
  const { cache, batches, clock, loader } = testCache()
  await cache.get('a')
  loader.load = fail
  clock.now = 600
  t.deepEqual(cache.get('a'), { value: 'a' })
  await waitUntil(() => batches.length >= 2)
  await setImmediate()
  loader.load = () => null
  clock.now = 1601
  t.is(await cache.get('a'), null)
})

test('loads a key again if it was invalidated while loading, because the value may be older than the change', async (t) => {
  for (const invalidate of ['invalidate', 'invalidateAll'] as const) {
    const { cache, batches, loader } = testCache()
    const invalidateLoading = { invalidate: () => cache.invalidate('a'), invalidateAll: () => cache.invalidateAll() }[invalidate]
    let resume = () => {}
    loader.delay = new Promise((resolve) => (resume = resolve))
    const before = cache.get('a')
    while (batches.length === 0) await setImmediate()
    invalidateLoading()
    loader.load = () => ({ value: 'new' })
    resume()
    t.deepEqual(await before, { value: 'a' })
    t.deepEqual(await cache.get('a'), { value: 'new' })
    t.deepEqual(cache.get('a'), { value: 'new' })
    t.is(batches.length, 2)
  }
})

test('a value expires a TTL after its query began, however long the query took', async (t) => {
  const { cache, batches, clock, loader } = testCache()
  let resume = () => {}
  loader.delay = new Promise((resolve) => (resume = resolve))
  const loading = cache.get('a')
  while (batches.length === 0) await setImmediate()
  clock.now = 700
  resume()
  t.deepEqual(await loading, { value: 'a' })
  clock.now = 999
  t.deepEqual(cache.get('a'), { value: 'a' })
  clock.now = 1000
  loader.load = () => ({ value: 'new' })
  t.deepEqual(await cache.get('a'), { value: 'new' })
})

test('a value whose query took longer than the TTL answers all who waited, and is loaded again for the next request only', async (t) => {
  const { cache, batches, clock, loader } = testCache()
  let resume = () => {}
  loader.delay = new Promise((resolve) => (resume = resolve))
  const waiting = Promise.all(['a', 'a'].map(async (key) => cache.get(key)))
  while (batches.length === 0) await setImmediate()
  clock.now = 1500
  resume()
  t.deepEqual(await waiting, [{ value: 'a' }, { value: 'a' }])
  await setImmediate()
  t.deepEqual(batches, [['a']])
  loader.load = () => ({ value: 'new' })
  t.deepEqual(await Promise.all([cache.get('a'), cache.get('a')]), [{ value: 'new' }, { value: 'new' }])
  t.deepEqual(batches, [['a'], ['a']])
  t.deepEqual(cache.get('a'), { value: 'new' })
})

test('caches that a key does not exist', async (t) => {
  const { cache, batches } = testCache(() => null)
  t.is(await cache.get('a'), null)
  t.is(cache.get('a'), null)
  t.is(batches.length, 1)
})

test('loads an invalidated key again', async (t) => {
  const { cache, batches } = testCache()
  await cache.get('a')
  cache.invalidate('a')
  await cache.get('a')
  cache.invalidateAll()
  await cache.get('a')
  t.is(batches.length, 3)
})

test('while loading fails, returns the stale value and tries again after the TTL', async (t) => {
  const { cache, batches, clock, loader } = testCache()
  await cache.get('a')
  loader.load = fail
  clock.now = 5000
  t.deepEqual(await cache.get('a'), { value: 'a' })
  t.deepEqual(await cache.get('a'), { value: 'a' })
  t.is(batches.length, 2)
  cache.invalidateAll()
  t.deepEqual(await cache.get('a'), { value: 'a' })
  await t.throwsAsync(async () => cache.get('b'), { message: 'database unavailable' })
  loader.load = () => null
  clock.now = 6000
  t.is(await cache.get('a'), null)
})

/** Follows the changes of all keys but `unfollowed`. The connection may be lost. */
function followingCache() {
  const connection = { isLost: false, requests: 0 }
  const requestConfirmation = () => {
    connection.requests++
    return !connection.isLost
  }
  return { ...testCache(undefined, { isFollowed: (key) => key !== 'unfollowed', requestConfirmation }), connection }
}

test('a value whose changes are followed is used for another TTL from each confirmation, without being loaded again', async (t) => {
  const { cache, batches, clock, connection } = followingCache()
  await cache.get('a')
  for (const confirmedAt of [400, 1300, 2200]) {
    cache.confirm(confirmedAt)
    clock.now = confirmedAt + 999
    t.deepEqual(cache.get('a'), { value: 'a' })
  }
  t.is(connection.requests, 3)
  t.deepEqual(batches, [['a']])
  clock.now = 3200
  await cache.get('a')
  t.deepEqual(batches, [['a'], ['a']])
})

test('a confirmation that arrives after the TTL makes followed values usable again', async (t) => {
  const { cache, batches, clock } = followingCache()
  await cache.get('a')
  clock.now = 60_000
  cache.confirm(60_000)
  t.deepEqual(cache.get('a'), { value: 'a' })
  t.deepEqual(batches, [['a']])
})

for (const [what, key, change] of [
  ['is not followed', 'unfollowed', () => undefined],
  ['was invalidated', 'a', ({ cache }) => cache.invalidate('a')],
  ['was invalidated with all others', 'a', ({ cache }) => cache.invalidateAll()],
  ['was invalidated with those that match', 'a', ({ cache }) => cache.invalidateAll(({ value }) => value === 'a')],
] as [string, string, (following: ReturnType<typeof followingCache>) => void][])
  test(`a confirmation does not prolong a value that ${what}`, async (t) => {
    const following = followingCache()
    const { cache, batches, clock } = following
    await cache.get(key)
    change(following)
    cache.confirm(1)
    clock.now = 1000
    await cache.get(key)
    t.deepEqual(batches, [[key], [key]])
  })

test('a confirmation does not prolong that a key does not exist, because new links are not announced', async (t) => {
  const { cache, batches, clock, loader } = followingCache()
  loader.load = () => null
  await cache.get('a')
  cache.confirm(1)
  clock.now = 1000
  t.is(await cache.get('a'), null)
  t.deepEqual(batches, [['a'], ['a']])
})

test('invalidating the values that match leaves the others', async (t) => {
  const { cache, batches } = followingCache()
  await Promise.all([cache.get('a'), cache.get('b')])
  cache.invalidateAll(({ value }) => value === 'a')
  t.deepEqual(cache.get('b'), { value: 'b' })
  await cache.get('a')
  t.deepEqual(batches, [['a', 'b'], ['a']])
})

test('while no confirmation can be expected, frequently used values are refreshed before they expire', async (t) => {
  const { cache, batches, clock, connection } = followingCache()
  connection.isLost = true
  await cache.get('a')
  clock.now = 501
  t.deepEqual(cache.get('a'), { value: 'a' })
  await waitUntil(() => batches.length === 2)
  t.deepEqual(batches, [['a'], ['a']])
})

test('a value that outlives a failed load does not outlive the next one by a confirmation', async (t) => {
  const { cache, clock, loader } = followingCache()
  await cache.get('a')
  clock.now = 1000
  loader.load = fail
  t.deepEqual(await cache.get('a'), { value: 'a' })
  cache.invalidateAll()
  t.deepEqual(await cache.get('a'), { value: 'a' })
  loader.load = () => ({ value: 'new' })
  cache.confirm(1500)
  clock.now = 2000
  t.deepEqual(await cache.get('a'), { value: 'new' })
})
