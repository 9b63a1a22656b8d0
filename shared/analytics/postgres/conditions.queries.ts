/** Filters as SQL conditions. */
import { attributeColumns, digestExpression, type Dimension, findDimension, valueDigest } from '../../rollups/index.js'
import { type AttributeFilter, caseInsensitive, type EventKind, type Selection } from '../event-store.js'
import { linkConditions } from '../link-properties.queries.js'
import { metadataCondition } from './metadata.queries.js'
import type { QueryPlan } from './query-plan.js'
import { isAnyOf, type SqlValues } from './sql-values.js'

function equalsAny(expression: string, { attribute, values: accepted }: AttributeFilter, values: SqlValues): string {
  if (!caseInsensitive.has(attribute)) return `${expression} = any(${values.add(accepted)}::text[])`
  return `lower(${expression}) = any(${values.add(accepted.map((text) => text.toLowerCase()))}::text[])`
}

const negateIf = (condition: string, negated: boolean) => (negated ? `not (${condition})` : condition)

/** The numbers of the workspaces, as a query in parentheses. */
export const workspaceNumbers = (inWorkspaces: string) => `(select no from workspace_numbers where ${inWorkspaces})`

/** One workspace is compared with `=`, for which the planner has better estimates. */
const isAmong = ({ workspaceIds }: Selection, column: string, numbers: string) =>
  `${column} ${workspaceIds.length === 1 ? '=' : 'in'} ${numbers}`

/** Conditions on rows of `click_events`, without workspace and time range. Clicks are found by the numbers of their values. */
export function clickConditions(selection: Selection, workspaces: string, values: SqlValues): string[] {
  return [
    ...valueIdConditions('facts', selection, workspaces, values).map(
      ({ dimension: { column }, valueIds, negated }) => `${column} ${negated ? 'not in' : 'in'} (${valueIds})`,
    ),
    ...clicksOfCustomer(selection, values),
  ]
}

/** Conditions on rows of `lead_events` or `sale_events`, without workspace and time range. */
export function conversionConditions(kind: Exclude<EventKind, 'clicks'>, selection: Selection, values: SqlValues): string[] {
  const { attributes: filters, links, customerId, saleType, metadata = [] } = selection
  return [
    ...filters.map((filter) => negateIf(equalsAny(attributeColumns[filter.attribute], filter, values), filter.negated)),
    ...(links.length > 0
      ? [`exists (select from links where links.id = link_id and ${linkConditions(selection, values).join(' and ')})`]
      : []),
    ...(customerId === undefined ? [] : [`customer_id = ${values.add(customerId)}`]),
    ...(kind === 'sales' && saleType ? [saleType === 'recurring' ? 'recurring' : 'not recurring'] : []),
    ...(metadata.length > 0 ? [metadataCondition(metadata, values)] : []),
  ]
}

/** Clicks of a customer are those that a lead of the customer refers to. The lead's copy of the click time prunes partitions. */
export function clicksOfCustomer({ workspaceIds, customerId }: Selection, values: SqlValues): string[] {
  if (customerId === undefined) return []
  const leads = `customer_id = ${values.add(customerId)} and ${isAnyOf('workspace_id', workspaceIds, 'text', values)}`
  return [`(id, timestamp) in (select click_id, clicked_at from lead_events where ${leads})`]
}

/** A condition on the id of a dimension value: one of these ids or, with `negated`, none of them. */
export interface ValueIdCondition {
  dimension: Dimension
  /** A query for the ids. */
  valueIds: string
  negated: boolean
}

/** The filters as conditions on values of the source's dimension, or on each filter's own dimension when facts are read. */
export function valueIdConditions(
  source: QueryPlan['source'],
  selection: Selection,
  workspaces: string,
  values: SqlValues,
): ValueIdCondition[] {
  const byDimension = new Map<Dimension, AttributeFilter[]>()
  for (const filter of selection.attributes) {
    const dimension = typeof source === 'object' ? source : (findDimension([filter.attribute]) as Dimension)
    byDimension.set(dimension, [...(byDimension.get(dimension) ?? []), filter])
  }
  const conditions = [...byDimension].map(([dimension, filters]) =>
    dimensionCondition(dimension, filters, isAmong(selection, 'workspace', workspaces), values),
  )
  return selection.links.length > 0 ? [...conditions, linksCondition(selection, workspaces, values)] : conditions
}

function dimensionCondition(dimension: Dimension, filters: AttributeFilter[], inWorkspaces: string, values: SqlValues): ValueIdCondition {
  const negated = filters.every((filter) => filter.negated)
  const tests = filters.map((filter) => {
    const test = partCondition(dimension, filter, values)
    return negated ? test : negateIf(test, filter.negated)
  })
  const test = tests.length > 1 ? `(${tests.join(negated ? ' or ' : ' and ')})` : tests[0]
  return {
    dimension,
    negated,
    valueIds: `select id from dimension_values where ${inWorkspaces} and dimension = ${dimension.code} and ${test}`,
  }
}

function partCondition(dimension: Dimension, filter: AttributeFilter, values: SqlValues): string {
  // Values of a single attribute are found by their digest, which is indexed.
  if (dimension.attributes.length === 1 && !caseInsensitive.has(filter.attribute))
    return `digest = any(${values.add(filter.values.map((value) => valueDigest([value])))}::bytea[])`
  return equalsAny(`parts[${dimension.attributes.indexOf(filter.attribute) + 1}]`, filter, values)
}

function linksCondition(selection: Selection, workspaces: string, values: SqlValues): ValueIdCondition {
  const dimension = findDimension(['linkId']) as Dimension
  return {
    dimension,
    negated: false,
    valueIds: `select value.id from links join dimension_values value
    on ${isAmong(selection, 'value.workspace', workspaces)} and value.dimension = ${dimension.code} and value.digest = ${digestExpression('links.id')}
    where ${linkConditions(selection, values).join(' and ')}`,
  }
}
