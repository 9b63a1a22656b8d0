/** Which groups are the largest, where sums and what comes to them are at hand. Pure. */
import type { Sums } from './sums.js'

/** What comes to the sums: a value's number or, before it gets one, its text, and what it adds to each of the counters. */
export type Row = readonly [value: number | null, text: string | null, ...counts: unknown[]]

export interface Groups {
  length: number
  counters: readonly Float64Array[]
  /** The text of a group, by its place. */
  textAt(place: number): string
  /** The numbers of groups, as far as they have one. */
  valuesAt(places: readonly number[]): number[]
}

/** Sums and what comes to them, where `texts` says the texts of values. */
export function together({ values, counters }: Sums, rows: readonly Row[], texts: () => ReadonlyMap<number, string>): Groups {
  const most = values.length + rows.length
  const all = grown(Int32Array, values, most)
  const sums = counters.map((one) => grown(Float64Array, one, most))
  const own = new Map<number, string>()
  let length = values.length
  for (const [value, text, ...counts] of rows) {
    const known = value === null ? -1 : placeOf(values, value)
    const place = known < 0 ? length++ : known
    if (value === null) own.set(place, text as string)
    else all[place] = value
    for (let at = 0; at < sums.length; at++) (sums[at] as Float64Array)[place] = ((sums[at] as Float64Array)[place] as number) + Number(counts[at])
  }
  return {
    length,
    counters: sums,
    textAt: (place) => own.get(place) ?? (texts().get(all[place] as number) as string),
    valuesAt: (places) => places.filter((place) => !own.has(place)).map((place) => all[place] as number),
  }
}

function grown<Numbers extends Int32Array | Float64Array>(Type: new (length: number) => Numbers, numbers: Numbers, length: number): Numbers {
  const larger = new Type(length)
  larger.set(numbers)
  return larger
}

/** Where a value stands among others in their order; -1 where it does not. */
function placeOf(values: Int32Array, wanted: number): number {
  let [from, to] = [0, values.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((values[middle] as number) < wanted) from = middle + 1
    else to = middle
  }
  return values[from] === wanted ? from : -1
}

/** The places of the `most` largest groups by a counter, with all that are as large as the last of them, in no order. Those that come to nothing are left out. */
export function largest({ length, counters }: Pick<Groups, 'length' | 'counters'>, by: number, most: number): number[] {
  const sizes = counters[by] as Float64Array
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
export function ranked({ counters, textAt }: Groups, places: readonly number[], order: readonly number[]): number[] {
  const sizes = order.map((at) => counters[at] as Float64Array)
  return places.toSorted((one, other) => {
    for (const size of sizes) if (size[one] !== size[other]) return (size[other] as number) - (size[one] as number)
    return textAt(one) < textAt(other) ? -1 : 1
  })
}
