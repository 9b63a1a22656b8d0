/** The folded part of a count: rows of `series`, `value` and the measures from totals, rollups and facts. */
import { hours } from '../../kernel/time.js'
import { type Kind, type Ledger, ofFacts } from '../../tracking/index.js'
import type { Measure, Selection } from '../event-store.js'
import type { Bucket, Gap, Span } from './cover.js'
import type { Numbered, Plan } from './plan.js'
import { counterOf } from './sources.js'
import { instant, type Values } from './statement.js'
import type { Sums } from './sums.js'

/** A filter as numbers of values of a kind. */
export interface NumberFilter {
  kind: Kind
  numbers: readonly number[]
  negated: boolean
}

export interface Folded {
  plan: Plan
  /** All that the question asks for; those that the ledger does not count are zero. */
  measures: readonly Measure[]
  selection: Selection
  /** The number of the workspace. */
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
  const { from, buckets, gaps, noted } = folded.plan
  if (from === 'facts')
    return [...gaps.map((span) => factsAtOnce(folded, span, values)), ...countedOf(folded, values), ...wrongFacts(folded, noted, values)]
  const filled =
    buckets.length > 0
      ? from === 'totals'
        ? [totalsOf(folded, values)]
        : [rollupsOf(folded, from, values), factsIn(folded, sparseBuckets(folded, values), values)]
      : []
  return [...filled, ...(gaps.length > 0 ? [factsIn(folded, listOf(gaps, values), values)] : []), ...wrongFacts(folded, noted, values)]
}

/** The measures of the question out of what a ledger counts. */
function measured({ plan: { ledger }, measures }: Folded, write: (counter: Ledger['counters'][number]) => string): string {
  return measures
    .map((measure) => {
      const counter = counterOf(ledger, measure)
      return `${counter ? write(counter) : '0'} as "${measure}"`
    })
    .join(', ')
}

const stored = (folded: Folded) => measured(folded, ({ column }) => column)
const counted = (folded: Folded) => measured(folded, ofFacts)
const namesOf = ({ measures }: Pick<Folded, 'measures'>) => measures.map((one) => `"${one}"`).join(', ')

const totalsOf = (folded: Folded, values: Values) => `
  select series, 0 as value, ${namesOf(folded)} from ${bucketsOf(folded.plan.buckets, values)} cross join lateral (
    select ${stored(folded)} from ${folded.plan.ledger.totals} where workspace = ${values.add(folded.workspace)} and tier = asked.tier and bucket = asked."from" offset 0
  ) as found`

const rollupsOf = (folded: Folded, from: Kind, values: Values) => `
  select series, ${folded.by ? 'value' : '0 as value'}, ${namesOf(folded)} from ${bucketsOf(folded.plan.buckets, values)} cross join lateral (
    select value, ${stored(folded)} from ${folded.plan.ledger.rollups}
    where tier = asked.tier and bucket = asked."from" and workspace = ${values.add(folded.workspace)} and kind = ${from.code}${folded.filters.map((one) => ` and ${numberTest('value', one, values)}`).join('')} offset 0
  ) as found`

/** Numbers as a text: the driver would quote and escape each. */
const listed = (numbers: { join(): string }, type: 'integer' | 'bigint', values: Values) =>
  `${values.add(`{${numbers.join()}}`)}::${type}[]`

/** A statement whose rows are sums that are known already. */
export function packedPart(packed: Sums, measures: readonly Measure[], values: Values): string {
  const lists = [listed(packed.values, 'integer', values), ...packed.counters.map((one) => listed(one, 'bigint', values))]
  return `
  select 0 as series, value, ${namesOf({ measures })} from unnest(${lists.join(', ')}) as packed(value, ${namesOf({ measures })})`
}

/** Buckets that had too few events to be added up by kind. */
const sparseBuckets = ({ plan, workspace }: Folded, values: Values) => `
  (select asked.*, 1 as sign from ${bucketsOf(plan.buckets, values)} where not exists (
    select from ${plan.ledger.totals} where workspace = ${values.add(workspace)} and tier = asked.tier and bucket = asked."from" and dense
  )) as asked`

/** Facts of many short spans: each is looked up by itself. */
const factsIn = (folded: Folded, asked: string, values: Values) => `
  select series, found.value, ${folded.measures.map((one) => `sign * "${one}" as "${one}"`).join(', ')} from ${asked} cross join lateral (
    select ${folded.by?.column ?? '0'} as value, ${counted(folded)} from ${folded.plan.ledger.facts}
    where ${factConditions(folded, values)} and ${within('asked."from"', 'asked."to"')} group by 1 offset 0
  ) as found`

