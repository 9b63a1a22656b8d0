import test from 'ava'
import { SumsCache } from '../../../../shared/analytics/postgres/sums-cache.js'

const sumsOf = (count: number) => ({
  values: Int32Array.from({ length: count }, (_, at) => at),
  counters: [new Float64Array(count).fill(1)],
})

/** Requests the keys in order and returns those that were read, because they were not cached. */
async function readKeys(cache: SumsCache, ...keys: string[]): Promise<string[]> {
  const read: string[] = []
  for (const key of keys) {
    await cache.getOrRead(key, async () => {
      read.push(key)
      return sumsOf(key.length)
    })
  }
  return read
}

test('sums are read once per key while they fit', async (t) => {
  const cache = new SumsCache(12)
  t.deepEqual(await readKeys(cache, 'one', 'two', 'one', 'two'), ['one', 'two'])
  t.deepEqual(await cache.getOrRead('one', () => t.fail()), sumsOf(3))
})

test('evicts the least recently used sums first', async (t) => {
  const cache = new SumsCache(12)
  t.deepEqual(await readKeys(cache, 'one', 'two', 'one', 'six', 'one', 'two'), ['one', 'two', 'six', 'two'])
})

test('sums that exceed the size of the cache are returned without being cached', async (t) => {
  const cache = new SumsCache(12)
  t.deepEqual(await readKeys(cache, 'one', 'seventeen', 'seventeen', 'one'), ['one', 'seventeen', 'seventeen', 'one'])
})
