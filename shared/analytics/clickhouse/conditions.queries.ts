/** Filters as conditions on the event tables. */
import { hashedColumns, isHashed, textHash, textHashSql } from '../../clickhouse/index.js'
import { type Attribute, attributeColumns } from '../../rollups/index.js'
import { type AttributeFilter, caseInsensitive, type EventKind, type Selection } from '../event-store.js'
import { instant, rowsTable, text, textList } from './literals.js'
import { metadataCondition } from './metadata-condition.js'

/** Clicks have hashes of some attributes. */
export const isHashedAttribute = (attribute: Attribute) => isHashed(attributeColumns[attribute])

/** The value of an attribute in an event of the kind; its hash if clicks have hashes. */
export function groupExpression(kind: EventKind, attribute: Attribute): string {
  const column = attributeColumns[attribute]
  if (!isHashed(column)) return attributeExpression(attribute)
  return kind === 'clicks' ? hashedColumns[column] : textHashSql(column)
}

const attributeExpression = (attribute: Attribute) =>
  attribute === 'region' ? `concat(country, '-', region)` : attributeColumns[attribute]

/** What PostgreSQL knows about a selection. */
export interface Resolved {
  /** Ids of the links that match the filters on links; null if deleted links match too. */
  linkIds: readonly string[] | null
  /** Clicks that led to leads of the customer; null without a filter on a customer. */
  customerClicks: readonly ClickKey[] | null
}

export interface ClickKey {
  id: string
  at: number
}

/** Conditions on rows of the kind. */
export function selectionConditions(kind: EventKind, selection: Selection, { linkIds, customerClicks }: Resolved): string[] {
  const { workspaceIds, from, to, attributes } = selection
  return [
    `workspace_id in ${manyTexts(workspaceIds)}`,
    `timestamp >= ${instant(from)}`,
    `timestamp < ${instant(to)}`,
    ...attributes.map((filter) => attributeCondition(kind, filter)),
    ...(linkIds ? [linkCondition(kind, linkIds)] : []),
    ...(kind === 'clicks' ? clicksOfCustomer(customerClicks) : conversionConditions(kind, selection)),
  ]
}

function conversionConditions(kind: Exclude<EventKind, 'clicks'>, { customerId, saleType, metadata = [] }: Selection): string[] {
  return [
    ...(customerId === undefined ? [] : [`customer_id = ${text(customerId)}`]),
    ...(kind === 'sales' && saleType ? [saleType === 'recurring' ? 'recurring' : 'not recurring'] : []),
    ...(metadata.length > 0 ? [metadataCondition(metadata)] : []),
  ]
}

function attributeCondition(kind: EventKind, { attribute, values, negated }: AttributeFilter): string {
  const operator = negated ? 'not in' : 'in'
  if (kind === 'clicks' && isHashedAttribute(attribute))
    return `${groupExpression(kind, attribute)} ${operator} (${values.map(textHash).join()})`
  const expression = attributeExpression(attribute)
  return caseInsensitive.has(attribute)
    ? `lower(${expression}) ${operator} ${textList(values.map((value) => value.toLowerCase()))}`
    : `${expression} ${operator} ${textList(values)}`
}

function clicksOfCustomer(clicks: readonly ClickKey[] | null): string[] {
  if (!clicks) return []
  const keys = rowsTable(
    'id String, at Int64',
    clicks.map(({ id, at }) => [id, at]),
  )
  return [`(id, toUnixTimestamp64Milli(timestamp)) in (select id, at from ${keys})`]
}

const linkCondition = (kind: EventKind, ids: readonly string[]) =>
  kind === 'clicks' ? `link_hash in (select ${textHashSql('value')} from ${valuesTable(ids)})` : `link_id in ${manyTexts(ids)}`

/** Above this number, a table is faster than a list. */
const maxListed = 100

export const manyTexts = (values: readonly string[]) =>
  values.length > 0 && values.length <= maxListed ? textList(values) : `(select value from ${valuesTable(values)})`

const valuesTable = (values: readonly string[]) =>
  rowsTable(
    'value String',
    values.map((value) => [value]),
  )
