/** Counts whole hours of many facts from column segments, for queries that no rollup answers. */
import { hours } from '../../kernel/time.js'
import {
  ceilTo,
  clickRollupSchema,
  type ColumnSegment,
  type Dimension,
  floorTo,
  listSegmentedHours,
  readSegments,
  type SegmentedHour,
} from '../../rollups/index.js'
import { fairScheduler } from '../fair-scheduler.js'
import { maxQueueWaitMs } from '../limits.js'
import { FactCounter, type FactCounts, type SegmentFilter } from './fact-counter.js'
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
export async function withSegmentCounts(sql: Sql, plan: QueryPlan, query: SegmentQuery, minFacts: number): Promise<QueryPlan> {
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
  const counts = await withSlot(String(workspace), () => countSegments(sql, query, usable))
  return { ...plan, segmentCounts: { ...counts, remainingHours: hoursWithoutSegments(gap, usable) } }
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
): Promise<FactCounts> {
  const counter = new FactCounter()
  const dimensions = [...new Set([...filters.map(({ dimension }) => dimension), ...(by ? [by] : [])])]
  const segmentFilters = filters.map(({ valueIds, negated }) => ({ valueIds: new Set(valueIds), negated }))
  await readSegments(sql, workspace, segmentedHours, dimensions, ({ at, facts, segments }) => {
    const segmentOf = (dimension: Dimension) => segments[dimensions.indexOf(dimension)] as ColumnSegment
    const filtered = filters.map(({ dimension }, index) => ({
      segment: segmentOf(dimension),
      filter: segmentFilters[index] as SegmentFilter,
    }))
    counter.add(starts ? starts.findLastIndex((start) => start <= at) : 0, facts, filtered, by && segmentOf(by))
  })
  return counter.result()
}

function hoursWithoutSegments({ from, to }: Span, segmentedHours: readonly SegmentedHour[]): number[] {
  const counted = new Set(segmentedHours.map(({ at }) => at))
  const remaining: number[] = []
  for (let at = floorTo(from, hour); at < to; at += hour) if (!counted.has(at)) remaining.push(at / hour)
  return remaining
}
