/** SQL of grouped counts: rollups and facts for the rolled-up part, the event tables for the rest. */
import { type Attribute, attributeColumns, digestExpression, type Dimension } from '../../rollups/index.js'
import type { EventKind, Grouping, Measure, Selection } from '../event-store.js'
import { measuresOf } from '../measures.js'
import { anyNonZero, quotedNames } from '../ranked-groups.js'
import { groupedDimension, type QueryPlan } from './query-plan.js'
import { type GroupColumns, rawEventSelects } from './raw-events.queries.js'
import { packedSumsSelect, rolledUpSelects, seriesIndexOf, type ValueIdFilter } from './rolled-up-counts.queries.js'
import { isAnyOf, type SqlValues } from './sql-values.js'
import type { Sums } from './sums.js'

export interface CountQuery {
  kinds: readonly EventKind[]
  selection: Selection
  grouping: Grouping
  limit: number
  plans: readonly QueryPlan[]
  /** Sums of the dense buckets, to be added to the counts of the plans, by value of the grouped dimension. */
  packedSums: Sums | null
  /** Numbers of the workspaces that have events. */
  workspaces: readonly number[]
  filters: readonly ValueIdFilter[]
}

/** Rows of `key1` (the index of the time series row) and the measures. Without `starts`, the whole range is one row. */
export function groupsByTime(query: CountQuery, starts: readonly number[] | null, values: SqlValues): string {
  const measures = measuresOf(query.kinds)
  const rolledUp = rolledUpPartsOf(query, { by: null, starts }, values)
  const raw = rawEventPartsOf(query, () => ({ series_index: seriesIndexOf('timestamp', starts, values), value: '0' }), values)
  const parts = unionAll([...rolledUp, ...raw], ['series_index', 'value'], measures)
  return `select series_index::text as key1, ${sumColumns(measures)} from (${parts}) as parts\ngroup by series_index`
}

/** One row of `key1`, `key2`, … and the measures for each combination of values. */
export function groupsByAttributes(query: CountQuery, attributes: readonly Attribute[], values: SqlValues): string {
  const keys = keyColumns(attributes).join(', ')
  const rows = rowsByAttributes(query, attributes, values)
  return `select ${keys}, ${sumColumns(measuresOf(query.kinds))} from (${rows}) as parts group by ${keys}`
}

/** Like `groupsByAttributes`, but a combination may have several rows. */
export function rowsByAttributes(query: CountQuery, attributes: readonly Attribute[], values: SqlValues): string {
  const measures = measuresOf(query.kinds)
  const dimension = groupedDimension(query.selection, query.grouping) as Dimension
  const keys = keyColumns(attributes)
  const rolledUp = rolledUpPartsOf(query, { by: dimension, starts: null }, values)
  const texts = attributes.map((attribute, index) => `parts[${dimension.attributes.indexOf(attribute) + 1}] as key${index + 1}`)
  const byValue = sumByValue(rolledUp, measures)
  const columns = [...texts, ...quotedNames(measures)].join(', ')
  const summed = () =>
    `select ${columns} from (${byValue}) as summed join ${dictionaryOf(query, dimension, values)} on dimension_values.id = summed.value`
  return unionAll([...(rolledUp.length > 0 ? [summed()] : []), ...rawEventsByAttributes(query, attributes, values)], keys, measures)
}

/** One row of `value` and the measures for each value of the rolled-up part. */
export const rolledUpValues = (query: CountQuery, dimension: Dimension, values: SqlValues): string =>
  sumByValue(rolledUpPartsOf(query, { by: dimension, starts: null }, values), measuresOf(query.kinds))

const sumByValue = (selects: readonly string[], measures: readonly Measure[]) =>
  `select value, ${sumColumns(measures)} from (${unionAll(selects, ['value'], measures)}) as parts group by value`

/** One row of `key1`, `key2`, … and the measures for each combination of values in events that are not rolled up. */
export function rawGroups(query: CountQuery, attributes: readonly Attribute[], values: SqlValues): string {
  const [keys, measures] = [keyColumns(attributes), measuresOf(query.kinds)]
  const rows = unionAll(rawEventsByAttributes(query, attributes, values), keys, measures)
  return `select ${keys.join(', ')}, ${sumColumns(measures)} from (${rows}) as parts group by ${keys.join(', ')}`
}

/**
 * The top groups in the given order, as rows of `key1` and the measures, when each value of the dimension is one group. Texts are only
 * looked up for these rows. Groups tied with the last one are included.
 */
