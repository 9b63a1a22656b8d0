import { deepStrictEqual } from 'node:assert/strict'
import test from 'ava'
import fc from 'fast-check'
import { type Fresh, largest, ranked, withFresh } from '../../../../shared/analytics/postgres/ranking.js'

const someCount = fc.integer({ min: -3, max: 3 })
const someSums = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 30 }), someCount, someCount), { selector: ([value]) => value })
const someFresh = fc.uniqueArray(fc.tuple(fc.stringMatching(/^t[a-d]$/), someCount, someCount), { selector: ([text]) => text })
const textOf = (value: number) => `v${value % 7}-${value}`

test('the largest groups are those that a plain sort finds, also among equal ones', (t) => {
  t.notThrows(() =>
    fc.assert(
      fc.property(someSums, someFresh, fc.integer({ min: 1, max: 12 }), fc.boolean(), (packed, fresh, most, byFirst) => {
        const order = byFirst ? [0, 1] : [1]
        const all = [...packed.map(([value, ...counts]): Fresh => [textOf(value), ...counts]), ...fresh]
        const expected = all
          .filter(([, ...counts]) => counts.some((one) => one !== 0))
          .toSorted((one, other) => {
            for (const at of order) if (one[at + 1] !== other[at + 1]) return (other[at + 1] as number) - (one[at + 1] as number)
            return one[0] < other[0] ? -1 : 1
          })

        const counters = withFresh(
          [1, 2].map((at) => Float64Array.from(packed, (row) => row[at] as number)),
          fresh,
        )
        const textAt = (place: number) => (all[place] as Fresh)[0]
        const found = ranked(largest(counters, order[0] as number, most), counters, order, textAt)
        deepStrictEqual(
          found.slice(0, most).map((place) => [textAt(place), ...counters.map((counter) => counter[place])]),
          expected.slice(0, most),
        )
      }),
      { numRuns: 300 },
    ),
  )
})
