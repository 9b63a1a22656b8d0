/** Counting facts column by column. Pure. */
import type { Column } from '../../tracking/index.js'

/** Facts with these numbers pass, or with `negated` all others. */
export interface ColumnFilter {
  numbers: ReadonlySet<number>
  negated: boolean
}

/** Rows of the series, the value and how many facts there are of both. */
export interface Tallied {
  series: number[]
  values: number[]
  counts: number[]
}

/** Facts of some hours of a span, counted. */
export interface CountedColumns extends Tallied {
  /** The numbers of the other hours. */
  left: readonly number[]
}

export interface Filtered {
  column: Column
  filter: ColumnFilter
}

export class Tally {
  private readonly bySeries = new Map<number, Counts>()

  /** Counts facts by their columns, one for each filter; by the values of `by`, or as those of the value 0. */
  add(series: number, facts: number, filtered: readonly Filtered[], by: Column | null): void {
    const counts = this.bySeries.get(series) ?? new Counts()
    this.bySeries.set(series, counts)
    const kept = keptOf(facts, filtered)
    if (by) counts.add(by.values, countsOf(by, kept))
    else counts.add([0], [sumOf(kept)])
  }

  rows(): Tallied {
    const found: Tallied = { series: [], values: [], counts: [] }
    for (const [series, counts] of this.bySeries) {
      counts.each((value, count) => {
        found.series.push(series)
        found.values.push(value)
        found.counts.push(count)
      })
    }
    return found
  }
}

/** A count for each number. Small numbers are nearly all, and need no searching. */
class Counts {
  private small = new Float64Array(1024)
  private readonly large = new Map<number, number>()

  add(values: ArrayLike<number>, counts: ArrayLike<number>): void {
    for (let place = 0; place < values.length; place++) {
      const count = counts[place] as number
      if (count > 0) this.addOne(values[place] as number, count)
    }
  }

  each(tell: (value: number, count: number) => void): void {
    for (let value = 0; value < this.small.length; value++) if (this.small[value]) tell(value, this.small[value] as number)
    for (const [value, count] of this.large) tell(value, count)
  }

  private addOne(value: number, count: number): void {
    if (value >= mostSmall) this.large.set(value, (this.large.get(value) ?? 0) + count)
    else {
      if (value >= this.small.length) this.grow(value)
      this.small[value] = (this.small[value] as number) + count
    }
  }

  private grow(value: number): void {
    const larger = new Float64Array(Math.min(mostSmall, 2 * value))
    larger.set(this.small)
    this.small = larger
  }
}

/** Eight megabytes of counts. */
const mostSmall = 1_000_000

/** For each fact 1 if it passes all filters, 0 otherwise. */
function keptOf(facts: number, filtered: readonly Filtered[]): Uint8Array {
  const kept = new Uint8Array(facts)
  for (const [
    place,
    {
      column: { values, codes },
      filter: { numbers, negated },
    },
  ] of filtered.entries()) {
    const passes = Uint8Array.from(values, (value) => Number(numbers.has(value) !== negated))
    if (place === 0) for (let at = 0; at < facts; at++) kept[at] = passes[codes[at] as number] as number
    else for (let at = 0; at < facts; at++) kept[at] = (kept[at] as number) & (passes[codes[at] as number] as number)
  }
  return kept
}

function countsOf({ values, codes }: Column, kept: Uint8Array): Uint32Array {
  const counts = new Uint32Array(values.length)
  for (let at = 0; at < kept.length; at++) counts[codes[at] as number] = (counts[codes[at] as number] as number) + (kept[at] as number)
  return counts
}

function sumOf(kept: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < kept.length; at++) sum += kept[at] as number
  return sum
}
