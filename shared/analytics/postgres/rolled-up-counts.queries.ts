/** SQL of the rolled-up part of a count: rows of `series_index`, `value` and the measures, from totals, rollups and facts. */
import { hours } from '../../kernel/time.js'
import { aggregateFacts, type Dimension, type RollupSchema } from '../../rollups/index.js'
import type { Measure, Selection } from '../event-store.js'
import { counterOf } from '../measures.js'
import type { QueryPlan, WithSeriesIndex } from './query-plan.js'
import type { Gap, Span } from './split-into-buckets.js'
import { instant, isAnyOf, type SqlValues } from './sql-values.js'
import type { Sums } from './sums.js'

/** A filter as ids of dimension values. */
export interface ValueIdFilter {
  dimension: Dimension
  valueIds: readonly number[]
  negated: boolean
}

export interface RolledUpQuery {
  plan: QueryPlan
  /** All requested measures; those that the rollup schema does not count are zero. */
  measures: readonly Measure[]
  selection: Selection
  /** Numbers of the workspaces in the rollups. */
  workspaces: readonly number[]
  filters: readonly ValueIdFilter[]
  /** The dimension that is grouped by; null when `value` is 0 in every row. */
  by: Dimension | null
  /** Starts of the time series rows. */
  starts: readonly number[] | null
}

/** Selects whose rows together are the rolled-up part. A group may have several rows. */
export function rolledUpSelects(query: RolledUpQuery, values: SqlValues): string[] {
  // No rolled-up event has any of the requested values.
  if (query.filters.some(({ valueIds, negated }) => !negated && valueIds.length === 0)) return []
  const { source, buckets, factSpans, gaps, pendingSpan } = query.plan
  const stale = () => staleFacts(query, pendingSpan, values)
  if (source === 'facts') return [...gaps.map((span) => factScan(query, span, values)), ...segmentCountsSelect(query, values), ...stale()]
  const fromBuckets =
    buckets.length > 0
      ? source === 'totals'
        ? [totalsSelect(query, values)]
        : [
            rollupsSelect(query, source, values),
            ...(factSpans ? [] : [factLookups(query, sparseBuckets(query, values), 'workspace = spans.workspace', values)]),
          ]
      : []
  const fromSpans = (factSpans ?? []).map(({ workspaces, ...span }) => factScan({ ...query, workspaces }, span, values))
  const fromGaps = gaps.length > 0 ? [factLookups(query, gapRows(gaps, values), inWorkspaces(query, values), values)] : []
  return [...fromBuckets, ...fromSpans, ...fromGaps, ...stale()]
}

/** The requested measures, expressed by the counters of the rollup schema. */
function measureColumns(
  { plan: { rollupSchema }, measures }: RolledUpQuery,
  expression: (counter: RollupSchema['counters'][number]) => string,
): string {
  return measures
    .map((measure) => {
      const counter = counterOf(rollupSchema, measure)
      return `${counter ? expression(counter) : '0'} as "${measure}"`
    })
    .join(', ')
}

const storedMeasures = (query: RolledUpQuery) => measureColumns(query, ({ column }) => column)
const factMeasures = (query: RolledUpQuery) => measureColumns(query, aggregateFacts)
const measureNames = ({ measures }: Pick<RolledUpQuery, 'measures'>) => measures.map((measure) => `"${measure}"`).join(', ')

const totalsSelect = (query: RolledUpQuery, values: SqlValues) => `
  select series_index, 0 as value, ${measureNames(query)} from ${bucketRows(query.plan.buckets, values)} cross join lateral (
    select ${storedMeasures(query)} from ${query.plan.rollupSchema.totals}
    where ${inWorkspaces(query, values)} and tier = spans.tier and bucket = spans."from" offset 0
  ) as counts`

