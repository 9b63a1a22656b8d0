/** Groups of events of all kinds that are asked for: from rollups and facts as far as they reach, from the events themselves after that. */
import { type Attribute, attributes, type Kind } from '../../tracking/index.js'
import type { EventKind, Grouping, Measure, Selection } from '../event-store.js'
import { digestIn } from './conditions.queries.js'
import { foldedParts, type NumberFilter, packedPart, seriesOf } from './folded.queries.js'
import { kindGrouped, type Plan } from './plan.js'
import { measuresAsked } from './sources.js'
import type { Values } from './statement.js'
import type { Sums } from './sums.js'
import { type Columns, unfoldedParts } from './unfolded.queries.js'

export interface Question {
  kinds: readonly EventKind[]
  selection: Selection
  grouping: Grouping
  limit: number
  plans: readonly Plan[]
  /** What comes to that of the plans, by value of the kind that is grouped by. */
  packed: Sums | null
  /** Null until the workspace has folded events. */
  workspace: number | null
  filters: readonly NumberFilter[]
}

/** A row of `key1`, the number of the span, and the measures for each span that has any; without `starts` all time is one span. */
export function groupsByTime(question: Question, starts: readonly number[] | null, values: Values): string {
  const measures = measuresAsked(question.kinds)
  const folded = foldedOf(question, { by: null, starts }, values)
  const unfolded = unfoldedOf(question, () => ({ series: seriesOf('timestamp', starts, values), value: '0' }), values)
  return `select series::text as key1, ${sums(measures)} from (${union([...folded, ...unfolded], ['series', 'value'], measures)}) as part\ngroup by series`
}

/** A row of `key1`, `key2`, … and the measures for each combination that there is. */
export function groupsByAttributes(question: Question, wanted: readonly Attribute[], values: Values): string {
  const keys = keysOf(wanted)
  return `select ${keys.join(', ')}, ${sums(measuresAsked(question.kinds))} from (${rowsByAttributes(question, wanted, values)}) as part group by ${keys.join(', ')}`
}

/** The same, only that a combination may have several rows. */
export function rowsByAttributes(question: Question, wanted: readonly Attribute[], values: Values): string {
  const measures = measuresAsked(question.kinds)
  const kind = kindGrouped(question.selection, question.grouping) as Kind
  const keys = keysOf(wanted)
  const folded = foldedOf(question, { by: kind, starts: null }, values)
  const texts = wanted.map((one, place) => `parts[${kind.parts.indexOf(one) + 1}] as key${place + 1}`)
  const summed = `select ${[...texts, ...names(measures)].join(', ')} from (select value, ${sums(measures)} from (${union(folded, ['value'], measures)}) as part group by value) as summed join rollup_values on rollup_values.id = summed.value`
  return union([...(folded.length > 0 ? [summed] : []), ...unfoldedByAttributes(question, wanted, values)], keys, measures)
}

/**
 * The rows of `key1` and the measures of the largest groups, in the given order, where each value of a kind is a group: texts are looked up
 * of these alone. All that are as large as the last of them are among them.
 */
export function largestValues(question: Question, kind: Kind, { order, most }: { order: string; most: number }, values: Values): string {
  const measures = measuresAsked(question.kinds)
  return `select coalesce(text, parts[1]) as key1, ${names(measures).join(', ')} from (
  select * from (${everyValue(question, kind, values)}) as every where ${someOf(measures)} order by ${order} fetch first ${values.add(most)} rows with ties
) as largest left join rollup_values on id = value`
}

/** Rows of `value` or, where it has none yet, `text`, and the measures: one for each value of the kind. */
export function everyValue(question: Question, kind: Kind, values: Values): string {
  const measures = measuresAsked(question.kinds)
  const folded = foldedOf(question, { by: kind, starts: null }, values)
  const unfolded = unfoldedByAttributes(question, kind.parts, values)
  // Values that are not folded yet have a number if they were met before; the others are few, and stay texts.
  const numbered = `
  select id as value, key1 as text, ${names(measures).join(', ')} from (${union(unfolded, ['key1'], measures)}) as fresh
  left join rollup_values on workspace = ${values.add(question.workspace)}::integer and kind = ${kind.code} and digest = ${digestIn('key1')}`
  return `with fresh as materialized (${numbered})
    select value, null as text, ${sums(measures)} from (${union([...folded, 'select * from fresh where value is not null'], ['value'], measures)}) as part group by value
    union all
    select value, text, ${sums(measures)} from fresh as part where value is null group by value, text`
}

const keysOf = (wanted: readonly Attribute[]) => wanted.map((_, place) => `key${place + 1}`)

const unfoldedByAttributes = (question: Question, wanted: readonly Attribute[], values: Values) =>
  unfoldedOf(question, () => Object.fromEntries(wanted.map((one, place) => [`key${place + 1}`, attributes[one]])), values)

function foldedOf(
  { plans, packed, kinds, selection, workspace, filters }: Question,
  by: { by: Kind | null; starts: readonly number[] | null },
  values: Values,
): string[] {
  const measures = measuresAsked(kinds)
  if (workspace === null) return []
  return [
    ...(packed ? [packedPart(packed, measures, values)] : []),
    ...plans.flatMap((plan) => foldedParts({ plan, measures, selection, workspace, filters, ...by }, values)),
  ]
}

const unfoldedOf = ({ plans, kinds, selection }: Question, columns: () => Columns, values: Values) =>
  plans.flatMap((plan) => unfoldedParts({ plan, measures: measuresAsked(kinds), selection }, columns, values))

const names = (measures: readonly Measure[]) => measures.map((one) => `"${one}"`)

/** Groups whose events come to nothing say nothing. */
export const someOf = (measures: readonly Measure[]) => `(${measures.map((one) => `"${one}" <> 0`).join(' or ')})`

/** Added up as floating numbers, which hold such counts exactly: the database's own sum of whole ones is many times as dear. */
export const sums = (measures: readonly Measure[], table = 'part') =>
  names(measures)
    .map((one) => `sum(${table}.${one}::float8)::bigint as ${one}`)
    .join(', ')

const numeric: ReadonlySet<string> = new Set(['series', 'value'])

/** All rows of the parts; of no part, no rows. */
function union(parts: readonly string[], columns: readonly string[], measures: readonly Measure[]): string {
  if (parts.length === 0)
    return `select ${[...columns.map((one) => `${numeric.has(one) ? '0' : 'null::text'} as ${one}`), ...names(measures).map((one) => `0 as ${one}`)].join(', ')} where false`
  return parts.map((part) => `select ${[...columns, ...names(measures)].join(', ')} from (${part}) as one`).join('\n  union all\n  ')
}
