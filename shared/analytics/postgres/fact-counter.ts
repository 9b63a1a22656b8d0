/** Counts facts in column segments. Pure. */
import type { ColumnSegment } from '../../rollups/index.js'
import type { PairCounts } from './pair-counts.js'

/** Matches facts with one of these value ids or, with `negated`, all others. */
export interface SegmentFilter {
  valueIds: ReadonlySet<number>
  negated: boolean
}

/** Parallel arrays: the index of the time series row, the value id, and the number of facts of both. */
export interface FactCounts {
  seriesIndexes: number[]
  values: number[]
  counts: number[]
}

/** Counts of the hours of a span that have segments. */
export interface SegmentCounts extends FactCounts {
  /** The other hours, in hours since 1970. */
  remainingHours: readonly number[]
}

/** Whether the values of either side of a pair match the filters of their dimension. */
export interface PairFilters {
  first(value: number): boolean
  second(value: number): boolean
}

export interface FilteredSegment {
  segment: ColumnSegment
  filter: SegmentFilter
}

export class FactCounter {
  private readonly bySeriesIndex = new Map<number, CountsByValue>()

  /** Adds the facts that match all filters, grouped by the values of `groupBy`; without it, all are counted under value 0. */
  add(seriesIndex: number, facts: number, filtered: readonly FilteredSegment[], groupBy: ColumnSegment | null): void {
    const counts = this.bySeriesIndex.get(seriesIndex) ?? new CountsByValue()
    this.bySeriesIndex.set(seriesIndex, counts)
    const matches = matchingFacts(facts, filtered)
    if (groupBy) counts.add(groupBy.values, countMatchesByValue(groupBy, matches))
    else counts.add([0], [sum(matches)])
  }

  /** Adds pairs that match both filters, where there are any, grouped by the values of one side; null: all under value 0. */
  addPairs(seriesIndex: number, { first, second, counts }: PairCounts, accepts: PairFilters, by: 'first' | 'second' | null): void {
    const into = this.bySeriesIndex.get(seriesIndex) ?? new CountsByValue()
    this.bySeriesIndex.set(seriesIndex, into)
    const groups = by === null ? null : by === 'first' ? first : second
    for (let index = 0; index < counts.length; index++) {
      if (!accepts.first(first[index] as number) || !accepts.second(second[index] as number)) continue
      into.addOne(groups ? (groups[index] as number) : 0, counts[index] as number)
    }
  }

  result(): FactCounts {
    const result: FactCounts = { seriesIndexes: [], values: [], counts: [] }
    for (const [seriesIndex, counts] of this.bySeriesIndex) {
      counts.forEach((value, count) => {
        result.seriesIndexes.push(seriesIndex)
        result.values.push(value)
        result.counts.push(count)
      })
    }
    return result
  }
}

/** Counts by value id. Nearly all ids are small and are counted in an array, the others in a map. */
class CountsByValue {
  private small = new Float64Array(1024)
  private readonly large = new Map<number, number>()

  add(values: ArrayLike<number>, counts: ArrayLike<number>): void {
    for (let index = 0; index < values.length; index++) {
      const count = counts[index] as number
      if (count > 0) this.addOne(values[index] as number, count)
    }
  }

  forEach(visit: (value: number, count: number) => void): void {
    for (let value = 0; value < this.small.length; value++) if (this.small[value]) visit(value, this.small[value] as number)
    for (const [value, count] of this.large) visit(value, count)
  }

  addOne(value: number, count: number): void {
    if (value >= maxArrayValues) this.large.set(value, (this.large.get(value) ?? 0) + count)
    else {
      if (value >= this.small.length) this.grow(value)
      this.small[value] = (this.small[value] as number) + count
    }
  }

  private grow(value: number): void {
    const larger = new Float64Array(Math.min(maxArrayValues, 2 * value))
    larger.set(this.small)
    this.small = larger
  }
}

/** 8 MB of counts. */
const maxArrayValues = 1_000_000

/** For each fact, 1 if it matches all filters, otherwise 0. */
export function matchingFacts(facts: number, filtered: readonly FilteredSegment[]): Uint8Array {
  const matches = new Uint8Array(facts)
  for (const [
    index,
    {
      segment: { values, codes },
      filter: { valueIds, negated },
    },
  ] of filtered.entries()) {
    const accepted = Uint8Array.from(values, (value) => Number(valueIds.has(value) !== negated))
    if (index === 0) for (let fact = 0; fact < facts; fact++) matches[fact] = accepted[codes[fact] as number] as number
    else for (let fact = 0; fact < facts; fact++) matches[fact] = (matches[fact] as number) & (accepted[codes[fact] as number] as number)
  }
  return matches
}

function countMatchesByValue({ values, codes }: ColumnSegment, matches: Uint8Array): Uint32Array {
  const counts = new Uint32Array(values.length)
  for (let fact = 0; fact < matches.length; fact++)
    counts[codes[fact] as number] = (counts[codes[fact] as number] as number) + (matches[fact] as number)
  return counts
}

function sum(matches: Uint8Array): number {
  let total = 0
  for (let fact = 0; fact < matches.length; fact++) total += matches[fact] as number
  return total
}
