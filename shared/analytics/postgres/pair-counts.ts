/**
 * Counts of pairs of values of two dimensions by day, kept in memory: column segments of a closed day never change unless a click is late,
 * and few pairs occur again and again, such as a device and a referer.
 */
import { LRUCache } from 'lru-cache'
import { days, hours } from '../../kernel/time.js'
import { type ColumnSegment, type Dimension, readSegments, type SegmentedHour } from '../../rollups/index.js'
import type { Sql } from './snapshot.queries.js'

/** Parallel arrays: two value ids and the number of facts with both. */
export interface PairCounts {
  first: Int32Array
  second: Int32Array
  counts: Int32Array
}

/** Days with more pairs, as of links and cities, are counted from their segments each time. */
const maxPairsPerDay = 20_000
const maxCachedBytes = 16_000_000
const bytesPerPair = 12

/** A day's counts, or `tooMany`. */
type CachedDay = PairCounts | 'tooMany'

export type PairCache = Pick<LRUCache<string, CachedDay>, 'get' | 'set'>

export const newPairCache = (): PairCache =>
  new LRUCache<string, CachedDay>({
    maxSize: maxCachedBytes,
    sizeCalculation: (day) => 200 + (day === 'tooMany' ? 0 : day.counts.length * bytesPerPair),
  })

export interface CountedDay {
  /** Start of the day in UTC. */
  at: number
  pairs: PairCounts
}

/** The counts of all complete days of a workspace that have few enough pairs, and the hours that are not in them. */
export async function readPairs(
  sql: Sql,
  workspace: number,
  segmentedHours: readonly SegmentedHour[],
  dimensions: readonly [Dimension, Dimension],
  cache: PairCache,
): Promise<{ counted: CountedDay[]; remaining: SegmentedHour[] }> {
  const counted: CountedDay[] = []
  const remaining: SegmentedHour[] = []
  const missing: { key: string; at: number; hours: SegmentedHour[] }[] = []
  for (const [at, hoursOfDay] of groupByDay(segmentedHours)) {
    const facts = hoursOfDay.reduce((sum, hour) => sum + hour.facts, 0)
    // The number of facts changes with every late click.
    const key = [workspace, at, facts, ...dimensions.map(({ code }) => code)].join()
    const cached = cache.get(key)
    if (hoursOfDay.length < days(1) / hours(1) || cached === 'tooMany') remaining.push(...hoursOfDay)
    else if (cached) counted.push({ at, pairs: cached })
    else missing.push({ key, at, hours: hoursOfDay })
  }
  const found = await countPairs(
    sql,
    workspace,
    missing.flatMap((day) => day.hours),
    dimensions,
  )
  for (const day of missing) {
    const pairs = found.get(day.at)?.result() ?? 'tooMany'
    cache.set(day.key, pairs)
    if (pairs === 'tooMany') remaining.push(...day.hours)
    else counted.push({ at: day.at, pairs })
  }
  return { counted, remaining }
}

const dayOf = (at: number) => at - (at % days(1))

function groupByDay(segmentedHours: readonly SegmentedHour[]): Map<number, SegmentedHour[]> {
  const found = new Map<number, SegmentedHour[]>()
  for (const hour of segmentedHours) found.set(dayOf(hour.at), [...(found.get(dayOf(hour.at)) ?? []), hour])
  return found
}

async function countPairs(
  sql: Sql,
  workspace: number,
  segmentedHours: readonly SegmentedHour[],
  dimensions: readonly [Dimension, Dimension],
): Promise<Map<number, DayCounter>> {
  const found = new Map<number, DayCounter>()
  if (segmentedHours.length === 0) return found
  await readSegments(sql, workspace, segmentedHours, dimensions, ({ at, facts, segments }) => {
    const counter = found.get(dayOf(at)) ?? new DayCounter()
    found.set(dayOf(at), counter)
    counter.add(facts, segments as [ColumnSegment, ColumnSegment])
  })
  return found
}

class DayCounter {
  private readonly byFirst = new Map<number, Map<number, number>>()
  private pairs = 0

  add(facts: number, [first, second]: readonly [ColumnSegment, ColumnSegment]): void {
    const width = second.values.length
    if (this.pairs > maxPairsPerDay || first.values.length * width > maxCodePairs) {
      this.pairs = Infinity
      return
    }
    const counts = new Uint32Array(first.values.length * width)
    for (let fact = 0; fact < facts; fact++) {
      const place = (first.codes[fact] as number) * width + (second.codes[fact] as number)
      counts[place] = (counts[place] as number) + 1
    }
    for (let place = 0; place < counts.length; place++)
      if (counts[place])
        this.addPair(first.values[Math.floor(place / width)] as number, second.values[place % width] as number, counts[place] as number)
  }

  private addPair(first: number, second: number, count: number): void {
    const bySecond = this.byFirst.get(first) ?? new Map<number, number>()
    this.byFirst.set(first, bySecond)
    const before = bySecond.get(second)
    if (before === undefined) this.pairs++
    bySecond.set(second, (before ?? 0) + count)
  }

  result(): CachedDay {
    if (this.pairs > maxPairsPerDay) return 'tooMany'
    const rows = [...this.byFirst].flatMap(([first, bySecond]) => [...bySecond].map(([second, count]) => [first, second, count] as const))
    return {
      first: Int32Array.from(rows, ([first]) => first),
      second: Int32Array.from(rows, ([, second]) => second),
      counts: Int32Array.from(rows, ([, , count]) => count),
    }
  }
}

/** Above it, a table of all combinations of an hour takes longer to clear than its facts take to count. */
const maxCodePairs = 200_000