export function topValues(
  query: CountQuery,
  dimension: Dimension,
  { orderBy, limit }: { orderBy: string; limit: number },
  values: SqlValues,
): string {
  const measures = measuresOf(query.kinds)
  return `select coalesce(text, parts[1]) as key1, ${quotedNames(measures).join(', ')} from (
  select * from (${allValues(query, dimension, values)}) as counted
  where ${anyNonZero(measures)} order by ${orderBy} fetch first ${values.add(limit)} rows with ties
) as top_values left join dimension_values on id = value`
}

/** One row for each value of the dimension, in a single workspace: `value` (its id), or `text` if it has no id yet, and the measures. */
export function allValues(query: CountQuery, dimension: Dimension, values: SqlValues): string {
  const measures = measuresOf(query.kinds)
  const rolledUp = rolledUpPartsOf(query, { by: dimension, starts: null }, values)
  const raw = rawEventsByAttributes(query, dimension.attributes, values)
  // Raw values have an id if they occurred before. The few that do not are kept as text.
  const withIds = `
  select id as value, key1 as text, ${quotedNames(measures).join(', ')} from (${unionAll(raw, ['key1'], measures)}) as raw
  left join dimension_values on workspace = ${values.add(query.workspaces[0])}::integer and dimension = ${dimension.code}
    and digest = ${digestExpression('key1')}`
  const parts = unionAll([...rolledUp, 'select * from raw_counts where value is not null'], ['value'], measures)
  return `with raw_counts as materialized (${withIds})
    select value, null as text, ${sumColumns(measures)} from (${parts}) as parts group by value
    union all
    select value, text, ${sumColumns(measures)} from raw_counts as parts where value is null group by value, text`
}

/** Of several workspaces, most values of the dimension are needed: reading them together is faster than one by one. */
const dictionaryOf = ({ workspaces }: CountQuery, { code }: Dimension, values: SqlValues): string =>
  workspaces.length > 1
    ? `(select id, parts from dimension_values where dimension = ${code} and ${isAnyOf('workspace', workspaces, 'integer', values)} offset 0)
    as dimension_values`
    : 'dimension_values'

const keyColumns = (attributes: readonly Attribute[]) => attributes.map((_, index) => `key${index + 1}`)

const rawEventsByAttributes = (query: CountQuery, attributes: readonly Attribute[], values: SqlValues) =>
  rawEventPartsOf(
    query,
    () => Object.fromEntries(attributes.map((attribute, index) => [`key${index + 1}`, attributeColumns[attribute]])),
    values,
  )

function rolledUpPartsOf(
  { plans, packedSums, kinds, selection, workspaces, filters }: CountQuery,
  grouping: { by: Dimension | null; starts: readonly number[] | null },
  values: SqlValues,
): string[] {
  const measures = measuresOf(kinds)
  if (workspaces.length === 0) return []
  return [
    ...(packedSums ? [packedSumsSelect(packedSums, measures, values)] : []),
    ...plans.flatMap((plan) => rolledUpSelects({ plan, measures, selection, workspaces, filters, ...grouping }, values)),
  ]
}

const rawEventPartsOf = (query: CountQuery, columns: () => GroupColumns, values: SqlValues) =>
  query.plans.flatMap((plan) => rawEventSelects({ ...query, plan, measures: measuresOf(query.kinds) }, columns, values))

/** Summed as float8, which is exact for counts of this size: the database's own sum of bigint is numeric, and many times slower. */
export const sumColumns = (measures: readonly Measure[], table = 'parts') =>
  quotedNames(measures)
    .map((name) => `sum(${table}.${name}::float8)::bigint as ${name}`)
    .join(', ')

const numericColumns: ReadonlySet<string> = new Set(['series_index', 'value'])

/** All rows of the selects; an empty result if there are none. */
function unionAll(selects: readonly string[], columns: readonly string[], measures: readonly Measure[]): string {
  if (selects.length === 0) {
    const emptyColumns = columns.map((column) => `${numericColumns.has(column) ? '0' : 'null::text'} as ${column}`)
    return `select ${[...emptyColumns, ...quotedNames(measures).map((name) => `0 as ${name}`)].join(', ')} where false`
  }
  const names = [...columns, ...quotedNames(measures)].join(', ')
  return selects.map((select) => `select ${names} from (${select}) as part`).join('\n  union all\n  ')
}
