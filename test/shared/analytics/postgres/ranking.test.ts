import { deepStrictEqual } from 'node:assert/strict'
import test from 'ava'
import fc from 'fast-check'
import { type NewValue, topK, rank, withNewValues } from '../../../../shared/analytics/postgres/ranking.js'

const countArbitrary = fc.integer({ min: -3, max: 3 })
const sumsArbitrary = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 30 }), countArbitrary, countArbitrary), {
  selector: ([value]) => value,
})
const newValuesArbitrary = fc.uniqueArray(fc.tuple(fc.stringMatching(/^t[a-d]$/), countArbitrary, countArbitrary), {
  selector: ([text]) => text,
})
const textOf = (value: number) => `v${value % 7}-${value}`

test('finds the same top groups as a plain sort, including ties', (t) => {
  t.notThrows(() =>
    fc.assert(
      fc.property(sumsArbitrary, newValuesArbitrary, fc.integer({ min: 1, max: 12 }), fc.boolean(), (packed, newValues, limit, byFirst) => {
        const order = byFirst ? [0, 1] : [1]
        const all = [...packed.map(([value, ...counts]): NewValue => [textOf(value), ...counts]), ...newValues]
        const expected = all
          .filter(([, ...counts]) => counts.some((count) => count !== 0))
          .toSorted((a, b) => {
            for (const at of order) if (a[at + 1] !== b[at + 1]) return (b[at + 1] as number) - (a[at + 1] as number)
            return a[0] < b[0] ? -1 : 1
          })

        const counters = withNewValues(
          [1, 2].map((at) => Float64Array.from(packed, (row) => row[at] as number)),
          newValues,
        )
        const textAt = (index: number) => (all[index] as NewValue)[0]
        const found = rank(topK(counters, order[0] as number, limit), counters, order, textAt)
        deepStrictEqual(
          found.slice(0, limit).map((index) => [textAt(index), ...counters.map((counter) => counter[index])]),
          expected.slice(0, limit),
        )
      }),
      { numRuns: 300 },
    ),
  )
})
