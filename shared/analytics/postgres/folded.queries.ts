/** The folded part of a count: rows of `series`, `value` and `count` from totals, rollups and facts. */
import { hours } from '../../kernel/time.js'
import type { Kind } from '../../tracking/index.js'
import type { Bucket, Span } from './cover.js'
import type { Numbered, Plan } from './plan.js'
import type { Source } from './sources.js'
import { instant, type Values } from './statement.js'

/** A filter as numbers of values of a kind. */
export interface NumberFilter {
  kind: Kind
  numbers: readonly number[]
  negated: boolean
}

export interface Folded {
  source: Source
  plan: Plan
  workspace: number
  filters: readonly NumberFilter[]
  /** Whose values are counted apart; null where `value` is 0 throughout. */
  by: Kind | null
  /** Where the spans of a time series begin. */
  starts: readonly number[] | null
}

/** Statements whose rows together are the folded part; a group may have several rows. */
export function foldedParts(folded: Folded, values: Values): string[] {
  // Nothing that has been folded has a wanted value.
  if (folded.filters.some(({ numbers, negated }) => !negated && numbers.length === 0)) return []
  const { from, buckets, gaps } = folded.plan
  if (from === 'facts') return gaps.map((span) => factsAtOnce(folded, span, values))
  const filled = buckets.length > 0 ? (from === 'totals' ? [totalsOf(folded, values)] : [rollupsOf(folded, from, values), factsIn(folded, sparseBuckets(folded, values), values)]) : []
  return gaps.length > 0 ? [...filled, factsIn(folded, listOf(gaps, values), values)] : filled
}

const totalsOf = ({ source, plan, workspace }: Folded, values: Values) => `
  select series, 0 as value, ${source.counter} as count from ${bucketsOf(plan.buckets, values)} cross join lateral (
    select ${source.counter} from ${source.totals} where workspace = ${values.add(workspace)} and tier = asked.tier and bucket = asked."from" offset 0
  ) as found`

const rollupsOf = ({ source, plan, workspace, filters, by }: Folded, from: Kind, values: Values) => `
  select series, ${by ? 'value' : '0 as value'}, ${source.counter} as count from ${bucketsOf(plan.buckets, values)} cross join lateral (
    select value, ${source.counter} from ${source.rollups}
    where tier = asked.tier and bucket = asked."from" and workspace = ${values.add(workspace)} and kind = ${from.code}${filters.map((one) => ` and ${numberTest('value', one, values)}`).join('')} offset 0
  ) as found`

/** Buckets that had too few events to be added up by kind. */
const sparseBuckets = ({ source, plan, workspace }: Folded, values: Values) => `
  (select asked.* from ${bucketsOf(plan.buckets, values)} where not exists (
    select from ${source.totals} where workspace = ${values.add(workspace)} and tier = asked.tier and bucket = asked."from" and dense
  )) as asked`

/** Facts of many short spans: each is looked up by itself. */
const factsIn = (folded: Folded, asked: string, values: Values) => `
  select series, found.value, found.count from ${asked} cross join lateral (
    select ${folded.by?.column ?? '0'} as value, count(*) as count from ${folded.source.facts}
    where ${factConditions(folded, values)} and ${within('asked."from"', 'asked."to"')} group by 1 offset 0
  ) as found`

/** Facts of one long span, asked so that several processes may go through them. */
function factsAtOnce(folded: Folded, { from, to }: Span, values: Values): string {
  // The hours as numbers: reckoned in the statement, they would be reckoned again for every fact.
  const [first, last] = [from, to].map((one) => values.add(Math.floor(one / hours(1))))
  const bounds = `at >= ${values.add(instant(from))}::timestamptz and at < ${values.add(instant(to))}::timestamptz and hour >= ${first}::integer and hour <= ${last}::integer`
  return `
  select ${seriesOf('at', folded.starts, values)} as series, ${folded.by?.column ?? '0'} as value, count(*) as count from ${folded.source.facts}
  where ${factConditions(folded, values)} and ${bounds} group by 1, 2`
}

/** The number of the span of a time series that an instant belongs to. */
export const seriesOf = (column: string, starts: readonly number[] | null, values: Values) => (starts ? `width_bucket(${column}, ${values.add(starts.map(instant))}::timestamptz[]) - 1` : '0')

const factConditions = ({ workspace, filters }: Folded, values: Values) =>
  [`workspace = ${values.add(workspace)}`, ...filters.map((one) => numberTest(one.kind.column, one, values))].join(' and ')

function numberTest(column: string, { numbers, negated }: NumberFilter, values: Values): string {
  if (numbers.length === 1) return `${column} ${negated ? '<>' : '='} ${values.add(numbers[0])}`
  return `${column} ${negated ? '<> all' : '= any'}(${values.add(numbers)}::integer[])`
}

/** The bounds by instant choose the partition, those by hour use the index. */
const within = (from: string, to: string) => `at >= ${from} and at < ${to} and hour >= floor(extract(epoch from ${from}) / 3600)::integer and hour <= floor(extract(epoch from ${to}) / 3600)::integer`

const bucketsOf = (buckets: readonly Numbered<Bucket>[], values: Values) => {
  const tiers = values.add(buckets.map(({ tier }) => tier.code))
  return `unnest(${tiers}::smallint[], ${spans(buckets.map(({ at, tier, series }) => ({ from: at, to: at + tier.span, series })), values)}) as asked(tier, "from", "to", series)`
}

const listOf = (gaps: readonly Numbered<Span>[], values: Values) => `unnest(${spans(gaps, values)}) as asked("from", "to", series)`

const spans = (list: readonly Numbered<Span>[], values: Values) =>
  `${values.add(list.map(({ from }) => instant(from)))}::timestamptz[], ${values.add(list.map(({ to }) => instant(to)))}::timestamptz[], ${values.add(list.map(({ series }) => series))}::integer[]`
