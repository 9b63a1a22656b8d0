/** Compiles a query plan into the single statement that counts. */
import { type Attribute, clickRollupSchema, conversionRollupSchema, type Dimension } from '../../rollups/index.js'
import type { LinkField, Measure, Selection } from '../event-store.js'
import { linkProperties } from '../link-properties.queries.js'
import { measuresOf } from '../measures.js'
import { anyNonZero, knownCondition, orderBy, rankByAmount, rankByCount } from '../ranked-groups.js'
import { type ValueIdCondition, valueIdConditions, workspaceNumbers } from './conditions.queries.js'
import {
  allValues,
  type CountQuery,
  groupsByAttributes,
  groupsByTime,
  rawGroups,
  rolledUpValues,
  rowsByAttributes,
  sumColumns,
  topValues,
} from './grouped-counts.queries.js'
import { packExpression } from './pack.queries.js'
import { groupedDimension, type QueryPlan } from './query-plan.js'
import { visitorsOfLinks } from './raw-events.queries.js'
import { isAnyOf, SqlValues, type Statement } from './sql-values.js'

/** Reads the watermarks, whether events are pending, the numbers of the workspaces, and the value ids that each filter includes or excludes. */
export function rollupStateQuery(source: QueryPlan['source'], selection: Selection): Statement & { conditions: ValueIdCondition[] } {
  const values = new SqlValues()
  const inWorkspaces = isAnyOf('workspace_id', selection.workspaceIds, 'text', values)
  const workspaces = workspaceNumbers(inWorkspaces)
  const conditions = valueIdConditions(source, selection, workspaces, values)
  const columns = [
    `(select at from ${clickRollupSchema.watermark}) as clicks`,
    `(select at from ${conversionRollupSchema.watermark}) as conversions`,
    `exists (select from pending_conversions where ${inWorkspaces}) as "hasPending"`,
    `array${workspaces} as workspaces`,
    ...conditions.map(({ valueIds }, index) => `array(${valueIds}) as value_ids${index}`),
  ]
  return { text: `select ${columns.join(',\n  ')}`, values: values.list, conditions }
}

/** Rows of `key1`, `key2`, … and the measures; for a time series, `key1` is the index of the row. */
export function countStatement(query: CountQuery): Statement {
  const values = new SqlValues()
  return { text: countSql(query, values), values: values.list }
}

function countSql(query: CountQuery, values: SqlValues): string {
  const { grouping } = query
  switch (grouping.by) {
    case 'nothing':
      return `${groupsByTime(query, null, values)} order by key1`
    case 'time':
      return `${groupsByTime(query, grouping.starts, values)} order by key1`
    case 'attributes':
      return byAttributes(query, grouping.attributes, values)
    case 'eventName':
      return byAttributes(query, ['eventName'], values)
    case 'link':
      return byLinkField(query, grouping.field, values)
  }
}

/** Leaves out groups with an unknown value and groups whose measures are all zero. */
function byAttributes(query: CountQuery, attributes: readonly Attribute[], values: SqlValues): string {
  const measures = measuresOf(query.kinds)
  const known = attributes.map((attribute, index) => `key${index + 1} ${knownCondition(attribute)}`)
  const keys = attributes.map((_, index) => `key${index + 1}`).join(', ')
  return `select * from (${candidateGroups(query, attributes, values)}) as counted
where ${known.join(' and ')} and ${anyNonZero(measures)} order by ${orderBy(measures, rankByCount)}, ${keys} limit ${values.add(query.limit)}`
}

/** How many different texts mean "unknown": the empty text and `Unknown`. */
export const unknownValueCount = 2

/** All groups, or at least enough of the top ones that `limit` are left after unknown values are removed. */
function candidateGroups(query: CountQuery, attributes: readonly Attribute[], values: SqlValues): string {
  const dimension = groupedDimension(query.selection, query.grouping) as Dimension
  // A value has a number in each workspace.
  if (dimension.attributes.length > 1 || query.workspaces.length > 1) return groupsByAttributes(query, attributes, values)
  return topValues(
    query,
    dimension,
    { orderBy: orderBy(measuresOf(query.kinds), rankByCount), limit: query.limit + unknownValueCount },
    values,
  )
}

/**
 * One row with everything that has to be added to the packed sums: `pack` with the values that have an id, `new_values` with those that
 * have none, and the number of groups of both, counted up to `maxGroups`.
 */
export function remainderStatement(query: CountQuery, dimension: Dimension, maxGroups: number): Statement {
  const values = new SqlValues()
  const counters = countersOf(measuresOf(query.kinds))
  const counted = `select * from (${allValues({ ...query, packedSums: null }, dimension, values)}) as counted limit ${values.add(maxGroups)}`
  return {
    text: `select count(*) as groups,
  ${packExpression({ counters })} filter (where value is not null) as pack,
  json_agg(json_build_array(text, ${counters.map(({ column }) => column).join(', ')})) filter (where value is null) as "newValues"
from (${counted}) as counted`,
    values: values.list,
  }
}

/**
 * The same for several workspaces, grouped by attributes: `pack` with the values, `rawGroups` with the keys and counts of events that are
 * not rolled up, and the number of both, each counted up to `maxGroups`. The pack is not sorted: the planner would read every fact in the
 * order of an index.
 */
export function remainderOfWorkspaces(
  query: CountQuery,
  dimension: Dimension,
  attributes: readonly Attribute[],
  maxGroups: number,
): Statement {
  const values = new SqlValues()
  const counters = countersOf(measuresOf(query.kinds))
  const limit = values.add(maxGroups)
  const columns = counters.map(({ column }) => column).join(', ')
  const keys = attributes.map((_, index) => `key${index + 1}`).join(', ')
  return {
    text: `select packed.groups + raw.groups as groups, pack, "rawGroups" from
(select count(*)::int as groups, ${packExpression({ counters }, '')} as pack
  from (${rolledUpValues({ ...query, packedSums: null }, dimension, values)} limit ${limit}) as counted) as packed,
(select count(*)::int as groups, json_agg(json_build_array(array[${keys}], ${columns})) as "rawGroups"
  from (${rawGroups(query, attributes, values)} limit ${limit}) as counted) as raw`,
    values: values.list,
  }
}

/** The counter columns of that pack. */
export const countersOf = (measures: readonly Measure[]) => measures.map((measure) => ({ column: `"${measure}"` }))

/** `knownCondition` in this process. */
export function isKnown(attribute: Attribute, text: string): boolean {
  if (attribute === 'region') return !text.endsWith('-')
  return text !== '' && (attribute === 'eventName' || text !== 'Unknown')
}

function byLinkField(query: CountQuery, field: LinkField, values: SqlValues): string {
  const property = linkProperties[field]
  // Properties that no link has.
  if (!property) return 'select null::text as key1 where false'
  const measures = measuresOf(query.kinds)
  const inWorkspace = `${isAnyOf('links.workspace_id', query.selection.workspaceIds, 'text', values)}${property.join}`
  const counted = query.selection.unique
    ? `count(distinct identity_hash) as "clicks" from (${visitorsOfLinks(query, values)}) as visits
join links on links.id = visits.link_id and ${inWorkspace}`
    : `${sumColumns(measures, 'counted')} from (${rowsByAttributes(query, ['linkId'], values)}) as counted
join links on links.id = counted.key1 and ${inWorkspace}`
  return `select * from (
select ${property.column} as key1, ${counted}
where ${property.column} is not null group by 1) as groups
where ${anyNonZero(measures)} order by ${orderBy(measures, rankByAmount)}, key1 limit ${values.add(query.limit)}`
}