const rollupsSelect = (query: RolledUpQuery, dimension: Dimension, values: SqlValues) => `
  select series_index, ${query.by ? 'value' : '0 as value'}, ${measureNames(query)} from ${bucketRows(query.plan.buckets, values)} cross join lateral (
    select value, ${storedMeasures(query)} from ${query.plan.rollupSchema.rollupValues} as stored
    where stored.tier = spans.tier and bucket = spans."from" and ${inWorkspaces(query, values)} and dimension = ${dimension.code}
      ${query.filters.map((filter) => `${packCondition(filter, values)}and ${valueIdCondition('value', filter, values)} `).join('')}offset 0
  ) as counts`

/** Selects the packs that may contain a value. */
function packCondition({ valueIds, negated }: ValueIdFilter, values: SqlValues): string {
  if (negated) return ''
  const [smallest, largest] = valueIds.reduce(([min, max], id) => [Math.min(min, id), Math.max(max, id)], [Infinity, -Infinity])
  return `and first <= ${values.add(largest)} and last >= ${values.add(smallest)} `
}

/** Numbers as a single text: the driver would quote and escape each element of an array. */
const arrayValue = (numbers: { join(): string }, type: 'integer' | 'bigint', values: SqlValues) =>
  `${values.add(`{${numbers.join()}}`)}::${type}[]`

/** A select whose rows are sums that were already computed from packs. */
export function packedSumsSelect(packedSums: Sums, measures: readonly Measure[], values: SqlValues): string {
  const lists = [
    arrayValue(packedSums.values, 'integer', values),
    ...packedSums.counters.map((counter) => arrayValue(counter, 'bigint', values)),
  ]
  return `
  select 0 as series_index, value, ${measureNames({ measures })} from unnest(${lists.join(', ')}) as packed(value, ${measureNames({ measures })})`
}

/** Buckets with too few events to have rollups by dimension. */
const sparseBuckets = (query: RolledUpQuery, values: SqlValues) => `
  (select spans.*, 1 as sign, sparse.workspace from ${bucketRows(query.plan.buckets, values)} cross join lateral (
    select workspace from ${query.plan.rollupSchema.totals}
    where ${inWorkspaces(query, values)} and tier = spans.tier and bucket = spans."from" and not dense offset 0
  ) as sparse) as spans`

/** Facts of many short spans: one index lookup for each span. */
const factLookups = (query: RolledUpQuery, spans: string, ofWorkspace: string, values: SqlValues) => `
  select series_index, counts.value, ${query.measures.map((measure) => `sign * "${measure}" as "${measure}"`).join(', ')} from ${spans} cross join lateral (
    select ${query.by?.column ?? '0'} as value, ${factMeasures(query)} from ${query.plan.rollupSchema.facts}
    where ${[ofWorkspace, ...filterConditions(query, values)].join(' and ')} and ${timeBounds('spans."from"', 'spans."to"')} group by 1 offset 0
  ) as counts`

/** Facts of one long span, written so that the planner can scan them in parallel. */
function factScan(query: RolledUpQuery, { from, to }: Span, values: SqlValues): string {
  const inHours = hourCondition(query, { from, to }, values)
  const bounds = `at >= ${values.add(instant(from))}::timestamptz and at < ${values.add(instant(to))}::timestamptz and ${inHours}`
  return `
  select ${seriesIndexOf('at', query.starts, values)} as series_index, ${query.by?.column ?? '0'} as value, ${factMeasures(query)}
  from ${query.plan.rollupSchema.facts} where ${factConditions(query, values)} and ${bounds} group by 1, 2`
}

/** Hours are passed as numbers: an expression in the statement would be evaluated again for every fact. */
function hourCondition({ plan: { segmentCounts } }: RolledUpQuery, { from, to }: Span, values: SqlValues): string {
  if (segmentCounts) return `hour = any(${values.add(segmentCounts.remainingHours)}::integer[])`
  const [first, last] = [from, to].map((bound) => values.add(Math.floor(bound / hours(1))))
  return `hour >= ${first}::integer and hour <= ${last}::integer`
}

/** Counts that were already computed from column segments. */
function segmentCountsSelect(query: RolledUpQuery, values: SqlValues): string[] {
  if (!query.plan.segmentCounts) return []
  const { seriesIndexes, values: valueIds, counts } = query.plan.segmentCounts
  const lists = [
    arrayValue(seriesIndexes, 'integer', values),
    arrayValue(valueIds, 'integer', values),
    arrayValue(counts, 'bigint', values),
  ]
  return [
    `
  select series_index, value, ${storedMeasures(query)} from unnest(${lists.join(', ')}) as counted(series_index, value, clicks)`,
  ]
}

