/** From a plan to the one statement that counts. */
import { type Attribute, clickLedger, conversionLedger, type Kind, packed } from '../../tracking/index.js'
import type { LinkField, Measure, Selection } from '../event-store.js'
import { type NumberCondition, numberConditions } from './conditions.queries.js'
import {
  everyValue,
  groupsByAttributes,
  groupsByTime,
  largestValues,
  type Question,
  rowsByAttributes,
  someOf,
  sums,
} from './groups.queries.js'
import { kindGrouped, type Plan } from './plan.js'
import { measuresAsked } from './sources.js'
import { type Statement, Values } from './statement.js'
import { visitorsOfLinks } from './unfolded.queries.js'

/**
 * Where the filled parts end, whether events are noted, the number of the workspace, and for each condition the numbers that it allows or
 * forbids.
 */
export function standing(from: Plan['from'], selection: Selection): Statement & { conditions: NumberCondition[] } {
  const values = new Values()
  const id = values.add(selection.workspaceId)
  const workspace = `(select no from rollup_workspaces where workspace_id = ${id})`
  const conditions = numberConditions(from, selection, workspace, values)
  const known = [
    `(select at from ${clickLedger.watermark}) as clicks`,
    `(select at from ${conversionLedger.watermark}) as conversions`,
    `exists (select from unfolded_conversions where workspace_id = ${id}) as "hasNotes"`,
    `${workspace} as workspace`,
    ...conditions.map(({ numbers }, place) => `array(${numbers}) as numbers${place}`),
  ]
  return { text: `select ${known.join(',\n  ')}`, values: values.list, conditions }
}

/** Rows of `key1`, `key2`, … and the measures; for a time series `key1` is the number of the span. */
export function counting(question: Question): Statement {
  const values = new Values()
  return { text: textOf(question, values), values: values.list }
}

function textOf(question: Question, values: Values): string {
  const { grouping } = question
  switch (grouping.by) {
    case 'nothing':
      return `${groupsByTime(question, null, values)} order by key1`
    case 'time':
      return `${groupsByTime(question, grouping.starts, values)} order by key1`
    case 'attributes':
      return byAttributes(question, grouping.attributes, values)
    case 'eventName':
      return byAttributes(question, ['eventName'], values)
    case 'link':
      return byLinkField(question, grouping.field, values)
  }
}

/** Groups that say something: what is unknown, and what comes to nothing, is left out. */
function byAttributes(question: Question, wanted: readonly Attribute[], values: Values): string {
  const measures = measuresAsked(question.kinds)
  const known = wanted.map((one, place) => `key${place + 1} ${unknown(one)}`)
  const keys = wanted.map((_, place) => `key${place + 1}`).join(', ')
  return `select * from (${everyGroup(question, wanted, values)}) as every
where ${known.join(' and ')} and ${someOf(measures)} order by ${order(measures, byCount)}, ${keys} limit ${values.add(question.limit)}`
}

/** Texts by which a value is known to be unknown. */
export const unknownTexts = 2

/** All groups, or those among which are as many as are wanted, also without what is unknown. */
function everyGroup(question: Question, wanted: readonly Attribute[], values: Values): string {
  const kind = kindGrouped(question.selection, question.grouping) as Kind
  if (kind.parts.length > 1) return groupsByAttributes(question, wanted, values)
  return largestValues(
    question,
    kind,
    { order: order(measuresAsked(question.kinds), byCount), most: question.limit + unknownTexts },
    values,
  )
}

/**
 * One row of what counts beside sums that are at hand: a pack of values that have a number, the others as they are, and how many groups
 * these are together, of which it looks at so many.
 */
export function remaining(question: Question, kind: Kind, most: number): Statement {
  const values = new Values()
  const counters = countersOf(measuresAsked(question.kinds))
  const every = `select * from (${everyValue({ ...question, packed: null }, kind, values)}) as every limit ${values.add(most)}`
  return {
    text: `select count(*) as groups,
  ${packed({ counters })} filter (where value is not null) as pack,
  json_agg(json_build_array(text, ${counters.map(({ column }) => column).join(', ')})) filter (where value is null) as fresh
from (${every}) as every`,
    values: values.list,
  }
}

/** The columns of such a pack. */
export const countersOf = (measures: readonly Measure[]) => measures.map((one) => ({ column: `"${one}"` }))

function unknown(attribute: Attribute): string {
  if (attribute === 'region') return `not like '%-'`
  return attribute === 'eventName' ? `<> ''` : `not in ('', 'Unknown')`
}

/** The same of a text that is at hand. Regions are none: they are never alone. */
export const isKnown = (attribute: Attribute, text: string) => text !== '' && (attribute === 'eventName' || text !== 'Unknown')

const linkProperties: Partial<Record<LinkField, { column: string; join: string }>> = {
  domain: { column: 'links.domain', join: '' },
  folderId: { column: 'links.folder_id', join: '' },
  partnerId: { column: 'links.partner_id', join: '' },
  tagId: { column: 'link_tags.tag_id', join: ' join link_tags on link_tags.link_id = links.id' },
}

function byLinkField(question: Question, field: LinkField, values: Values): string {
  const property = linkProperties[field]
  // Properties that no link has.
  if (!property) return 'select null::text as key1 where false'
  const measures = measuresAsked(question.kinds)
  const inWorkspace = `links.workspace_id = ${values.add(question.selection.workspaceId)}${property.join}`
  const counted = question.selection.unique
    ? `count(distinct visitor) as "clicks" from (${visitorsOfLinks(question.selection, values)}) as visits join links on links.id = visits.link_id and ${inWorkspace}`
    : `${sums(measures, 'every')} from (${rowsByAttributes(question, ['linkId'], values)}) as every join links on links.id = every.key1 and ${inWorkspace}`
  return `select * from (
select ${property.column} as key1, ${counted}
where ${property.column} is not null group by 1) as groups
where ${someOf(measures)} order by ${order(measures, byAmount)}, key1 limit ${values.add(question.limit)}`
}

/** What the largest groups are large by: the first of these that is asked for, among equal ones the next. */
export const byCount: readonly Measure[] = ['clicks', 'leads', 'saleAmount']
const byAmount: readonly Measure[] = ['saleAmount', 'clicks', 'leads']

const order = (measures: readonly Measure[], rank: readonly Measure[]) =>
  rank
    .filter((one) => measures.includes(one))
    .map((one) => `"${one}" desc`)
    .join(', ')
