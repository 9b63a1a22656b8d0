import { deepStrictEqual } from 'node:assert/strict'
import test from 'ava'
import fc from 'fast-check'
import { largest, ranked, type Row, together } from '../../../../shared/analytics/postgres/ranking.js'

const someCount = fc.integer({ min: -3, max: 3 })
const someSums = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 30 }), someCount, someCount), { selector: ([value]) => value }).map((rows) => rows.toSorted(([one], [other]) => one - other))
const someRows = fc.uniqueArray(fc.tuple(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(null)), fc.stringMatching(/^t[a-d]$/), someCount, someCount), { selector: ([value, text]) => value ?? text })
const textOf = (value: number) => `v${value % 7}-${value}`
const texts = new Map(Array.from({ length: 40 }, (_, at) => [at + 1, textOf(at + 1)]))

test('the largest groups are those that a plain sum and a plain sort find, also among equal ones', (t) => {
  t.notThrows(() => fc.assert(
    fc.property(someSums, someRows, fc.integer({ min: 1, max: 12 }), fc.boolean(), (packed, rows, most, byFirst) => {
      const plain = new Map<string, number[]>(packed.map(([value, ...counts]) => [textOf(value), counts]))
      for (const [value, text, ...counts] of rows) {
        const name = value === null ? text : textOf(value)
        plain.set(name, counts.map((count, at) => count + (plain.get(name)?.[at] ?? 0)))
      }
      const order = byFirst ? [0, 1] : [1]
      const expected = [...plain].filter(([, counts]) => counts.some((one) => one !== 0)).toSorted(([name, one], [otherName, other]) => {
        for (const at of order) if (one[at] !== other[at]) return (other[at] as number) - (one[at] as number)
        return name < otherName ? -1 : 1
      })

      const sums = { values: Int32Array.from(packed, ([value]) => value), counters: [1, 2].map((at) => Float64Array.from(packed, (row) => row[at] as number)) }
      const groups = together(sums, rows.map(([value, text, ...counts]): Row => [value, value === null ? text : null, ...counts.map(String)]), () => texts)
      const found = ranked(groups, largest(groups, order[0] as number, most), order)
      deepStrictEqual(found.slice(0, most).map((place) => [groups.textAt(place), groups.counters.map((counter) => counter[place])]), expected.slice(0, most))
    }),
    { numRuns: 300 },
  ))
})
