import test from 'ava'
import fc from 'fast-check'
import {
  isKeyShaped,
  isReservedWord,
  isWellKnownFile,
  keyOfPath,
  lookupKeyOf,
  normaliseKey,
  randomKey,
} from '../../../shared/links/keys.js'

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
  test(`"${text}" on a ${domain.shared ? 'shared' : domain.caseSensitive ? 'case-sensitive' : 'custom'} domain is stored as "${stored}"`, (t) => {
    t.is(normaliseKey(text, domain), stored)
    t.is(lookupKeyOf(text, domain), lookup)
  })
}

for (const good of ['_root', 'a', 'a/b', 'a.b-c_d', '/x/', '한글', 'שלום', 'हिन्दी', '👩‍🚀', 'x.phps', 'php']) {
  test(`"${good}" may be a key`, (t) => t.true(isKeyShaped(good)))
}
for (const bad of [
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
  test(`${JSON.stringify(bad)} may not be a key`, (t) => t.false(isKeyShaped(bad)))
}

for (const [path, key] of [
  ['/', '_root'],
  ['', '_root'],
  ['/spring', 'spring'],
  ['/a/b/', 'a/b'],
  ['/%ED%95%9C%EA%B8%80', '한글'],
  ['/100%', '100%'],
  ['/%E0%A4%A', '%E0%A4%A'],
  ['/a%00b', 'a%00b'],
] as const) {
  test(`the path "${path}" asks for the key "${key}"`, (t) => t.is(keyOfPath(path), key))
}

test('files that browsers ask for are kept on every domain', (t) => {
  t.true(isWellKnownFile('Robots.txt'))
  t.false(isWellKnownFile('robots'))
})

test("the service's own words are kept on its domains, with all that lies below them", (t) => {
  t.true(isReservedWord('api'))
  t.true(isReservedWord('Links'))
  t.true(isReservedWord('links/mine'))
  t.false(isReservedWord('mylinks'))
  t.false(isReservedWord('promo'))
  t.true(isReservedWord('promo', ['promo']))
})

test('a random key has the length that was asked for, below its prefix', (t) => {
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

test('normalising twice changes nothing more, and the stored key is found by what its creator typed', (t) => {
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

test('every key that passes the shape is plain ASCII when stored, and a valid path of a URL that leads back to it', (t) => {
  fc.assert(
    fc.property(anyText.filter(isKeyShaped), anyDomain, (text, domain) => {
      const stored = normaliseKey(text, domain)
      t.regex(stored, /^[\x21-\x7e]*$/)
      const { pathname } = new URL(`https://d.example/${stored === '_root' ? '' : stored}`)
      t.is(lookupKeyOf(keyOfPath(pathname), domain), lookupKeyOf(text, domain))
    }),
    { numRuns: 3000 },
  )
})

test('on a domain that folds case, writing a key in capitals finds the same link', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'abcdefxyz019-_/.'), minLength: 1, maxLength: 30 }), (text) => {
      t.is(lookupKeyOf(text.toUpperCase(), custom), lookupKeyOf(text, custom))
    }),
  )
})