/** Subtracts the facts of pending events. The current state of these events is added by `rawEventSelects`. */
function staleFacts(query: RolledUpQuery, span: Span | null, values: SqlValues): string[] {
  if (!span) return []
  return [
    `
  select ${seriesIndexOf('at', query.starts, values)} as series_index, ${query.by?.column ?? '0'} as value,
    ${measureColumns(query, (counter) => `-${aggregateFacts(counter)}`)}
  from ${pendingEvents(query.selection, span, values)} join ${query.plan.rollupSchema.facts} on id = pending_id and at = pending_at
  where ${factConditions(query, values)} group by 1, 2`,
  ]
}

/** Each event of the span whose fact is missing or stale, once. */
export const pendingEvents = ({ workspaceIds }: Selection, { from, to }: Span, values: SqlValues) =>
  `(select distinct id as pending_id, at as pending_at from pending_conversions
    where ${isAnyOf('workspace_id', workspaceIds, 'text', values)} and at >= ${values.add(instant(from))} and at < ${values.add(instant(to))}) as pending`

/** The index of the time series row that an instant belongs to. */
export const seriesIndexOf = (column: string, starts: readonly number[] | null, values: SqlValues) =>
  starts ? `width_bucket(${column}, ${values.add(starts.map(instant))}::timestamptz[]) - 1` : '0'

const inWorkspaces = ({ workspaces }: RolledUpQuery, values: SqlValues) => isAnyOf('workspace', workspaces, 'integer', values)

const factConditions = (query: RolledUpQuery, values: SqlValues) =>
  [inWorkspaces(query, values), ...filterConditions(query, values)].join(' and ')

const filterConditions = ({ plan, filters, selection: { saleType } }: RolledUpQuery, values: SqlValues): string[] => [
  ...filters.map((filter) => valueIdCondition(filter.dimension.column, filter, values)),
  // `recurring` is null for leads, which a sale type does not exclude.
  ...(saleType && plan.kinds.includes('sales') ? [`recurring is not ${saleType === 'new'}`] : []),
]

export function valueIdCondition(column: string, { valueIds, negated }: ValueIdFilter, values: SqlValues): string {
  if (valueIds.length === 1) return `${column} ${negated ? '<>' : '='} ${values.add(valueIds[0])}`
  return `${column} ${negated ? '<> all' : '= any'}(${values.add(valueIds)}::integer[])`
}

/** The bounds on `at` prune partitions, those on `hour` use the index. */
const timeBounds = (from: string, to: string) =>
  `at >= ${from} and at < ${to} and hour >= floor(extract(epoch from ${from}) / 3600)::integer and hour < ceil(extract(epoch from ${to}) / 3600)::integer`

const bucketRows = (buckets: QueryPlan['buckets'], values: SqlValues) => {
  const tiers = values.add(buckets.map(({ tier }) => tier.code))
  return `unnest(${tiers}::smallint[], ${spanArrays(
    buckets.map(({ at, tier, seriesIndex }) => ({ from: at, to: at + tier.span, seriesIndex })),
    values,
  )}) as spans(tier, "from", "to", series_index)`
}

const gapRows = (gaps: readonly WithSeriesIndex<Gap>[], values: SqlValues) =>
  `unnest(${spanArrays(gaps, values)}, ${values.add(gaps.map(({ sign }) => sign))}::integer[]) as spans("from", "to", series_index, sign)`

function spanArrays(spans: readonly WithSeriesIndex<Span>[], values: SqlValues): string {
  const from = values.add(spans.map((span) => instant(span.from)))
  const to = values.add(spans.map((span) => instant(span.to)))
  const seriesIndexes = values.add(spans.map(({ seriesIndex }) => seriesIndex))
  return `${from}::timestamptz[], ${to}::timestamptz[], ${seriesIndexes}::integer[]`
}
