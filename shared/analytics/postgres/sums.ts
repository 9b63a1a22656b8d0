/** Packs added up. Pure. */

/** Values in their order, and for each of some counters what every value has of it. */
export interface Sums {
  values: Int32Array
  counters: readonly Float64Array[]
}

/**
 * Entries of a pack: a value of four bytes, and counters of eight. `offsets` says where each of those that are added up begins, if the pack
 * has it.
 */
export interface Entries {
  bytes: number
  offsets: readonly (number | undefined)[]
}

export interface Summing {
  /** Values of the pack are in their order too. */
  add(pack: Buffer, entries: Entries): void
  sums(): Sums
}

/** Adds up so many counters of packs. */
export function summing(counters: number): Summing {
  let length = 0
  // Each pack is merged from one of these into the other: made anew for each, they would keep the collector of garbage busy.
  let [now, spare] = [room(0, counters), room(0, counters)]
  return {
    add(pack, entries) {
      const most = length + pack.length / entries.bytes
      const into = spare.values.length < most ? room(most, counters) : spare
      length = merge({ values: now.values.subarray(0, length), counters: now.counters }, pack, entries, into)
      ;[now, spare] = [into, now]
    },
    sums: () => first(length, now),
  }
}

/** The sums with one more pack, whose values are in their order too. */
export function withPack(sums: Sums, pack: Buffer, entries: Entries): Sums {
  const into = room(sums.values.length + pack.length / entries.bytes, sums.counters.length)
  return first(merge(sums, pack, entries, into), into)
}

const first = (length: number, { values, counters }: Sums): Sums => ({
  values: values.subarray(0, length),
  counters: counters.map((one) => one.subarray(0, length)),
})

const room = (length: number, counters: number): Sums => ({
  values: new Int32Array(length),
  counters: Array.from({ length: counters }, () => new Float64Array(length)),
})

/** How many values there are together. */
function merge({ values: known, counters: before }: Sums, pack: Buffer, { bytes, offsets }: Entries, { values, counters }: Sums): number {
  const view = new DataView(pack.buffer, pack.byteOffset, pack.byteLength)
  let [length, old, at] = [0, 0, 0]
  for (; old < known.length || at < pack.length; length++) {
    const ours = old < known.length ? (known[old] as number) : beyondAll
    const theirs = at < pack.length ? view.getInt32(at) : beyondAll
    values[length] = Math.min(ours, theirs)
    for (let place = 0; place < offsets.length; place++) {
      const offset = offsets[place]
      const had = ours <= theirs ? ((before[place] as Float64Array)[old] as number) : 0
      const more = theirs <= ours && offset !== undefined ? int64(view, at + offset) : 0
      ;(counters[place] as Float64Array)[length] = had + more
    }
    if (ours <= theirs) old++
    if (theirs <= ours) at += bytes
  }
  return length
}

/** Values are of four bytes. */
const beyondAll = 2 ** 32

/** Counters stay below what a number holds exactly. */
const int64 = (view: DataView, at: number) => view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4)

/** What the sums say of the values that are wanted. */
export function only({ values, counters }: Sums, isWanted: (value: number) => boolean): Sums {
  const places = [...values.keys()].filter((place) => isWanted(values[place] as number))
  return {
    values: Int32Array.from(places, (place) => values[place] as number),
    counters: counters.map((counter) => Float64Array.from(places, (place) => counter[place] as number)),
  }
}
