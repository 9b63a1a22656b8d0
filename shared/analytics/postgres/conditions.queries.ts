/** Filters as SQL conditions. */
import { type Attribute, attributes, digestOf, type Kind, kindOf } from '../../tracking/index.js'
import type { AttributeFilter, EventKind, LinkField, LinkFilter, Selection } from '../event-store.js'
import { metadataCondition } from './metadata.queries.js'
import type { Plan } from './plan.js'
import type { Values } from './statement.js'

/** Callers write these as they like: `us`, `mobile`, `ios`. */
const caseless: ReadonlySet<Attribute> = new Set(['continent', 'country', 'region', 'device', 'browser', 'os', 'trigger'])

function isOneOf(expression: string, { attribute, values: wanted }: AttributeFilter, values: Values): string {
  if (!caseless.has(attribute)) return `${expression} = any(${values.add(wanted)}::text[])`
  return `lower(${expression}) = any(${values.add(wanted.map((one) => one.toLowerCase()))}::text[])`
}

const signed = (condition: string, negated: boolean) => (negated ? `not (${condition})` : condition)

/** Conditions on rows of events, without those on their time. */
export function eventConditions(kind: EventKind, selection: Selection, values: Values): string[] {
  const { workspaceId, attributes: filters, links, customerId, saleType, metadata = [] } = selection
  return [
    `workspace_id = ${values.add(workspaceId)}`,
    ...filters.map((filter) => signed(isOneOf(attributes[filter.attribute], filter, values), filter.negated)),
    ...(links.length > 0
      ? [`exists (select from links where links.id = link_id and ${linkConditions(selection, values).join(' and ')})`]
      : []),
    ...(customerId === undefined ? [] : [ofCustomer(kind, customerId, selection, values)]),
    ...(kind === 'sales' && saleType ? [saleType === 'recurring' ? 'recurring' : 'not recurring'] : []),
    ...(kind !== 'clicks' && metadata.length > 0 ? [metadataCondition(metadata, values)] : []),
  ]
}

/** A customer is known by leads, and those name the clicks that led to them, with their time: it chooses the partition. */
function ofCustomer(kind: EventKind, customerId: string, { workspaceId }: Selection, values: Values): string {
  if (kind !== 'clicks') return `customer_id = ${values.add(customerId)}`
  return `(id, timestamp) in (select click_id, clicked_at from lead_events where customer_id = ${values.add(customerId)} and workspace_id = ${values.add(workspaceId)})`
}

const linkColumns: Record<Exclude<LinkField, 'tagId' | 'groupId' | 'partnerTagId'>, string> = {
  domain: 'links.domain',
  key: 'links.key',
  folderId: 'links.folder_id',
  tenantId: 'links.tenant_id',
  partnerId: 'links.partner_id',
}

/** Conditions on rows of `links`; a link without the property is none of those that have one of the values. */
export function linkConditions({ workspaceId, links }: Pick<Selection, 'workspaceId' | 'links'>, values: Values): string[] {
  return [
    `links.workspace_id = ${values.add(workspaceId)}`,
    ...links.map((filter) => `(${linkHasOneOf(filter, values)}) is ${filter.negated ? 'not true' : 'true'}`),
  ]
}

function linkHasOneOf({ field, values: wanted }: LinkFilter, values: Values): string {
  // No link belongs to a partner group or carries a partner tag.
  if (field === 'groupId' || field === 'partnerTagId') return 'false'
  if (field === 'tagId')
    return `exists (select from link_tags where link_tags.link_id = links.id and link_tags.tag_id = any(${values.add(wanted)}::text[]))`
  return `${linkColumns[field]} = any(${values.add(wanted)}::text[])`
}

/** A condition on a number: of the values with these numbers, or with `negated` of none of them. */
export interface NumberCondition {
  kind: Kind
  /** A query for the numbers. */
  numbers: string
  negated: boolean
}

/** The filters as conditions on the numbers of `source`'s kind, or of each filter's own kind where single facts are looked at. */
export function numberConditions(source: Plan['from'], selection: Selection, workspace: string, values: Values): NumberCondition[] {
  const byKind = new Map<Kind, AttributeFilter[]>()
  for (const filter of selection.attributes) {
    const kind = typeof source === 'object' ? source : (kindOf([filter.attribute]) as Kind)
    byKind.set(kind, [...(byKind.get(kind) ?? []), filter])
  }
  const conditions = [...byKind].map(([kind, filters]) => numbersOfKind(kind, filters, workspace, values))
  return selection.links.length > 0 ? [...conditions, numbersOfLinks(selection, workspace, values)] : conditions
}

function numbersOfKind(kind: Kind, filters: AttributeFilter[], workspace: string, values: Values): NumberCondition {
  const negated = filters.every((one) => one.negated)
  const tests = filters.map((filter) => {
    const test = isOneOfValues(kind, filter, values)
    return negated ? test : signed(test, filter.negated)
  })
  return {
    kind,
    negated,
    numbers: `select id from rollup_values where workspace = ${workspace} and kind = ${kind.code} and ${tests.length > 1 ? `(${tests.join(negated ? ' or ' : ' and ')})` : tests[0]}`,
  }
}

function isOneOfValues(kind: Kind, filter: AttributeFilter, values: Values): string {
  // A value of one part is found by its digest, which is indexed.
  if (kind.parts.length === 1 && !caseless.has(filter.attribute))
    return `digest = any(${values.add(filter.values.map((one) => digestOf([one])))}::bytea[])`
  return isOneOf(`parts[${kind.parts.indexOf(filter.attribute) + 1}]`, filter, values)
}

/** The digest of a value of one part, as SQL. */
export const digestIn = (expression: string) => `substring(sha256(convert_to(${expression}, 'UTF8')) for 16)`

function numbersOfLinks(selection: Selection, workspace: string, values: Values): NumberCondition {
  const kind = kindOf(['linkId']) as Kind
  return {
    kind,
    negated: false,
    numbers: `select value.id from links join rollup_values value on value.workspace = ${workspace} and value.kind = ${kind.code} and value.digest = ${digestIn('links.id')} where ${linkConditions(selection, values).join(' and ')}`,
  }
}