/** Facts of one long span, asked so that several processes may go through them. */
function factsAtOnce(folded: Folded, { from, to }: Span, values: Values): string {
  const inHours = hoursOf(folded, { from, to }, values)
  const bounds = `at >= ${values.add(instant(from))}::timestamptz and at < ${values.add(instant(to))}::timestamptz and ${inHours}`
  return `
  select ${seriesOf('at', folded.starts, values)} as series, ${folded.by?.column ?? '0'} as value, ${counted(folded)} from ${folded.plan.ledger.facts}
  where ${factConditions(folded, values)} and ${bounds} group by 1, 2`
}

/** As numbers: reckoned in the statement, they would be reckoned again for every fact. */
function hoursOf({ plan: { columns } }: Folded, { from, to }: Span, values: Values): string {
  if (columns) return `hour = any(${values.add(columns.left)}::integer[])`
  const [first, last] = [from, to].map((one) => values.add(Math.floor(one / hours(1))))
  return `hour >= ${first}::integer and hour <= ${last}::integer`
}

/** Facts that were counted column by column. */
function countedOf(folded: Folded, values: Values): string[] {
  if (!folded.plan.columns) return []
  const { series, values: numbers, counts } = folded.plan.columns
  const lists = [listed(series, 'integer', values), listed(numbers, 'integer', values), listed(counts, 'bigint', values)]
  return [
    `
  select series, value, ${stored(folded)} from unnest(${lists.join(', ')}) as counted(series, value, clicks)`,
  ]
}

/** Facts of events that have been changed or removed since, taken off; what the events say now is added elsewhere. */
function wrongFacts(folded: Folded, span: Span | null, values: Values): string[] {
  if (!span) return []
  return [
    `
  select ${seriesOf('at', folded.starts, values)} as series, ${folded.by?.column ?? '0'} as value, ${measured(folded, (counter) => `-${ofFacts(counter)}`)}
  from ${notesOf(folded.selection, span, values)} join ${folded.plan.ledger.facts} on id = noted_id and at = noted_at
  where ${factConditions(folded, values)} group by 1, 2`,
  ]
}

/** Each event of the span whose fact is missing or wrong, once. */
export const notesOf = ({ workspaceId }: Selection, { from, to }: Span, values: Values) =>
  `(select distinct id as noted_id, at as noted_at from unfolded_conversions where workspace_id = ${values.add(workspaceId)} and at >= ${values.add(instant(from))} and at < ${values.add(instant(to))}) as noted`

/** The number of the span of a time series that an instant belongs to. */
export const seriesOf = (column: string, starts: readonly number[] | null, values: Values) =>
  starts ? `width_bucket(${column}, ${values.add(starts.map(instant))}::timestamptz[]) - 1` : '0'

const factConditions = ({ plan, workspace, filters, selection: { saleType } }: Folded, values: Values) =>
  [
    ...filters.map((one) => numberTest(one.kind.column, one, values)),
    `workspace = ${values.add(workspace)}`,
    // Of a lead it is not known.
    ...(saleType && plan.kinds.includes('sales') ? [`recurring is not ${saleType === 'new'}`] : []),
  ].join(' and ')

function numberTest(column: string, { numbers, negated }: NumberFilter, values: Values): string {
  if (numbers.length === 1) return `${column} ${negated ? '<>' : '='} ${values.add(numbers[0])}`
  return `${column} ${negated ? '<> all' : '= any'}(${values.add(numbers)}::integer[])`
}

/** The bounds by instant choose the partition, those by hour use the index. */
const within = (from: string, to: string) =>
  `at >= ${from} and at < ${to} and hour >= floor(extract(epoch from ${from}) / 3600)::integer and hour < ceil(extract(epoch from ${to}) / 3600)::integer`

const bucketsOf = (buckets: readonly Numbered<Bucket>[], values: Values) => {
  const tiers = values.add(buckets.map(({ tier }) => tier.code))
  return `unnest(${tiers}::smallint[], ${spans(
    buckets.map(({ at, tier, series }) => ({ from: at, to: at + tier.span, series })),
    values,
  )}) as asked(tier, "from", "to", series)`
}

const listOf = (gaps: readonly Numbered<Gap>[], values: Values) =>
  `unnest(${spans(gaps, values)}, ${values.add(gaps.map(({ sign }) => sign))}::integer[]) as asked("from", "to", series, sign)`

const spans = (list: readonly Numbered<Span>[], values: Values) =>
  `${values.add(list.map(({ from }) => instant(from)))}::timestamptz[], ${values.add(list.map(({ to }) => instant(to)))}::timestamptz[], ${values.add(list.map(({ series }) => series))}::integer[]`
