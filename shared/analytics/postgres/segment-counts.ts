/** Counts whole hours of many facts from column segments, for queries that no rollup answers. */
import { days, hours } from '../../kernel/time.js'
import {
  ceilTo,
  clickRollupSchema,
  type ColumnSegment,
  type Dimension,
  floorTo,
  listHoursWithFacts,
  listSegmentedHours,
  readSegments,
  type SegmentedHour,
} from '../../rollups/index.js'
import { fairScheduler } from '../fair-scheduler.js'
import { maxQueueWaitMs } from '../limits.js'
import { FactCounter, type FactCounts, type SegmentFilter } from './fact-counter.js'
import { type PairCache, readPairs } from './pair-counts.js'
import type { QueryPlan } from './query-plan.js'
import type { ValueIdFilter } from './rolled-up-counts.queries.js'
import { shareInRollups } from './rollup-share.queries.js'
import type { Sql } from './snapshot.queries.js'
import type { Span } from './split-into-buckets.js'

export interface SegmentQuery {
  /** Numeric id of the workspace in the rollups. */
  workspace: number
  filters: readonly ValueIdFilter[]
  /** The dimension that is grouped by, or null. */
  by: Dimension | null
  /** Starts of the time series rows. */
  starts: readonly number[] | null
}

/** Below this number, scanning the facts is as fast. */
export const minFactsForSegments = 100_000

const hour = hours(1)

/** Two queries at a time: more would saturate the processor and the connection. */
const withSlot = fairScheduler({ maxConcurrent: 2, maxPerKey: 2, timeoutMs: maxQueueWaitMs })

/** Adds the counts of all hours that have column segments to the plan, if that is faster than scanning their facts. */
export async function withSegmentCounts(
  sql: Sql,
  plan: QueryPlan,
  query: SegmentQuery,
  { minSegmentFacts: minFacts, pairs }: { minSegmentFacts: number; pairs: PairCache },
): Promise<QueryPlan> {
  const { workspace, filters, starts } = query
  const [gap] = plan.gaps
  if (
    plan.rollupSchema !== clickRollupSchema ||
    plan.source !== 'facts' ||
    !gap ||
    filters.some(({ valueIds, negated }) => !negated && valueIds.length === 0)
  )
    return plan
  const wholeHours = { from: ceilTo(gap.from, hour), to: floorTo(gap.to, hour) }
  if (wholeHours.from >= wholeHours.to) return plan
  const links = filters.find(({ dimension, negated }) => dimension.column === 'link' && !negated)
  const share = links && links.valueIds.length <= maxLinksForRollupShare ? await shareInRollups(sql, workspace, links, wholeHours) : null
  if (share !== null && share < minLinkShare) return plan
  const usable = withinOneSeriesSpan(await listSegmentedHours(sql, workspace, wholeHours.from, wholeHours.to), starts)
  if (countFacts(usable) < minFacts) return plan
  if (links && share === null && (await shareInSegments(sql, workspace, links, usable)) < minLinkShare) return plan
  const counts = await withSlot(String(workspace), () => countSegments(sql, query, usable, pairs))
  const remaining = new Set(hoursWithoutSegments(gap, usable))
  const remainingHours = (await listHoursWithFacts(sql, workspace, gap.from, gap.to)).filter((one) => remaining.has(one))
  return { ...plan, segmentCounts: { ...counts, remainingHours } }
}

/** Hours that lie entirely in one row of the time series. */
export function withinOneSeriesSpan(segmentedHours: readonly SegmentedHour[], starts: readonly number[] | null): SegmentedHour[] {
  const divided = new Set((starts ?? []).filter((start) => start % hour !== 0).map((start) => floorTo(start, hour)))
  return segmentedHours.filter(({ at }) => !divided.has(at))
}

/** Below this share of the facts, the index on links is faster than segments. */
const minLinkShare = 0.08
/** Up to this many links, the share is read from daily rollups; for more it is estimated from a sample of segments. */
const maxLinksForRollupShare = 20
const sampledHours = 8

async function shareInSegments(
  sql: Sql,
  workspace: number,
  links: ValueIdFilter,
  segmentedHours: readonly SegmentedHour[],
): Promise<number> {
  const sample = segmentedHours.filter((_, index) => index % Math.ceil(segmentedHours.length / sampledHours) === 0)
  const { counts } = await countSegments(sql, { workspace, filters: [links], by: null, starts: null }, sample)
  return (counts[0] ?? 0) / countFacts(sample)
}

const countFacts = (segmentedHours: readonly SegmentedHour[]) => segmentedHours.reduce((sum, { facts }) => sum + facts, 0)

async function countSegments(
  sql: Sql,
  { workspace, filters, by, starts }: SegmentQuery,
  segmentedHours: readonly SegmentedHour[],
  pairs?: PairCache,
): Promise<FactCounts> {
  const counter = new FactCounter()
  const dimensions = [...new Set([...filters.map(({ dimension }) => dimension), ...(by ? [by] : [])])]
  const segmentFilters = filters.map(({ valueIds, negated }) => ({ valueIds: new Set(valueIds), negated }))
  const seriesIndexAt = (at: number) => (starts ? starts.findLastIndex((start) => start <= at) : 0)
  const inPairs = pairs && dimensions.length === 2 && startsAreDays(starts)
  const { counted, remaining } = inPairs
    ? await readPairs(sql, workspace, segmentedHours, dimensions as [Dimension, Dimension], pairs)
    : { counted: [], remaining: segmentedHours }
  const acceptsOf = (side: Dimension | undefined) => {
    const ofSide = segmentFilters.filter((_, index) => filters[index]?.dimension === side)
    return (value: number) => ofSide.every(({ valueIds, negated }) => valueIds.has(value) !== negated)
  }
  const accepts = { first: acceptsOf(dimensions[0]), second: acceptsOf(dimensions[1]) }
  const side = by && (by === dimensions[0] ? 'first' : 'second')
  for (const day of counted) counter.addPairs(seriesIndexAt(day.at), day.pairs, accepts, side)
  if (remaining.length === 0) return counter.result()
  await readSegments(sql, workspace, remaining, dimensions, ({ at, facts, segments }) => {
    const segmentOf = (dimension: Dimension) => segments[dimensions.indexOf(dimension)] as ColumnSegment
    const filtered = filters.map(({ dimension }, index) => ({
      segment: segmentOf(dimension),
      filter: segmentFilters[index] as SegmentFilter,
    }))
    counter.add(seriesIndexAt(at), facts, filtered, by && segmentOf(by))
  })
  return counter.result()
}

/** Whether every row of the time series consists of whole days in UTC, except that the first may begin within one. */
const startsAreDays = (starts: readonly number[] | null) => (starts ?? []).slice(1).every((start) => start % days(1) === 0)

function hoursWithoutSegments({ from, to }: Span, segmentedHours: readonly SegmentedHour[]): number[] {
  const counted = new Set(segmentedHours.map(({ at }) => at))
  const remaining: number[] = []
  for (let at = floorTo(from, hour); at < to; at += hour) if (!counted.has(at)) remaining.push(at / hour)
  return remaining
}
