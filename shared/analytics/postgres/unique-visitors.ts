/** Unique visitors of a range, or of each row of a time series: from column segments, and from clicks where there are none. */
import { forEachRow } from '../../kernel/db/binary-rows.js'
import { hours } from '../../kernel/time.js'
import {
  ceilTo,
  type ColumnSegment,
  type Dimension,
  floorTo,
  listHoursWithVisitors,
  readVisitors,
  type SegmentedHour,
} from '../../rollups/index.js'
import type { GroupCounts } from '../event-store.js'
import { fairScheduler } from '../fair-scheduler.js'
import { maxQueueWaitMs } from '../limits.js'
import { DistinctVisitors } from './distinct-visitors.js'
import { matchingFacts } from './fact-counter.js'
import { type SegmentQuery, withinOneSeriesSpan } from './segment-counts.js'
import type { Sql } from './snapshot.queries.js'
import type { Span } from './split-into-buckets.js'
import { visitorsInSpans, type SeriesSpan } from './visitors.queries.js'

type UniqueQuery = Pick<SegmentQuery, 'workspace' | 'filters' | 'starts'>

/** One at a time, because it takes a hundred megabytes for ten million visitors. */
const withSlot = fairScheduler({ maxConcurrent: 1, maxPerKey: 1, timeoutMs: maxQueueWaitMs })

/** A group for each row of the time series with visitors; without a time series, one. `clicks` is the number of visitors. */
export function countUniqueVisitors(sql: Sql, query: UniqueQuery, range: Span): Promise<GroupCounts[]> {
  if (query.filters.some(({ valueIds, negated }) => !negated && valueIds.length === 0)) return Promise.resolve([])
  return withSlot(String(query.workspace), () => countVisitors(sql, query, range))
}

async function countVisitors(sql: Sql, query: UniqueQuery, { from, to }: Span): Promise<GroupCounts[]> {
  const { workspace, starts } = query
  const wholeHours = { from: ceilTo(from, hours(1)), to: floorTo(to, hours(1)) }
  const listed = wholeHours.from < wholeHours.to ? await listHoursWithVisitors(sql, workspace, wholeHours.from, wholeHours.to) : []
  const usable = withinOneSeriesSpan(listed, starts)
  const seriesIndexAt = (at: number) => (starts ? starts.findLastIndex((start) => start <= at) : 0)
  const sets = setsOf(usable, seriesIndexAt)
  await addSegments(sql, query, usable, ({ at }) => sets(seriesIndexAt(at)))
  const remaining = splitBySeries(spansBetween({ from, to }, usable), starts)
  await forEachRow(sql, visitorsInSpans(query, remaining), ([seriesIndex, visitor]) =>
    sets((seriesIndex as Buffer).readInt32BE()).add(visitor as Buffer),
  )
  return sets.count()
}

/** A set for each row of the time series, created when it is needed, with room for its facts. */
function setsOf(usable: readonly SegmentedHour[], seriesIndexAt: (at: number) => number) {
  const facts = new Map<number, number>()
  for (const hour of usable) facts.set(seriesIndexAt(hour.at), (facts.get(seriesIndexAt(hour.at)) ?? 0) + hour.facts)
  const sets = new Map<number, DistinctVisitors>()
  const get = (seriesIndex: number) => {
    const set = sets.get(seriesIndex) ?? new DistinctVisitors(facts.get(seriesIndex) ?? 0)
    sets.set(seriesIndex, set)
    return set
  }
  const count = async () => {
    const groups: GroupCounts[] = []
    for (const [seriesIndex, set] of sets) {
      const clicks = await set.count()
      if (clicks > 0) groups.push({ key: [String(seriesIndex)], counts: { clicks } })
    }
    return groups
  }
  return Object.assign(get, { count })
}

function addSegments(
  sql: Sql,
  { workspace, filters }: UniqueQuery,
  usable: readonly SegmentedHour[],
  setOf: (hour: SegmentedHour) => DistinctVisitors,
): Promise<void> {
  if (usable.length === 0) return Promise.resolve()
  const dimensions = [...new Set(filters.map(({ dimension }) => dimension))]
  const segmentFilters = filters.map(({ valueIds, negated, dimension }) => ({
    dimension,
    filter: { valueIds: new Set(valueIds), negated },
  }))
  return readVisitors(sql, workspace, usable, dimensions, (part) => {
    const segmentOf = (dimension: Dimension) => part.segments[dimensions.indexOf(dimension)] as ColumnSegment
    const filtered = segmentFilters.map(({ dimension, filter }) => ({ segment: segmentOf(dimension), filter }))
    setOf(part).add(part.visitors, filtered.length > 0 ? matchingFacts(part.facts, filtered) : undefined)
  })
}

/** The parts of the range that are outside these hours, which are sorted. */
function spansBetween({ from, to }: Span, usable: readonly SegmentedHour[]): Span[] {
  const spans: Span[] = []
  let at = from
  for (const hour of usable) {
    if (hour.at > at) spans.push({ from: at, to: hour.at })
    at = hour.at + hours(1)
  }
  if (at < to) spans.push({ from: at, to })
  return spans
}

/** The spans, each within one row of the time series. */
function splitBySeries(spans: readonly Span[], starts: readonly number[] | null): SeriesSpan[] {
  if (!starts) return spans.map((span) => ({ ...span, seriesIndex: 0 }))
  return spans.flatMap((span) =>
    starts
      .map((start, seriesIndex) => ({
        from: Math.max(start, span.from),
        to: Math.min(starts[seriesIndex + 1] ?? span.to, span.to),
        seriesIndex,
      }))
      .filter(({ from, to }) => from < to),
  )
}
