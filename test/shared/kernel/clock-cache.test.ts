import test from 'ava'
import fc from 'fast-check'
import { ClockCache } from '../../../shared/kernel/clock-cache.js'

const value = (text: string) => ({ text, isUsed: false })
const textsOf = (cache: ClockCache<ReturnType<typeof value>>) => [...cache.values()].map(({ text }) => text)

function cacheOf(maxEntries: number, keys: readonly string[]) {
  const cache = new ClockCache<ReturnType<typeof value>>(maxEntries)
  for (const key of keys) cache.set(key, value(key))
  return cache
}

test('a full cache evicts the oldest value that was not used', (t) => {
  const cache = cacheOf(3, ['a', 'b', 'c'])
  cache.get('a')
  cache.set('d', value('d'))
  t.deepEqual(textsOf(cache), ['a', 'c', 'd'])
})

test('a value that is not used again is evicted when the hand returns', (t) => {
  const cache = cacheOf(2, ['a', 'b'])
  cache.get('a')
  cache.set('c', value('c')) // evicts b
  cache.set('d', value('d')) // evicts a: c is behind the hand
  t.is(cache.get('a'), undefined)
})

test('a full cache in which every value was used evicts the oldest', (t) => {
  const cache = cacheOf(3, ['a', 'b', 'c'])
  for (const key of ['a', 'b', 'c']) cache.get(key)
  cache.set('d', value('d'))
  t.deepEqual(textsOf(cache), ['b', 'c', 'd'])
})

test('evicting from a cache in which all of many values are used passes only some of them', (t) => {
  const keys = Array.from({ length: 5000 }, (_, at) => String(at))
  const cache = cacheOf(keys.length, keys)
  for (const key of keys) cache.get(key)
  cache.set('new', value('new'))
  t.is([...cache.values()].filter(({ isUsed }) => isUsed).length, 3999)
})

test('replacing and deleting values of a full cache evicts none', (t) => {
  const cache = cacheOf(2, ['a', 'b'])
  cache.set('b', value('other'))
  t.deepEqual(textsOf(cache), ['a', 'other'])
  cache.delete('a')
  cache.set('c', value('c'))
  t.deepEqual(textsOf(cache), ['other', 'c'])
})

test('keeps values that are used between evictions while thousands that are read once pass', (t) => {
  const cache = cacheOf(100, [])
  const frequent = Array.from({ length: 20 }, (_, at) => `frequent-${at}`)
  for (const key of frequent) cache.set(key, value(key))
  for (let at = 0; at < 10_000; at++) {
    cache.set(`once-${at}`, value(''))
    if (at % 20 === 0) for (const key of frequent) cache.get(key)
  }
  t.deepEqual(
    frequent.filter((key) => cache.get(key)?.text === key),
    frequent,
  )
})

test('whatever is done with it, a cache is never larger than its limit and returns the latest value of a key', (t) => {
  const key = fc.constantFrom(...'abcdefgh')
  const step = fc.record({ operation: fc.constantFrom('get', 'set', 'delete'), key })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.array(step, { maxLength: 200 }), (maxEntries, steps) => {
      const cache = cacheOf(maxEntries, [])
      const latest = new Map<string, string>()
      steps.forEach(({ operation, key: name }, at) => {
        if (operation === 'set') {
          cache.set(name, value(String(at)))
          latest.set(name, String(at))
          if (cache.get(name)?.text !== String(at)) throw new Error('the new value is missing')
        } else if (operation === 'delete') {
          cache.delete(name)
          latest.delete(name)
        } else if ((cache.get(name)?.text ?? latest.get(name)) !== latest.get(name)) throw new Error('an old value')
        if (textsOf(cache).length > maxEntries) throw new Error('too large')
      })
    }),
  )
  t.pass()
})
