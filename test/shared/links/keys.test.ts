import test from 'ava'
import fc from 'fast-check'
import { isValidKey, isReservedWord, isWellKnownFile, keyOfPath, lookupKeyOf, normaliseKey, randomKey } from '../../../shared/links/keys.js'

const shared = { shared: true, caseSensitive: false }
const custom = { shared: false, caseSensitive: false }
const sensitive = { shared: false, caseSensitive: true }

for (const [text, domain, stored, lookup] of [
  ['Spring-Sale', custom, 'Spring-Sale', 'spring-sale'],
  ['Spring-Sale', sensitive, 'Spring-Sale', 'Spring-Sale'],
  ['/blog/Post/', custom, 'blog/Post', 'blog/post'],
  ['_root', shared, '_root', '_root'],
  ['café', shared, 'cafe', 'cafe'],
  ['café', custom, 'xn--caf-dma', 'xn--caf-dma'],
  ['cafe\u0301', custom, 'xn--caf-dma', 'xn--caf-dma'],
  ['xn--caf-dma', custom, 'xn--caf-dma', 'xn--caf-dma'],
  ['XN--CAF-DMA', custom, 'XN--CAF-DMA', 'xn--caf-dma'],
  ['É', custom, 'xn--dca', 'xn--9ca'],
  ['한글', shared, 'xn--bj0bj06e', 'xn--bj0bj06e'],
  ['שלום', shared, 'xn--9dbne9b', 'xn--9dbne9b'],
  ['shop/한글.x', custom, 'shop/xn--bj0bj06e.x', 'shop/xn--bj0bj06e.x'],
  ['xn--no punycode', custom, 'xn--no punycode', 'xn--no punycode'],
  ['🚀', shared, 'xn--158h', 'xn--158h'],
] as const) {
  test(`stores "${text}" on a ${domain.shared ? 'shared' : domain.caseSensitive ? 'case-sensitive' : 'custom'} domain as "${stored}"`, (t) => {
    t.is(normaliseKey(text, domain), stored)
    t.is(lookupKeyOf(text, domain), lookup)
  })
}

for (const valid of ['_root', 'a', 'a/b', 'a.b-c_d', '/x/', '한글', 'שלום', 'हिन्दी', '👩‍🚀', 'x.phps', 'php']) {
  test(`"${valid}" is a valid key`, (t) => t.true(isValidKey(valid)))
}
for (const invalid of [
  '',
  '/',
  'a b',
  'a?b',
  'a#b',
  'a%20b',
  '_x',
  '_rooted',
  '.well-known',
  '.well-known/x',
  'index.php',
  'index.PHP7',
  '..',
  'a/../b',
  './a',
  'a\\b',
  '\ud800',
  '<x>',
  'a\0b',
  'a:b',
]) {
  test(`${JSON.stringify(invalid)} is not a valid key`, (t) => t.false(isValidKey(invalid)))
}

for (const [path, key] of [
  ['/', '_root'],
  ['', '_root'],
  ['/spring', 'spring'],
  ['spring', 'spring'],
  ['//spring', 'spring'],
  ['/a/b/', 'a/b'],
  ['/%ED%95%9C%EA%B8%80', '한글'],
  ['/100%', '100%'],
  ['/%E0%A4%A', '%E0%A4%A'],
  ['/a%00b', 'a%00b'],
] as const) {
  test(`the path "${path}" has the key "${key}"`, (t) => t.is(keyOfPath(path), key))
}

test('keys that are longer than any link can have cost no time', (t) => {
  const characters = String.fromCodePoint(...Array.from({ length: 3000 }, (_, index) => 0x4e00 + index))
  const [punycode, start] = [normaliseKey(characters, custom), performance.now()]
  for (let run = 0; run < 200; run++) for (const text of [characters, punycode]) lookupKeyOf(text, custom)
  t.true(performance.now() - start < 1000)
})

test('thousands of slashes within a path cost no time', (t) => {
  const start = performance.now()
  for (let run = 0; run < 20; run++) keyOfPath(`/a${'/'.repeat(30_000)}b`)
  t.true(performance.now() - start < 1000)
})

test('recognises well-known files', (t) => {
  t.true(isWellKnownFile('Robots.txt'))
  t.false(isWellKnownFile('robots'))
})

test('reserves words of the service and every key below them', (t) => {
  t.true(isReservedWord('api'))
  t.true(isReservedWord('Links'))
  t.true(isReservedWord('links/mine'))
  t.false(isReservedWord('mylinks'))
  t.false(isReservedWord('promo'))
  t.true(isReservedWord('promo', ['promo']))
})

test('a random key has the given length after its prefix', (t) => {
  t.regex(randomKey(7), /^[0-9A-Za-z]{7}$/)
  t.regex(randomKey(3, '/go/'), /^go\/[0-9A-Za-z]{3}$/)
  t.regex(randomKey(12, 'a/b'), /^a\/b\/[0-9A-Za-z]{12}$/)
})

const anyDomain = fc.constantFrom(shared, custom, sensitive)
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom('x', 'n', '-', '.', '/', 'A', 'é', 'İ', 'ß', '한'), maxLength: 20 }),
)

test('normalisation is idempotent, and the stored key has the same lookup key as the input', (t) => {
  fc.assert(
    fc.property(anyText, anyDomain, (text, domain) => {
      const stored = normaliseKey(text, domain)
      t.is(normaliseKey(stored, domain), stored)
      t.is(lookupKeyOf(stored, domain), lookupKeyOf(text, domain))
      t.is(lookupKeyOf(lookupKeyOf(text, domain), domain), lookupKeyOf(text, domain))
    }),
    { numRuns: 3000 },
  )
})

test('every valid key is stored as ASCII, and its URL path has the same lookup key', (t) => {
  fc.assert(
    fc.property(anyText.filter(isValidKey), anyDomain, (text, domain) => {
      const stored = normaliseKey(text, domain)
      t.regex(stored, /^[\x21-\x7e]*$/)
      const { pathname } = new URL(`https://d.example/${stored === '_root' ? '' : stored}`)
      t.is(lookupKeyOf(keyOfPath(pathname), domain), lookupKeyOf(text, domain))
    }),
    { numRuns: 3000 },
  )
})

test('upper case does not change the lookup key on a case-insensitive domain', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'abcdefxyz019-_/.'), minLength: 1, maxLength: 30 }), (text) => {
      t.is(lookupKeyOf(text.toUpperCase(), custom), lookupKeyOf(text, custom))
    }),
  )
})
