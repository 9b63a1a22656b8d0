/** Sums of packs. Pure. */

/** Value ids in ascending order, and one array for each counter with the sum of each value. */
export interface Sums {
  values: Int32Array
  counters: readonly Float64Array[]
}

/**
 * Binary layout of an entry: a value id of four bytes and counters of eight. `offsets` is the position of each summed counter in the entry,
 * undefined if the pack does not have it.
 */
export interface PackLayout {
  bytes: number
  offsets: readonly (number | undefined)[]
}

export interface PackSummer {
  /** Adds a pack whose value ids are in ascending order. */
  add(pack: Buffer, layout: PackLayout): void
  result(): Sums
}

export function packSummer(counters: number): PackSummer {
  let length = 0
  // Each pack is merged from one buffer into the other. New buffers for every pack would keep the garbage collector busy.
  let [current, spare] = [allocate(0, counters), allocate(0, counters)]
  return {
    add(pack, layout) {
      const maxLength = length + pack.length / layout.bytes
      const into = spare.values.length < maxLength ? allocate(maxLength, counters) : spare
      length = merge({ values: current.values.subarray(0, length), counters: current.counters }, pack, layout, into)
      ;[current, spare] = [into, current]
    },
    result: () => prefixOf(length, current),
  }
}

/** The sums with one more pack, whose value ids are in ascending order. */
export function withPack(sums: Sums, pack: Buffer, layout: PackLayout): Sums {
  const into = allocate(sums.values.length + pack.length / layout.bytes, sums.counters.length)
  return prefixOf(merge(sums, pack, layout, into), into)
}

/** A single pack, whose value ids may be in any order. */
export const sumsOfPack = (pack: Buffer, layout: PackLayout): Sums =>
  withPack({ values: new Int32Array(), counters: layout.offsets.map(() => new Float64Array()) }, pack, layout)

const prefixOf = (length: number, { values, counters }: Sums): Sums => ({
  values: values.subarray(0, length),
  counters: counters.map((counter) => counter.subarray(0, length)),
})

const allocate = (length: number, counters: number): Sums => ({
  values: new Int32Array(length),
  counters: Array.from({ length: counters }, () => new Float64Array(length)),
})

/** Merges the sums and a pack into the last argument. Returns the number of distinct values. */
function merge(
  { values: oldValues, counters: oldCounters }: Sums,
  pack: Buffer,
  { bytes, offsets }: PackLayout,
  { values, counters }: Sums,
): number {
  const view = new DataView(pack.buffer, pack.byteOffset, pack.byteLength)
  let [length, old, at] = [0, 0, 0]
  for (; old < oldValues.length || at < pack.length; length++) {
    const oldValue = old < oldValues.length ? (oldValues[old] as number) : endOfValues
    const packValue = at < pack.length ? view.getInt32(at) : endOfValues
    values[length] = Math.min(oldValue, packValue)
    for (let index = 0; index < offsets.length; index++) {
      const offset = offsets[index]
      const before = oldValue <= packValue ? ((oldCounters[index] as Float64Array)[old] as number) : 0
      const added = packValue <= oldValue && offset !== undefined ? int64(view, at + offset) : 0
      ;(counters[index] as Float64Array)[length] = before + added
    }
    if (oldValue <= packValue) old++
    if (packValue <= oldValue) at += bytes
  }
  return length
}

/** Larger than any value id, which has four bytes. */
const endOfValues = 2 ** 32

/** Counters stay below 2^53, so a number holds them exactly. */
const int64 = (view: DataView, at: number) => view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4)

export function filterSums({ values, counters }: Sums, isIncluded: (value: number) => boolean): Sums {
  const indexes = [...values.keys()].filter((index) => isIncluded(values[index] as number))
  return {
    values: Int32Array.from(indexes, (index) => values[index] as number),
    counters: counters.map((counter) => Float64Array.from(indexes, (index) => counter[index] as number)),
  }
}
