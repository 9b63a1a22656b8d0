import test from 'ava'
import fc from 'fast-check'
import { clickIdTime, derivedId, idPrefixes, isClickId, newClickId, newId, randomText } from '../../../shared/kernel/ids.js'

/** The range of 48 bits: from 1970 to the year 10889. */
const instant = fc.integer({ min: 0, max: 2 ** 48 - 1 })
/** The range of seven base-62 digits: up to the year 2081. */
const clickInstant = fc.integer({ min: 0, max: 62 ** 7 - 1 })
const check = <Values extends [unknown, ...unknown[]]>(property: fc.IPropertyWithHooks<Values>) => fc.assert(property, { numRuns: 2000 })

test('an id is a prefix and 26 characters without I, L, O and U', (t) => {
  for (const prefix of idPrefixes) t.regex(newId(prefix), new RegExp(`^${prefix}[0-9A-HJKMNP-TV-Z]{26}$`))
})

test('ids sort bytewise by creation time', (t) => {
  check(fc.property(instant, instant, (one, other) => one === other || newId('link_', one) < newId('link_', other) === one < other))
  t.pass()
})

test('a derived id is the same for the same cause, and sorts like ids of its time', (t) => {
  t.is(derivedId('evt_', 1_700_000_000_000, 'a'), derivedId('evt_', 1_700_000_000_000, 'a'))
  t.not(derivedId('evt_', 1_700_000_000_000, 'a'), derivedId('evt_', 1_700_000_000_000, 'b'))
  t.regex(derivedId('evt_', 1_700_000_000_000, 'a'), /^evt_[0-9A-HJKMNP-TV-Z]{26}$/)
  check(fc.property(instant, instant, (one, other) => one === other || derivedId('evt_', one, 'a') < newId('evt_', other) === one < other))
})

test('ids created in the same millisecond differ', (t) => {
  const ids = Array.from({ length: 20_000 }, () => newId('link_', 1_700_000_000_000))
  t.is(new Set(ids).size, ids.length)
})

test('a click id is 16 characters of 0-9, A-Z and a-z', (t) => {
  check(fc.property(clickInstant, (now) => /^[0-9A-Za-z]{16}$/.test(newClickId(now))))
  t.true(isClickId(newClickId()))
})

test('a click id encodes its millisecond', (t) => {
  check(fc.property(clickInstant, (now) => clickIdTime(newClickId(now)) === now))
  t.pass()
})

test('click ids sort bytewise by creation time', (t) => {
  check(fc.property(clickInstant, clickInstant, (one, other) => one === other || newClickId(one) < newClickId(other) === one < other))
  t.pass()
})

test('other texts have no time', (t) => {
  for (const text of ['', 'short', `${newClickId()}x`, 'abcdefghijklmn-p', 'abcdefghijklmno\n', 'ábcdefghijklmnop']) {
    t.false(isClickId(text), JSON.stringify(text))
    t.is(clickIdTime(text), Number.NaN)
  }
})

test('click ids created in the same millisecond differ', (t) => {
  const ids = Array.from({ length: 50_000 }, () => newClickId(1_700_000_000_000))
  t.is(new Set(ids).size, ids.length)
})

test('random text has the requested length', (t) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5000 }), (length) => new RegExp(`^[0-9A-Za-z]{${length}}$`).test(randomText(length))),
    { numRuns: 200 },
  )
  t.pass()
})

test('every character of random text is equally likely', (t) => {
  // Chi-squared with 61 degrees of freedom: exceeds 130 in less than one of a million runs.
  t.true(chiSquared(randomText(620_000), 62) < 130)
})

test('every character of the random part of an id is equally likely', (t) => {
  const text = Array.from({ length: 20_000 }, () => newId('link_', 0).slice(-16)).join('')
  // 31 degrees of freedom.
  t.true(chiSquared(text, 32) < 90)
})

function chiSquared(text: string, alphabet: number): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  const expected = text.length / alphabet
  const missing = (alphabet - counts.size) * expected
  return missing + [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}
