/** Packs added up. Pure. */

/** Values in their order, and for each of some counters what every value has of it. */
export interface Sums {
  values: Int32Array
  counters: readonly Float64Array[]
}

/** Entries of a pack: a value of four bytes, and counters of eight, of which these are wanted, by where they begin. */
export interface Entries {
  bytes: number
  wanted: readonly number[]
}

export const nothing = ({ wanted }: Entries): Sums => ({ values: new Int32Array(0), counters: wanted.map(() => new Float64Array(0)) })

/** The sums with the pack's, whose values are in their order too. */
export function added({ values: known, counters: before }: Sums, pack: Buffer, { bytes, wanted }: Entries): Sums {
  const view = new DataView(pack.buffer, pack.byteOffset, pack.byteLength)
  const most = known.length + pack.length / bytes
  const values = new Int32Array(most)
  const counters = wanted.map(() => new Float64Array(most))
  let [length, old, at] = [0, 0, 0]
  for (; old < known.length || at < pack.length; length++) {
    const ours = old < known.length ? (known[old] as number) : beyondAll
    const theirs = at < pack.length ? view.getInt32(at) : beyondAll
    values[length] = Math.min(ours, theirs)
    for (let place = 0; place < wanted.length; place++) {
      const had = ours <= theirs ? ((before[place] as Float64Array)[old] as number) : 0
      const more = theirs <= ours ? int64(view, at + (wanted[place] as number)) : 0
      ;(counters[place] as Float64Array)[length] = had + more
    }
    if (ours <= theirs) old++
    if (theirs <= ours) at += bytes
  }
  return { values: values.subarray(0, length), counters: counters.map((one) => one.subarray(0, length)) }
}

/** Values are of four bytes. */
const beyondAll = 2 ** 32

/** Counters stay below what a number holds exactly. */
const int64 = (view: DataView, at: number) => view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4)

/** What the sums say of the values that are wanted. */
export function only({ values, counters }: Sums, isWanted: (value: number) => boolean): Sums {
  const places = [...values.keys()].filter((place) => isWanted(values[place] as number))
  return { values: Int32Array.from(places, (place) => values[place] as number), counters: counters.map((counter) => Float64Array.from(places, (place) => counter[place] as number)) }
}
