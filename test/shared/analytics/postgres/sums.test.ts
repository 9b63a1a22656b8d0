import { deepStrictEqual } from 'node:assert/strict'
import test from 'ava'
import fc from 'fast-check'
import { filterSums, packSummer, withPack } from '../../../../shared/analytics/postgres/sums.js'

/** Packs have three counters. Summed are the third, one that packs do not have, and the first. */
const layout = { bytes: 28, offsets: [20, undefined, 4] }

const counterArbitrary = fc.integer({ min: -(2 ** 50), max: 2 ** 50 })
const packArbitrary = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 40 }), counterArbitrary, counterArbitrary, counterArbitrary), {
    selector: ([value]) => value,
    maxLength: 30,
  })
  .map((rows) => rows.toSorted((a, b) => a[0] - b[0]))

function packOf(rows: readonly (readonly number[])[]): Buffer {
  const pack = Buffer.alloc(rows.length * layout.bytes)
  for (const [index, [value, ...counters]] of rows.entries()) {
    pack.writeInt32BE(value as number, index * layout.bytes)
    for (const [at, counter] of counters.entries()) pack.writeBigInt64BE(BigInt(counter), index * layout.bytes + 4 + 8 * at)
  }
  return pack
}

test('sums of packs equal the sums of their rows', (t) => {
  t.notThrows(() =>
    fc.assert(
      fc.property(
        fc.array(packArbitrary, { maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 40 })).map((list) => new Set(list)),
        (packs, excluded) => {
          const expected = new Map<number, number[]>()
          for (const [value, first, , third] of [...packs, packs.at(-1) ?? []].flat())
            expected.set(value, [(expected.get(value)?.[0] ?? 0) + third, 0, (expected.get(value)?.[2] ?? 0) + first])
          const isIncluded = (value: number) => !excluded.has(value)
          const summer = packSummer(layout.offsets.length)
          for (const pack of packs) summer.add(packOf(pack), layout)
          const extra = packs.at(-1) ?? []
          const sums = filterSums(withPack(summer.result(), packOf(extra), layout), isIncluded)
          const rows = [...sums.values].map((value, index) => [value, sums.counters.map((counter) => counter[index])])
          deepStrictEqual(
            rows,
            [...expected].filter(([value]) => isIncluded(value)).toSorted(([a], [b]) => a - b),
          )
        },
      ),
    ),
  )
})
