import { deepStrictEqual } from 'node:assert/strict'
import test from 'ava'
import fc from 'fast-check'
import { only, summing, withPack } from '../../../../shared/analytics/postgres/sums.js'

/** Three counters, of which the third and the first are wanted, and something that the packs do not have. */
const entries = { bytes: 28, offsets: [20, undefined, 4] }

const someCounter = fc.integer({ min: -(2 ** 50), max: 2 ** 50 })
const somePack = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 40 }), someCounter, someCounter, someCounter), {
    selector: ([value]) => value,
    maxLength: 30,
  })
  .map((rows) => rows.toSorted((one, other) => one[0] - other[0]))

function packOf(rows: readonly (readonly number[])[]): Buffer {
  const pack = Buffer.alloc(rows.length * entries.bytes)
  for (const [place, [value, ...counters]] of rows.entries()) {
    pack.writeInt32BE(value as number, place * entries.bytes)
    for (const [at, counter] of counters.entries()) pack.writeBigInt64BE(BigInt(counter), place * entries.bytes + 4 + 8 * at)
  }
  return pack
}

test('packs add up to what their rows do, whatever the values they share', (t) => {
  t.notThrows(() =>
    fc.assert(
      fc.property(
        fc.array(somePack, { maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 40 })).map((list) => new Set(list)),
        (packs, named) => {
          const expected = new Map<number, number[]>()
          for (const [value, first, , third] of [...packs, packs.at(-1) ?? []].flat())
            expected.set(value, [(expected.get(value)?.[0] ?? 0) + third, 0, (expected.get(value)?.[2] ?? 0) + first])
          const isWanted = (value: number) => !named.has(value)
          const together = summing(entries.offsets.length)
          for (const pack of packs) together.add(packOf(pack), entries)
          const extra = packs.at(-1) ?? []
          const sums = only(withPack(together.sums(), packOf(extra), entries), isWanted)
          const rows = [...sums.values].map((value, place) => [value, sums.counters.map((one) => one[place])])
          deepStrictEqual(
            rows,
            [...expected].filter(([value]) => isWanted(value)).toSorted(([one], [other]) => one - other),
          )
        },
      ),
    ),
  )
})
