/** Which groups are the largest, where sums and what comes to them are at hand. Pure. */
import type { Sums } from './sums.js'

/** A value that has no number yet, and what it adds to each of the counters. */
export type Fresh = readonly [text: string, ...counts: number[]]

/** The counters with those of fresh values behind them. */
export const withFresh = (counters: Sums['counters'], fresh: readonly Fresh[]) =>
  counters.map((one, at) =>
    joined(
      one,
      fresh.map((row) => row[at + 1] as number),
    ),
  )

function joined(numbers: Float64Array, more: readonly number[]): Float64Array {
  const all = new Float64Array(numbers.length + more.length)
  all.set(numbers)
  all.set(more, numbers.length)
  return all
}

/**
 * The places of the `most` largest groups by a counter, with all that are as large as the last of them, in no order. Those that come to
 * nothing are left out.
 */
export function largest(counters: Sums['counters'], by: number, most: number): number[] {
  const sizes = counters[by] as Float64Array
  const { length } = sizes
  const places = new Int32Array(length)
  let some = 0
  for (let place = 0; place < length; place++) if (isSomething(counters, place)) places[some++] = place
  const candidates = places.subarray(0, some)
  if (some <= most) return [...candidates]
  const least = new Float64Array(some).map((_, at) => sizes[candidates[at] as number] as number).sort()[some - most] as number
  return [...candidates.filter((place) => (sizes[place] as number) >= least)]
}

function isSomething(counters: readonly Float64Array[], place: number): boolean {
  for (const counter of counters) if (counter[place] !== 0) return true
  return false
}

/** The places from large to small by the counters in this order, equal ones by their texts. */
export function ranked(
  places: readonly number[],
  counters: Sums['counters'],
  order: readonly number[],
  textAt: (place: number) => string,
): number[] {
  const [first, ...further] = order.map((at) => counters[at] as Float64Array) as [Float64Array, ...Float64Array[]]
  const ofSize = new Map<number, number[]>()
  for (const place of places) {
    const size = first[place] as number
    const same = ofSize.get(size)
    if (same) same.push(place)
    else ofSize.set(size, [place])
  }
  const amongEqual = (one: number, other: number) => {
    for (const size of further) if (size[one] !== size[other]) return (size[other] as number) - (size[one] as number)
    return textAt(one) < textAt(other) ? -1 : 1
  }
  // Many are of a size, and numbers alone are sorted several times as fast as by a function.
  return Array.from(Float64Array.from(ofSize.keys()).sort().toReversed(), (size) => (ofSize.get(size) as number[]).sort(amongEqual)).flat()
}
