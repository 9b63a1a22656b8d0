/** Top-k selection and ranking of groups in this process. Pure. */
import type { Sums } from './sums.js'

/** A value that has no id in the dictionary yet, and its counts in the order of the counters. */
export type NewValue = readonly [text: string, ...counts: number[]]

/** The counters, extended by the counts of the new values. */
export const withNewValues = (counters: Sums['counters'], newValues: readonly NewValue[]) =>
  counters.map((counter, index) =>
    concat(
      counter,
      newValues.map((row) => row[index + 1] as number),
    ),
  )

function concat(numbers: Float64Array, more: readonly number[]): Float64Array {
  const all = new Float64Array(numbers.length + more.length)
  all.set(numbers)
  all.set(more, numbers.length)
  return all
}

/**
 * Indexes of the `limit` largest groups by one counter and of all groups tied with the last of them, unordered. Groups of zeros are left
 * out.
 */
export function topK(counters: Sums['counters'], by: number, limit: number): number[] {
  const sizes = counters[by] as Float64Array
  const { length } = sizes
  const indexes = new Int32Array(length)
  let count = 0
  for (let index = 0; index < length; index++) if (isNonZero(counters, index)) indexes[count++] = index
  const candidates = indexes.subarray(0, count)
  if (count <= limit) return [...candidates]
  const threshold = new Float64Array(count).map((_, at) => sizes[candidates[at] as number] as number).sort()[count - limit] as number
  return [...candidates.filter((index) => (sizes[index] as number) >= threshold)]
}

function isNonZero(counters: readonly Float64Array[], index: number): boolean {
  for (const counter of counters) if (counter[index] !== 0) return true
  return false
}

/** Sorts the indexes in descending order of these counters, and ties by text. */
export function rank(
  indexes: readonly number[],
  counters: Sums['counters'],
  order: readonly number[],
  textAt: (index: number) => string,
): number[] {
  const [first, ...tieBreakers] = order.map((at) => counters[at] as Float64Array) as [Float64Array, ...Float64Array[]]
  const bySize = new Map<number, number[]>()
  for (const index of indexes) {
    const size = first[index] as number
    const ties = bySize.get(size)
    if (ties) ties.push(index)
    else bySize.set(size, [index])
  }
  const compareTies = (a: number, b: number) => {
    for (const counter of tieBreakers) if (counter[a] !== counter[b]) return (counter[b] as number) - (counter[a] as number)
    return textAt(a) < textAt(b) ? -1 : 1
  }
  // Many groups have the same size, and a typed array of numbers sorts several times as fast as with a comparison function.
  return Array.from(Float64Array.from(bySize.keys()).sort().toReversed(), (size) => (bySize.get(size) as number[]).sort(compareTies)).flat()
}
