/** From a plan to the one statement that counts. */
import { type Attribute, attributes } from '../../tracking/index.js'
import type { EventKind, Grouping, LinkField, Measure, Selection } from '../event-store.js'
import { type Clicks, clicksByAttributes, clicksByTime } from './click-groups.queries.js'
import { type NumberCondition, numberConditions } from './conditions.queries.js'
import { conversionsBy } from './conversion-groups.queries.js'
import { seriesOf } from './folded.queries.js'
import type { Plan } from './plan.js'
import { clickSource } from './sources.js'
import { type Statement, Values } from './statement.js'

/** Where the folded part ends, the number of the workspace, and for each condition the numbers that it allows or forbids. */
export function standing(from: Plan['from'], selection: Selection): Statement & { conditions: NumberCondition[] } {
  const values = new Values()
  const workspace = `(select no from rollup_workspaces where workspace_id = ${values.add(selection.workspaceId)})`
  const conditions = numberConditions(from, selection, workspace, values)
  const lists = conditions.map(({ numbers }, place) => `array(${numbers}) as numbers${place}`)
  return { text: `select ${[`(select at from ${clickSource.watermark}) as watermark`, `${workspace} as workspace`, ...lists].join(',\n  ')}`, values: values.list, conditions }
}

export interface Question {
  kinds: readonly EventKind[]
  selection: Selection
  grouping: Grouping
  limit: number
  /** Null where clicks are not asked for. */
  clicks: Clicks | null
}

const measuresOf: Record<EventKind, readonly Measure[]> = { clicks: ['clicks'], leads: ['leads'], sales: ['sales', 'saleAmount'] }

export const measuresAsked = (kinds: readonly EventKind[]): Measure[] => kinds.flatMap((kind) => measuresOf[kind])

/** Rows of `key1`, `key2`, … and the measures; for a time series `key1` is the number of the span. */
export function counting(question: Question): Statement {
  const values = new Values()
  return { text: textOf(question, values), values: values.list }
}

function textOf(question: Question, values: Values): string {
  const { grouping } = question
  switch (grouping.by) {
    case 'nothing': return byTime(question, null, values)
    case 'time': return byTime(question, grouping.starts, values)
    case 'attributes': return byAttributes(question, grouping.attributes, values)
    case 'eventName': return largest(question, { groups: conversions(question, () => ['event_name'], values), known: [`key1 <> ''`] }, values)
    case 'link': return byLinkField(question, grouping.field, values)
  }
}

function byTime(question: Question, starts: readonly number[] | null, values: Values): string {
  const clicks = question.clicks ? [{ kind: 'clicks' as const, text: clicksByTime(question.clicks, starts, values) }] : []
  const others = conversions(question, () => [`(${seriesOf('timestamp', starts, values)})::text`], values)
  return `${joined([...clicks, ...others], 1)} order by key1`
}

function byAttributes(question: Question, wanted: readonly Attribute[], values: Values): string {
  const known = wanted.map((one, place) => `key${place + 1} ${one === 'region' ? `not like '%-'` : `not in ('', 'Unknown')`}`)
  return largest(question, { groups: ofAttributes(question, wanted, values), known }, values)
}

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
  const every = joined(ofAttributes(question, ['linkId'], values), 1)
  const links = `join links on links.id = every.key1 and links.workspace_id = ${values.add(question.selection.workspaceId)}${property.join}`
  return `select ${property.column} as key1, ${measures.map((one) => `sum(every."${one}") as "${one}"`).join(', ')} from (${every}) as every ${links}
where ${property.column} is not null group by 1 order by ${order(measures, byAmount)}, key1 limit ${values.add(question.limit)}`
}

/** What the largest groups are large by: the first of these that is asked for, among equal ones the next. */
const byCount: readonly Measure[] = ['clicks', 'leads', 'saleAmount']
const byAmount: readonly Measure[] = ['saleAmount', 'clicks', 'leads']

const order = (measures: readonly Measure[], rank: readonly Measure[]) => rank.filter((one) => measures.includes(one)).map((one) => `"${one}" desc`).join(', ')

function largest({ kinds, limit }: Question, { groups, known }: { groups: Groups[]; known: string[] }, values: Values): string {
  const keys = keysOf(known.length)
  return `select * from (${joined(groups, known.length)}) as every\nwhere ${known.join(' and ')} order by ${order(measuresAsked(kinds), byCount)}, ${keys} limit ${values.add(limit)}`
}

/** A statement for the groups of one kind of event. */
interface Groups {
  kind: EventKind
  text: string
}

function ofAttributes(question: Question, wanted: readonly Attribute[], values: Values): Groups[] {
  const clicks = question.clicks ? [{ kind: 'clicks' as const, text: clicksByAttributes(question.clicks, wanted, values) }] : []
  return [...clicks, ...conversions(question, () => wanted.map((one) => attributes[one]), values)]
}

const conversions = ({ kinds, selection }: Question, columns: () => string[], values: Values): Groups[] =>
  kinds.flatMap((kind) => (kind === 'clicks' ? [] : [{ kind, text: conversionsBy(kind, selection, columns(), values) }]))

const keysOf = (count: number) => Array.from({ length: count }, (_, place) => `key${place + 1}`).join(', ')

/** One row for each group that any of the statements has. */
function joined(groups: readonly Groups[], keys: number): string {
  const [first] = groups
  if (first && groups.length === 1) return first.text
  const measures = measuresAsked(groups.map(({ kind }) => kind))
  const rows = groups.map(({ kind, text }) => `select ${keysOf(keys)}, ${measures.map((one) => `${measuresOf[kind].includes(one) ? `"${one}"` : '0'} as "${one}"`).join(', ')} from (${text}) as ${kind}`)
  return `select ${keysOf(keys)}, ${measures.map((one) => `sum("${one}") as "${one}"`).join(', ')} from (\n${rows.join('\nunion all\n')}\n) as every group by ${keysOf(keys)}`
}
