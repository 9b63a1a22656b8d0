/** Query plan: which tables answer a count, and which part of the time range each of them covers. Pure. */
import {
  type Attribute,
  clickRollupSchema,
  conversionRollupSchema,
  type Dimension,
  findDimension,
  type RollupSchema,
  rollupTiers,
  tiers,
} from '../../rollups/index.js'
import type { EventKind, Grouping, Selection } from '../event-store.js'
import type { SegmentCounts } from './fact-counter.js'
import { type Bucket, type Gap, type Span, splitIntoBuckets } from './split-into-buckets.js'

/** A part of the time range with the index of the time series row that it belongs to; 0 without a time series. */
export type WithSeriesIndex<Part> = Part & { seriesIndex: number }

export interface PlannedBucket extends Bucket {
  seriesIndex: number
  /** Those with rollups, if several are requested. */
  workspaces?: readonly number[]
}

/** A span of workspaces that have too few events in it for rollups. */
export interface FactSpan extends Span {
  workspaces: readonly number[]
}

export interface QueryPlan {
  rollupSchema: RollupSchema
  /** The kinds of events that are counted from this schema. */
  kinds: readonly EventKind[]
  /** Totals of all events, the rollups of one dimension, or single facts when no dimension has all requested attributes. */
  source: 'totals' | Dimension | 'facts'
  buckets: PlannedBucket[]
  /** Spans without rollups whose facts are counted; of several workspaces only. */
  factSpans?: readonly FactSpan[]
  /** Spans that are added from facts, or subtracted by them. */
  gaps: WithSeriesIndex<Gap>[]
  /** Counts of whole hours that were already computed from column segments. */
  segmentCounts?: SegmentCounts
  /** Counted from the event tables. */
  rawSpan: Span | null
  /** Span whose facts are corrected by pending events: events that were written or changed since the last roll-up. */
  pendingSpan: Span | null
}

/** Read before planning. Everything before a watermark is rolled up. */
export interface RollupState {
  watermarks: Record<'clicks' | 'conversions', number>
  hasPending: boolean
}

/** Attributes that the query uses as a filter or as a group. */
function usedAttributes({ attributes, links }: Pick<Selection, 'attributes' | 'links'>, grouping: Grouping): Attribute[] {
  const usesLink = links.length > 0 || grouping.by === 'link'
  return [
    ...new Set<Attribute>([
      ...attributes.map(({ attribute }) => attribute),
      ...groupedAttributes(grouping),
      ...(usesLink ? (['linkId'] as const) : []),
    ]),
  ]
}

/** The attributes whose values form the groups. */
export function groupedAttributes(grouping: Grouping): readonly Attribute[] {
  switch (grouping.by) {
    case 'attributes':
      return grouping.attributes
    case 'eventName':
      return ['eventName']
    case 'link':
      return ['linkId']
    case 'nothing':
    case 'time':
      return []
  }
}

/** The dimension whose values form the groups or contain them; null without attribute groups. */
export function groupedDimension(selection: Selection, grouping: Grouping): Dimension | null {
  const grouped = groupedAttributes(grouping)
  if (grouped.length === 0) return null
  const source = cheapestSource(selection, grouping)
  return typeof source === 'object' ? source : (findDimension(grouped) as Dimension)
}

export function cheapestSource(selection: Selection, grouping: Grouping): QueryPlan['source'] {
  const used = usedAttributes(selection, grouping)
  if (used.length === 0) return 'totals'
  // In a row of the series, most workspaces have too few events for rollups: one scan is faster than a look-up of each of them.
  if (grouping.by === 'time' && selection.workspaceIds.length > 1) return 'facts'
  return findDimension(used) ?? 'facts'
}

/** One plan for each rollup schema that counts any of the kinds. */
export function planQuery(kinds: readonly EventKind[], selection: Selection, grouping: Grouping, state: RollupState): QueryPlan[] {
  const conversions = kinds.filter((kind) => kind !== 'clicks')
  return [
    ...(kinds.includes('clicks') ? [planClicks(selection, grouping, state)] : []),
    ...(conversions.length > 0 ? [planConversions(conversions, selection, grouping, state)] : []),
  ]
}

function planClicks(selection: Selection, grouping: Grouping, { watermarks }: RollupState): QueryPlan {
  const { from, to } = selection
  const source = cheapestSource(selection, grouping)
  const plan = { rollupSchema: clickRollupSchema, kinds: ['clicks'] as const, source, pendingSpan: null }
  // Customers and visitor identities are only known in the click events themselves.
  if (selection.customerId !== undefined || selection.unique) return { ...plan, buckets: [], gaps: [], rawSpan: { from, to } }
  const end = Math.max(from, Math.min(to, watermarks.clicks))
  return { ...plan, ...rolledUpParts(source, grouping, { from, to: end }, end), rawSpan: end < to ? { from: end, to } : null }
}

function planConversions(
  kinds: readonly EventKind[],
  selection: Selection,
  grouping: Grouping,
  { watermarks, hasPending }: RollupState,
): QueryPlan {
  const { from, to, customerId, saleType, metadata = [] } = selection
  const range = { from, to }
  const plan = {
    rollupSchema: conversionRollupSchema,
    kinds,
    source: cheapestSource(selection, grouping),
    rawSpan: null,
    pendingSpan: null,
  }
  if (customerId !== undefined || metadata.length > 0) return { ...plan, buckets: [], gaps: [], rawSpan: range }
  // `recurring` is a column of facts and not part of any dimension.
  const source = saleType !== undefined && kinds.includes('sales') ? 'facts' : plan.source
  return { ...plan, source, ...rolledUpParts(source, grouping, range, watermarks.conversions), pendingSpan: hasPending ? range : null }
}

/** Buckets up to the watermark, and facts for the rest. */
function rolledUpParts(
  source: QueryPlan['source'],
  grouping: Grouping,
  range: Span,
  watermark: number,
): Pick<QueryPlan, 'buckets' | 'gaps'> {
  if (source === 'facts') return { buckets: [], gaps: range.from < range.to ? [{ ...range, seriesIndex: 0, sign: 1 }] : [] }
  const usableTiers = source === 'totals' ? tiers : rollupTiers
  const splits = seriesSpans(grouping, range).map(({ from, to, seriesIndex }) => {
    const end = Math.max(from, Math.min(to, watermark))
    const split = splitIntoBuckets({ from, to: end }, usableTiers)
    return { seriesIndex, split, rest: end < to ? [{ from: end, to, sign: 1 as const }] : [] }
  })
  return {
    buckets: splits.flatMap(({ seriesIndex, split }) => split.buckets.map((bucket) => ({ ...bucket, seriesIndex }))),
    gaps: splits.flatMap(({ seriesIndex, split, rest }) => [...split.gaps, ...rest].map((gap) => ({ ...gap, seriesIndex }))),
  }
}

function seriesSpans(grouping: Grouping, range: Span): WithSeriesIndex<Span>[] {
  if (grouping.by !== 'time') return [{ ...range, seriesIndex: 0 }]
  return grouping.starts
    .map((start, seriesIndex) => ({
      from: Math.max(start, range.from),
      to: Math.min(grouping.starts[seriesIndex + 1] ?? range.to, range.to),
      seriesIndex,
    }))
    .filter(({ from, to }) => from < to)
}
